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

/** Reads, searches and edits, as the whole benchmark has them. Those that must be as fast in any catalog have a target. */
async function readings({ client, apiKey, port }: FilledService, seconds: number): Promise<Line[]> {
  const sample = await takeSample(client);
  const list = works(sample, apiKey);
  const even = new Set(list.filter(({ isEven }) => isEven).map(({ work }) => work));
  const lines = [
    ...(await driveWorks(list, { port, seconds })),
    ...(await measureCatalog(client, sample.ids, { apiKey, port, seconds })),
  ];
  return lines.map((line) => ({
    ...line,
    target: even.has(line.work) || line.work.startsWith("list") ? "≥ 0.67 ×" : "",
  }));
}

/** The same works on a large catalog and on a small one: `bare` is the small one. */
export async function measureGrowth(large: FilledService, small: FilledService, seconds: number): Promise<Line[]> {
  const most = await readings(large, seconds);
  const few = await readings(small, seconds);
  return putBeside(most, "bare", new Map(few.map(({ work, value }) => [work, value])));
}
