import { QUEUES } from "../../db/jobs/kinds.ts";
import { countJobs } from "../../db/jobs/queue.ts";
import { ping } from "../../db/ping.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { findOldestDue } from "../../db/webhooks/webhook-queues.ts";
import { findOldestUnseen } from "../../search/follower-state.ts";
import { findOldestUnindexed } from "../../search/libsql/index-state.ts";
import { readBackupState } from "../backup/backup-state.ts";
import type { Figures } from "../http/observe/metrics.ts";
import { findSpace } from "../storage/free-space.ts";
import type { Log } from "./log.ts";
import type { PartHealth, ThreadServices } from "./services.ts";
import { withinMs } from "./time-limit.ts";

const ANSWER_MS = 2_000;

/** Why a part is down, in words that any caller may read. Its own hold addresses, paths and figures. */
class Down extends Error {}
const reasonOf = (error: unknown): string => (error instanceof Down ? error.message : "It cannot be used now");

/** Runs a probe; a part that throws or does not answer in time is down. The log has the whole reason. */
async function probe(facts: () => Promise<Record<string, string | number>>, log: Log): Promise<PartHealth> {
  try {
    return { status: "up", ...(await withinMs(facts(), ANSWER_MS, () => new Down("It does not answer"))) };
  } catch (error) {
    log.warn({ error: String(error) }, "a part of the service is down");
    return { status: "down", reason: reasonOf(error) };
  }
}

const SECOND_MS = 1_000;
const SECOND_US = 1_000_000;

/** How far what follows the changes is behind them, in whole seconds; 0: less than one, or not at all. */
export async function findLag(services: ThreadServices): Promise<{ searchSeconds: number; deliveriesSeconds: number }> {
  const db = services.reader(EVERY_TENANT);
  const nowMs = services.now();
  const [oldestUs, oldestMs] = await Promise.all([
    services.search.remote ? findOldestUnseen(db, "remote") : findOldestUnindexed(db),
    findOldestDue(db, nowMs),
  ]);
  const since = (fromMs: number) => Math.max(0, Math.floor((nowMs - fromMs) / SECOND_MS));
  return {
    searchSeconds: oldestUs === null ? 0 : since((oldestUs / SECOND_US) * SECOND_MS),
    deliveriesSeconds: oldestMs === null ? 0 : since(oldestMs),
  };
}

/** How backups are: it is reported, and never down, for the service answers as well without one. */
async function backupFacts({ config }: ThreadServices): Promise<Record<string, string | number>> {
  const { lastStatus, lastFinishedAt, lastSuccess, failuresSince } = await readBackupState(config.dataDir);
  return {
    ...(lastStatus && { last_status: lastStatus }),
    ...(lastFinishedAt && { last_finished_at: lastFinishedAt }),
    ...(lastSuccess && { last_success_at: lastSuccess.finishedAt }),
    failures_since: failuresSince,
  };
}

/** Looks at every part: database, writer, workers, search, webhooks, files, disk, and reports backups. */
export async function checkHealth(services: ThreadServices, threads: number): Promise<Record<string, PartHealth>> {
  const db = services.reader(EVERY_TENANT);
  const look = (facts: Parameters<typeof probe>[0]) => probe(facts, services.log);
  const lag = findLag(services);
  // Reported by the parts that need it.
  lag.catch(() => undefined);
  const [database, writer, workers, search, webhooks, files, disk, backup] = await Promise.all([
    look(async () => {
      await services.check?.();
      return { answer: await ping(db) };
    }),
    look(async () => ({ ...(await services.writerStats()) })),
    look(async () => {
      const queues = await countJobs(db);
      return { threads, ...Object.fromEntries(queues.map(({ queue, ready }) => [`${queue}_waiting`, ready])) };
    }),
    look(async () => ({
      engine: services.search.engine.name,
      ...(await services.search.engine.check()),
      behind_seconds: (await lag).searchSeconds,
    })),
    look(async () => ({ behind_seconds: (await lag).deliveriesSeconds })),
    look(() => services.files.check()),
    look(async () => {
      const { freeBytes, isShort } = await findSpace(services.config);
      if (isShort) throw new Down("Too little space is free");
      return { free_bytes: freeBytes };
    }),
    look(() => backupFacts(services).catch(() => ({}))),
  ]);
  return { database, writer, workers, search, webhooks, files, disk, backup: { ...backup, status: "up" } };
}

/** Figures for the metrics page. */
export async function readGauges(services: ThreadServices): Promise<Figures> {
  const [writer, queues, lag, space, backup] = await Promise.all([
    services.writerStats(),
    countJobs(services.reader(EVERY_TENANT)),
    findLag(services),
    findSpace(services.config),
    readBackupState(services.config.dataDir),
  ]);
  const byQueue = (count: (queue: (typeof queues)[number]) => number) => ({
    label: "queue",
    // A queue that was never used has nothing to wait for.
    values: Object.fromEntries([
      ...QUEUES.map((queue) => [queue, 0]),
      ...queues.map((each) => [each.queue, count(each)]),
    ]),
  });
  return {
    catalogd_search_behind_seconds: lag.searchSeconds,
    catalogd_deliveries_behind_seconds: lag.deliveriesSeconds,
    catalogd_writer_queue: writer.queued,
    catalogd_writer_committed_total: writer.committed,
    catalogd_jobs_waiting: byQueue(({ ready }) => ready),
    catalogd_jobs_running: byQueue(({ running }) => running),
    catalogd_disk_free_bytes: space.freeBytes,
    catalogd_disk_short: space.isShort ? 1 : 0,
    catalogd_backup_failures: backup.failuresSince,
    ...(backup.lastSuccess && {
      catalogd_backup_last_success_timestamp_seconds: Date.parse(backup.lastSuccess.finishedAt) / SECOND_MS,
      catalogd_backup_last_duration_seconds: backup.lastSuccess.durationMs / SECOND_MS,
      catalogd_backup_last_size_bytes: backup.lastSuccess.sizeBytes,
    }),
  };
}
