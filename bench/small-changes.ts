import { join } from "node:path";
import { openLocalDatabase } from "../db/local/database.ts";
import { portWrite } from "../db/local/write-port.ts";
import { reviveError } from "../src/http/output/errors.ts";
import { brandChanges } from "../src/reference/brands/brand.ts";
import { startWriter } from "../src/runtime/threads.ts";
import { READERS } from "./http.ts";
import { drive, inSequence, requestText } from "./load.ts";
import type { OpenedService } from "./place.ts";
import { measureInTurns, type Program, rateMeasurement } from "./rounds.ts";
import { figuresOf, type Line, putBeside } from "./table.ts";

const LINE = { work: "small durable change (a new brand), 64 in flight", target: "≥ 0.5 × bare" };
const nameOf = (sequence: number) => `Small ${sequence}`;

const fail = (reason: string): never => {
  throw new Error(reason);
};

const measuredBy = (perSecond: (seconds: number) => Promise<number>): Program => ({
  writes: new Map([rateMeasurement(LINE, perSecond)]),
});

/** A writer thread of its own: no HTTP, no credential. */
async function openWriter(path: string): Promise<Program & { close(): Promise<void> }> {
  const writer = await startWriter(path, { fail, noteRefusal: fail, noteDamage: fail, noteLostLog: fail });
  const database = openLocalDatabase(path, portWrite(writer.connect(), reviveError), undefined);
  let count = 0;
  const perSecond = async (seconds: number) => {
    const [startedAtMs, countBefore] = [performance.now(), count];
    const write = async () => {
      while (performance.now() - startedAtMs < seconds * 1_000) {
        await database.write(brandChanges.create, "bench", { fields: { name: nameOf(count++) } });
      }
    };
    await Promise.all(Array.from({ length: READERS }, write));
    return ((count - countBefore) * 1_000) / (performance.now() - startedAtMs);
  };
  const close = async () => {
    database.close();
    await writer.stop();
  };
  return { ...measuredBy(perSecond), close };
}

/** Small changes, each on disk before its answer: over HTTP, and beside it what the writer thread takes of the same ones. */
export async function measureSmallChanges(
  folder: string,
  { apiKey, port, service }: OpenedService,
  seconds: number,
): Promise<Line[]> {
  const key = { "x-api-key": apiKey };
  const next = inSequence((n) => requestText("POST", "/api/v1/brands", key, JSON.stringify({ name: nameOf(n) })));
  const http = measuredBy(async (part) => (await drive(port, next, { connections: READERS, seconds: part })).perSecond);
  const writer = await openWriter(join(folder, "small-changes.db"));
  const lines = await measureInTurns({ http: { ...http, pid: service.pid }, writer }, seconds);
  await writer.close();
  return putBeside(lines.http, "bare", figuresOf(lines.writer));
}
