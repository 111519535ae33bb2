import process from "node:process";

/** Twice the input may take this much longer: linear work with room for noise, where quadratic work takes four times. */
const GROWTH_MAX = 2.5;
/** Eight times the input: linear work takes 8 times as long, quadratic work 64 times. No noise of the machine does that. */
const FAR_GROWTH_MAX = 24;
/** Below this a measure says more of the machine than of the work. */
const MEASURABLE_MS = 5;
const FAR_MEASURABLE_MS = 40;
const ROUNDS = 3;
const ROUNDS_MAX = 8;
const PAUSE_MS = 100;

/** An input, in times of the one that is measured first. */
export type Size = 0.25 | 1 | 2;

/** Milliseconds of processor time of this process for a piece of work. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How a piece of work grows with its input. */
export interface Growth {
  onceMs: number;
  twiceMs: number;
  isLinear: boolean;
}

/** The best of several rounds of each input: another round is made as long as they look wrong, for noise only ever adds. */
async function bestOf(
  work: (size: Size) => unknown,
  sizes: readonly [Size, Size],
  isFine: (short: number, long: number) => boolean,
): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MAX && !isFine(...best)); round++) {
    // What came before may still be at work in other threads, or lie about to be collected: the collection would be counted.
    if (round >= ROUNDS) {
      await Bun.sleep(PAUSE_MS);
      Bun.gc(true);
    }
    best[0] = Math.min(best[0], await cpuMs(() => work(sizes[0])));
    best[1] = Math.min(best[1], await cpuMs(() => work(sizes[1])));
  }
  return best;
}

/**
 * Measures work on an input and on one of twice its size. Where that looks worse than linear, or takes longer than `msMax`,
 * the long input and an eighth of it decide: a busy machine can make anything look slow, but not by this much.
 */
export async function growthOf(
  work: (size: Size) => unknown,
  { msMax = Number.POSITIVE_INFINITY } = {},
): Promise<Growth> {
  const isNear = (once: number, twice: number) => twice <= Math.max(MEASURABLE_MS, once * GROWTH_MAX);
  const [onceMs, twiceMs] = await bestOf(work, [1, 2], (once, twice) => isNear(once, twice) && twice <= msMax);
  if (isNear(onceMs, twiceMs)) return { onceMs, twiceMs, isLinear: true };
  const isFar = (short: number, long: number) => long <= Math.max(FAR_MEASURABLE_MS, short * FAR_GROWTH_MAX);
  return { onceMs, twiceMs, isLinear: isFar(...(await bestOf(work, [0.25, 2], isFar))) };
}
