import { measureCatalog } from "./catalog.ts";
import type { Client } from "./client.ts";
import { driveService, takeSample, workNames } from "./http.ts";
import type { Line } from "./table.ts";

/** A running service with its products indexed. */
export interface FilledService {
  client: Client;
  apiKey: string;
  port: number;
}

interface Reading extends Pick<Line, "work" | "value" | "unit"> {
  isEven: boolean;
}

/** Reads, searches and edits, as the whole benchmark has them. */
async function readings({ client, apiKey, port }: FilledService, seconds: number): Promise<Reading[]> {
  const sample = await takeSample(client);
  const results = await driveService(sample, apiKey, { port, seconds });
  const reads = workNames(sample).map(({ work, isEven }, index): Reading => {
    return { work, isEven, value: results[index]?.perSecond ?? 0, unit: "/s" };
  });
  const catalog = await measureCatalog(client, sample.ids, { apiKey, port, seconds });
  return [
    ...reads,
    ...catalog.map(({ work, value, unit }) => ({ work, value, unit, isEven: work.startsWith("list") })),
  ];
}

/** The same works on a large catalog and on a small one: `bare` is the small one. */
export async function measureGrowth(large: FilledService, small: FilledService, seconds: number): Promise<Line[]> {
  const most = await readings(large, seconds);
  const few = await readings(small, seconds);
  return most.map(({ work, value, unit, isEven }, index) => ({
    work,
    value,
    unit,
    bare: few[index]?.value,
    target: isEven ? "≥ 0.67 ×" : "",
  }));
}
