import { quantile } from "./load.ts";
import type { Line } from "./table.ts";
import { untilIdle } from "./watch.ts";

const ROUNDS = 3;
/** Before those that count: a program that compiles what it does often would be measured while it does. */
const WARM_UP_ROUNDS = 1;
/** Of the seconds for a work. */
const ROUND_PART = 0.5;

/**
 * Measures a work of one program for about this number of seconds: its line, or several. What it sends goes on where the
 * round before has ended, so that nothing is made twice.
 */
export type Measurement = (seconds: number) => Promise<Line[]>;
/** By the names of the works, which are the same for all programs. */
export type Measurements = ReadonlyMap<string, Measurement>;

/** A work of one line, by how much of it is done in a second. */
export const rateMeasurement = (
  { work, target = "" }: { work: string; target?: string },
  perSecond: (seconds: number) => Promise<number>,
): [string, Measurement] => [work, async (seconds) => [{ work, value: await perSecond(seconds), unit: "/s", target }]];

/** What is measured of a program that is up. */
export interface Program {
  reads?: Measurements;
  writes?: Measurements;
  /** Of a process that goes on working for a while when its writes are answered. */
  pid?: number;
}

interface Round {
  kind: "reads" | "writes";
  /** For a work. */
  seconds: number;
  counts: boolean;
}

interface Measured {
  program: Program;
  taken: Line[];
}

/** A program's turn at a work, if it knows it. */
async function takeTurn({ program, taken }: Measured, work: string, { kind, seconds, counts }: Round): Promise<void> {
  const lines = await program[kind]?.get(work)?.(seconds);
  if (lines === undefined) return;
  if (counts) taken.push(...lines);
  if (kind === "writes" && program.pid !== undefined) await untilIdle(program.pid);
}

/** Each work on one program right after the other. */
async function measureRound(all: readonly Measured[], round: Round): Promise<void> {
  const works = new Set(all.flatMap(({ program }) => [...(program[round.kind]?.keys() ?? [])]));
  for (const work of works) {
    for (const measured of all) await takeTurn(measured, work, round);
  }
}

/** Each line once, with the middle of its values. */
const mediansOf = (taken: readonly Line[]): Line[] =>
  Array.from(Map.groupBy(taken, ({ work }) => work).values()).flatMap((lines) => {
    const values = lines.map(({ value }) => value);
    return lines.slice(0, 1).map((line) => ({ ...line, value: quantile(values, 0.5) }));
  });

/**
 * Measures programs that are up at the same time: after one to warm up, in each of three rounds each work on all that know
 * it, one right after the other, so that all have the same machine, which is now fast and now slow. Values are the medians.
 * Everything that reads comes first: a write ends the answers that a program keeps.
 */
export async function measureInTurns<Name extends string>(
  programs: Readonly<Record<Name, Program>>,
  seconds: number,
): Promise<Record<Name, Line[]>> {
  const named = Object.entries<Program>(programs).map(([name, program]) => ({ name, program, taken: [] as Line[] }));
  for (const kind of ["reads", "writes"] as const) {
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      await measureRound(named, { kind, seconds: seconds * ROUND_PART, counts: round >= WARM_UP_ROUNDS });
    }
  }
  const medians = named.map(({ name, taken }) => [name, mediansOf(taken)]);
  return Object.fromEntries(medians) as Record<Name, Line[]>; // of the names that came in
}
