import { statfs } from "node:fs/promises";
import { countJobs } from "../db/jobs/queue.ts";
import { ping } from "../db/ping.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import type { ThreadServices } from "./services.ts";

/** How one part of the service is; the other keys are facts about it. */
export interface PartHealth extends Record<string, string | number> {
  status: "up" | "down";
}

const ANSWER_MS = 2_000;
// Below this, uploads and imports would soon fail half-way.
const FREE_BYTES_MIN = 500 * 1024 * 1024;

/** Runs a probe; a part that throws or does not answer in time is down. */
async function probe(facts: () => Promise<Record<string, string | number>>): Promise<PartHealth> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer")), ANSWER_MS);
  });
  try {
    return { status: "up", ...(await Promise.race([facts(), late])) };
  } catch (error) {
    return { status: "down", reason: error instanceof Error ? error.message : "unknown" };
  } finally {
    clearTimeout(timer);
  }
}

/** Looks at every part: database, writer, workers, search, files, disk. */
export async function checkHealth(services: ThreadServices, threads: number): Promise<Record<string, PartHealth>> {
  const db = services.reader(EVERY_TENANT);
  const [database, writer, workers, search, files, disk] = await Promise.all([
    probe(async () => ({ answer: await ping(db) })),
    probe(async () => ({ ...(await services.writerStats()) })),
    probe(async () => {
      const queues = await countJobs(db);
      return { threads, ...Object.fromEntries(queues.map(({ queue, ready }) => [`${queue}_waiting`, ready])) };
    }),
    probe(async () => ({ engine: services.search.engine.name, ...(await services.search.engine.check()) })),
    probe(() => services.files.check()),
    probe(async () => {
      const { bavail, bsize } = await statfs(services.config.dataDir);
      if (bavail * bsize < FREE_BYTES_MIN) throw new Error(`only ${bavail * bsize} bytes are free`);
      return { free_bytes: bavail * bsize };
    }),
  ]);
  return { database, writer, workers, search, files, disk };
}

/** Figures for the metrics page. */
export async function readGauges(services: ThreadServices): Promise<Record<string, number>> {
  const [writer, queues] = await Promise.all([services.writerStats(), countJobs(services.reader(EVERY_TENANT))]);
  return {
    catalogd_writer_queue: writer.queued,
    catalogd_writer_committed_total: writer.committed,
    ...Object.fromEntries(
      queues.flatMap(({ queue, ready, running }) => [
        [`catalogd_jobs_waiting_${queue}`, ready],
        [`catalogd_jobs_running_${queue}`, running],
      ]),
    ),
  };
}
