import { measureCatalog } from "./catalog.ts";
import type { Client } from "./client.ts";
import { driveWorks, takeSample, works } from "./http.ts";
import { type Line, putBeside } from "./table.ts";

/** A running service with its products indexed. */
export interface FilledService {
  client: Client;
  apiKey: string;
  port: number;
}

async function withWorks(filled: FilledService) {
  const sample = await takeSample(filled.client);
  return { ...filled, ids: sample.ids, list: works(sample, filled.apiKey) };
}

/**
 * Reads, searches and edits on a large catalog and on a small one, as the whole benchmark has them: each work on one right
 * after the other, so that both have the same machine. `bare` is the small one. What must be as fast in any catalog has a
 * target.
 */
export async function measureGrowth(
  { large, small }: { large: FilledService; small: FilledService },
  seconds: number,
): Promise<Line[]> {
  const [many, few] = [await withWorks(large), await withWorks(small)];
  const ofMany: Line[] = [];
  const ofFew: Line[] = [];
  for (const [index, work] of many.list.entries()) {
    ofMany.push(...(await driveWorks([work], { port: many.port, seconds })));
    ofFew.push(...(await driveWorks(few.list.slice(index, index + 1), { port: few.port, seconds })));
  }
  ofMany.push(...(await measureCatalog(many.client, many.ids, { ...many, seconds })));
  ofFew.push(...(await measureCatalog(few.client, few.ids, { ...few, seconds })));
  const even = new Set(many.list.filter(({ isEven }) => isEven).map(({ work }) => work));
  const lines = ofMany.map((line) => ({
    ...line,
    target: even.has(line.work) || line.work.startsWith("list") ? "≥ 0.67 ×" : "",
  }));
  return putBeside(lines, "bare", new Map(ofFew.map(({ work, value }) => [work, value])));
}
