import { join } from "node:path";
import { openLocalDatabase } from "../db/local/database.ts";
import { portWrite } from "../db/local/write-port.ts";
import { createBrand } from "../src/brands/create-brand.ts";
import { reviveError } from "../src/http/errors.ts";
import { startWriter } from "../src/threads.ts";
import { type Drive, READERS } from "./http.ts";
import { drive, requestText } from "./load.ts";
import type { Line } from "./table.ts";

const fail = (reason: string): never => {
  throw new Error(reason);
};

/** New brands a second through a writer thread of its own, so many in flight: no HTTP, no credential. */
async function writerPerSecond(path: string, seconds: number): Promise<number> {
  const writer = await startWriter(path, fail);
  const database = openLocalDatabase(path, portWrite(writer.connect(), reviveError), { hasIndex: false });
  let count = 0;
  const startedAtMs = performance.now();
  const write = async () => {
    while (performance.now() - startedAtMs < seconds * 1_000) {
      await database.write(createBrand, "bench", { fields: { name: `Small ${count++}` } });
    }
  };
  await Promise.all(Array.from({ length: READERS }, write));
  const perSecond = (count * 1_000) / (performance.now() - startedAtMs);
  database.close();
  await writer.stop();
  return perSecond;
}

/** Small changes, each on disk before its answer: over HTTP, and beside it what the writer thread takes of the same ones. */
export async function measureSmallChanges(folder: string, apiKey: string, { port, seconds }: Drive): Promise<Line[]> {
  const request = (n: number) =>
    requestText("POST", "/api/v1/brands", { "x-api-key": apiKey }, JSON.stringify({ name: `Small ${n}` }));
  const { perSecond } = await drive(port, request, { connections: READERS, seconds });
  const bare = await writerPerSecond(join(folder, "small-changes.db"), seconds);
  return [
    {
      work: "small durable change (a new brand), 64 in flight",
      value: perSecond,
      unit: "/s",
      bare,
      target: "≥ 0.5 × bare",
    },
  ];
}
