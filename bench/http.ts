import { drive, inSequence, type LoadResult, type Request } from "./load.ts";
import type { Measurement, Measurements } from "./rounds.ts";
import type { Line } from "./table.ts";

/** A work over HTTP. */
export interface Work {
  work: string;
  connections: number;
  target: string;
  /** Whether it is as fast for a catalog of any size: a read by key, or a page. */
  isEven: boolean;
  request: Request;
}

export interface Works {
  reads: Work[];
  writes: Work[];
}

export const READERS = 64;
/** Of these works the times of single requests count as well. */
const TIMED = new Map([["product by EAN", "≤ 10"]]);

function linesOf({ work, target }: Work, { perSecond, p99Ms }: LoadResult): Line[] {
  const timed = TIMED.get(work);
  return [
    { work, value: perSecond, unit: "/s", target },
    ...(timed === undefined ? [] : [{ work: `${work}, p99`, value: p99Ms, unit: "ms", target: timed } as const]),
  ];
}

/** The works driven on a port. Those that its program does not distinguish are the same request to it, driven once. */
function measurementsOf(works: readonly Work[], port: number): Measurements {
  const measurements = new Map<string, Measurement>();
  for (const { work, request, connections } of works) {
    const same = works.filter((other) => other.request === request);
    if (same[0]?.work !== work) continue;
    const next = inSequence(request);
    measurements.set(work, async (seconds) => {
      const result = await drive(port, next, { connections, seconds });
      return same.flatMap((each) => linesOf(each, result));
    });
  }
  return measurements;
}

/** Products of the same tenant that are changed one by one in each second, while other works are driven. */
const CHANGES_PER_SECOND = 20;
const CHANGING = { connections: 2, perSecond: CHANGES_PER_SECOND };

/** The works while products change: at the highest rate, and how long a request takes at half of it. */
export function measureBesideChanges(works: readonly Work[], port: number, change: Request): Measurements {
  const nextChange = inSequence(change);
  const beside = async (next: () => string, load: Parameters<typeof drive>[2]): Promise<LoadResult> => {
    const [result] = await Promise.all([
      drive(port, next, load),
      drive(port, nextChange, { ...CHANGING, seconds: load.seconds }),
    ]);
    return result;
  };
  return new Map(
    works.map(({ work, target, request, connections }): [string, Measurement] => {
      const next = inSequence(request);
      return [
        work,
        async (seconds) => {
          const { perSecond } = await beside(next, { connections, seconds });
          const { p99Ms } = await beside(next, { connections, seconds, perSecond: perSecond / 2 });
          return [
            { work, value: perSecond, unit: "/s", target },
            { work: `${work}, p99 at half of that`, value: p99Ms, unit: "ms", target: "≤ 50" },
          ];
        },
      ];
    }),
  );
}

/** The works as the program on a port is measured by them. */
export const measureWorks = ({ reads, writes }: Works, port: number) => ({
  reads: measurementsOf(reads, port),
  writes: measurementsOf(writes, port),
});

/** The same works of another program, by the requests it knows them as; the others are left out. */
export function worksOf({ reads, writes }: Works, requests: Readonly<Record<string, Request>>): Works {
  const known = (works: readonly Work[]) =>
    works.flatMap((work) => {
      const request = requests[work.work];
      return request === undefined ? [] : [{ ...work, request }];
    });
  return { reads: known(reads), writes: known(writes) };
}
