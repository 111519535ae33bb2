import { catalogProgram } from "./catalog.ts";
import type { OpenedService } from "./place.ts";
import { measureInTurns } from "./rounds.ts";
import { takeSample } from "./sample.ts";
import { figuresOf, type Line, putBeside } from "./table.ts";
import { works } from "./works.ts";

/**
 * Reads, searches and edits on a large catalog and on a small one, as the whole benchmark has them: each work on one right
 * after the other, so that both have the same machine. `bare` is the small one. What must be as fast in any catalog has a
 * target.
 */
export async function measureGrowth(
  { large, small }: { large: OpenedService; small: OpenedService },
  seconds: number,
): Promise<Line[]> {
  const [many, few] = [await takeSample(large.client), await takeSample(small.client)];
  const programs = { many: catalogProgram(large, many), few: catalogProgram(small, few) };
  const lines = await measureInTurns(programs, seconds);
  const even = new Set(works(many, large.apiKey).reads.flatMap(({ work, isEven }) => (isEven ? [work] : [])));
  const targeted = lines.many.map((line) => ({ ...line, target: even.has(line.work) ? "≥ 0.67 ×" : "" }));
  return putBeside(targeted, "bare", figuresOf(lines.few));
}
