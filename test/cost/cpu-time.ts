import process from "node:process";

/** Twice the input may take this much longer: linear work with room for noise, where quadratic work takes four times. */
const GROWTH_MAX = 2.5;
/** Below this a measure says more of the machine than of the work. */
const MEASURABLE_MS = 5;
const ROUNDS = 3;
const ROUNDS_MAX = 12;
const PAUSE_MS = 100;

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

/**
 * Measures work on an input of size 1 and of size 2, the best of several rounds each: another round is made as long as it
 * looks worse than linear, or takes longer than `msMax`, for noise only ever adds.
 */
export async function growthOf(
  work: (size: 1 | 2) => unknown,
  { msMax = Number.POSITIVE_INFINITY } = {},
): Promise<Growth> {
  const best = { once: Number.POSITIVE_INFINITY, twice: Number.POSITIVE_INFINITY };
  const isLinear = () => best.twice <= Math.max(MEASURABLE_MS, best.once * GROWTH_MAX);
  const isFine = () => isLinear() && best.twice <= msMax;
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MAX && !isFine()); round++) {
    // What came before may still be at work in other threads, or lie about to be collected: the collection would be counted.
    if (round >= ROUNDS) {
      await Bun.sleep(PAUSE_MS);
      Bun.gc(true);
    }
    best.once = Math.min(best.once, await cpuMs(() => work(1)));
    if (round >= ROUNDS) Bun.gc(true);
    best.twice = Math.min(best.twice, await cpuMs(() => work(2)));
  }
  return { onceMs: best.once, twiceMs: best.twice, isLinear: isLinear() };
}
