import process from "node:process";
import { reasonOfCode } from "../../../db/local/disk-refusal.ts";
import { NoRoom } from "../../../db/migrate.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { clockAheadMs, migrateRemote } from "../../../db/remote/database.ts";
import { sharedCommits } from "../../../db/remote/seen-commits.ts";
import { sharedSlot } from "../../../db/remote/write-slot.ts";
import { openAppByNeed } from "../../app-by-need.ts";
import { openBackups } from "../../backup/backups.ts";
import { followBackupSettings } from "../../backup/plan-backups.ts";
import { removeInterrupted } from "../../backup/take-backup.ts";
import { AnswerCache } from "../../cache/answer-cache.ts";
import type { Config } from "../../config/config.ts";
import { selfCheck } from "../../http/describe/self-check.ts";
import { openMetrics } from "../../http/observe/metrics.ts";
import { openTraces } from "../../http/observe/open-traces.ts";
import { openStoredLimiter, type StoredLimiter } from "../../http/observe/stored-counters.ts";
import type { Traces } from "../../http/observe/traces.ts";
import { openAuthenticator } from "../../identity/auth/callers/authenticator.ts";
import { type Bootstrapped, bootstrap } from "../../identity/tenants/bootstrap.ts";
import { CannotStart } from "../../runtime/cannot-start.ts";
import { clientAddresses, type Listener, listen } from "../../runtime/listen.ts";
import type { Log } from "../../runtime/log.ts";
import { openFollowers } from "../../runtime/open-streams.ts";
import { checkHealth, readGauges } from "../../runtime/part-health.ts";
import type { RecentLines } from "../../runtime/recent-lines.ts";
import { openServices, type Services, type ThreadServices, type ThreadStart } from "../../runtime/services.ts";
import { openThreads, type WriterThread } from "../../runtime/threads.ts";
import type { UncaughtErrors } from "../../runtime/uncaught.ts";
import { WorkCounts } from "../../runtime/work-counts.ts";
import { openControlSocket } from "../control/control-socket.ts";
import { lacksSecretKey, refuseLostKey } from "./lost-parts.ts";
import { reportUpgrades } from "./report-upgrades.ts";
import { isAway, waitForServer } from "./wait-for-server.ts";

/** A running service. */
export interface Running {
  url: string;
  services: Services;
  /** What the first start made; `undefined` on every later one. */
  first: Bootstrapped | undefined;
  /** Finishes the work in progress, in this order: requests, then jobs, then writes. */
  stop(): Promise<void>;
}

/** Where several processes share a server, one of them may be writing a file now. */
const PARTS_AGE_MS = 86_400_000;

/** Opens the port; throws `CannotStart` when another program has it. */
function openPort(config: Config, fetch: (request: Request) => Response | Promise<Response>, addresses: Addresses) {
  try {
    return listen(config, fetch, addresses);
  } catch (error) {
    throw new CannotStart(
      `Cannot listen on ${config.host}:${config.port}: ${reasonOf(error)}. Choose another address with --host (CATALOGD_HOST) or ` +
        "another port with --port (CATALOGD_PORT); 0 takes any free port.",
    );
  }
}
type Addresses = ReturnType<typeof clientAddresses>;

// Bun ends some of its messages with a question: "Is port 3000 in use?"
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error))
    .replace(/\. Is port \d+ in use\?$/, ": the port is in use")
    .replace(/\. Is the computer able to access the url\?$/, "")
    .replace(/[.?!]$/, "");

/** How to mend a database server that cannot be used. */
function remedyOf(error: unknown): string {
  if (/HTTP status 40[13]\b/.test(reasonOf(error))) return "Set CATALOGD_DATABASE_TOKEN to a token that it takes";
  if (error instanceof NoRoom) return "Free some room on the disk of that server, and start again";
  if (isAway(error))
    return "Start it, or correct the URL; without that setting the database is a file in the data folder";
  return "Correct the URL: it must be that of a libSQL server, which speaks HTTP";
}

/**
 * Brings the database server to the newest schema, and returns how far its clock is ahead, in milliseconds. Waits for a
 * server that is not up yet. Throws `CannotStart`.
 */
async function prepareServer({ databaseUrl = "", databaseToken, startWaitSeconds }: Config, log: Log): Promise<number> {
  const noteUpgrade = reportUpgrades(log, (line) => process.stderr.write(line));
  const prepare = async () => {
    await migrateRemote(databaseUrl, databaseToken, noteUpgrade);
    return clockAheadMs(databaseUrl, databaseToken);
  };
  try {
    const note = (error: unknown) =>
      log.warn({ url: databaseUrl, error: reasonOf(error) }, "waiting for the database server");
    return await waitForServer(prepare, { seconds: startWaitSeconds, note });
  } catch (error) {
    throw new CannotStart(
      `Cannot use the database server of CATALOGD_DATABASE_URL, ${databaseUrl}: ${reasonOf(error)}. ${remedyOf(error)}.`,
    );
  }
}

/** Makes the file store ready, and free of what was left half-written before `partsBeforeMs` and by killed backups. Throws `CannotStart`. */
async function prepareFiles({ files, config, log, now }: Prepared, partsBeforeMs: number): Promise<void> {
  try {
    const note = (error: unknown) => log.warn({ error: reasonOf(error) }, "waiting for the file store");
    await waitForServer(() => files.prepare(), { seconds: config.startWaitSeconds, note });
    // On a disk that can only be read nothing can be removed, and nothing is written either.
    await files.removeParts(partsBeforeMs).catch((error: unknown) => {
      if (!reasonOfCode(error)) throw error;
    });
  } catch (error) {
    const { s3Endpoint } = config;
    // The error for a full disk.
    if (s3Endpoint === undefined && reasonOfCode(error) === "full") throw error;
    throw new CannotStart(
      s3Endpoint === undefined
        ? `Cannot use the folder of files in ${config.dataDir}: ${reasonOf(error)}. Make it writable for the user that runs catalogd.`
        : `Cannot use the object store of CATALOGD_S3_ENDPOINT, ${s3Endpoint}: ${reasonOf(error)}. Start it, or correct CATALOGD_S3_ENDPOINT, _BUCKET, _ACCESS_KEY and _SECRET_KEY.`,
    );
  }
  await removeInterrupted(config, now()).catch((error: unknown) =>
    log.warn({ error: reasonOf(error) }, "cannot remove what a killed backup left"),
  );
}

type Prepared = Pick<Services, "files" | "config" | "log" | "now">;

/** What a service is opened with. */
interface Opening {
  config: Config;
  log: Log;
  /** The one thread that writes; `undefined` where the database is on a server. */
  writer: WriterThread | undefined;
  /** Says why and ends the process. */
  fail: (reason: string) => never;
  uncaught: UncaughtErrors;
  /** What the log said last of what went wrong. */
  recentLines: RecentLines;
}

const shownHost = ({ host }: Config) => (host === "0.0.0.0" || host === "::" ? "localhost" : host);

/** Takes no more requests, ends those that only wait, and resolves when the others are answered. */
async function takeNoMore(
  control: { close: () => Promise<void> },
  listener: Listener,
  { followers }: Pick<Services, "followers">,
): Promise<void> {
  await control.close();
  followers.end();
  await listener.stop();
}

/** Stores and sends what the last requests have left. */
async function endRequests(log: Log, { close, traces }: StoredLimiter & { traces: Traces | undefined }): Promise<void> {
  await close().catch((error: unknown) => log.warn({ error: String(error) }, "cannot store counters"));
  await traces?.close();
}

/** Has done again and again what the settings want so. A service that cannot write now still starts, and answers what it can read. */
const planOwnWork = (services: ThreadServices): Promise<void> =>
  followBackupSettings(services).catch((error: unknown) =>
    services.log.error({ error: reasonOf(error) }, "cannot plan backups"),
  );

/** The services of this thread, and what counts the work of all. */
function openOwn(start: Omit<ThreadStart, "writer" | "steadyAheadMs">, writer: WriterThread | undefined) {
  const counts = new WorkCounts();
  const options = { hasIndex: false, count: counts.add };
  return { counts, opened: openServices({ ...start, writer: writer?.connect(), steadyAheadMs: 0 }, "http", options) };
}

const figuresOf = (counts: WorkCounts, uncaught: UncaughtErrors) => ({
  ...counts.figures(),
  catalogd_uncaught_errors_total: uncaught.count,
});

/** Takes what threads report beside the ends of their calls. */
const listenersOf = (
  counts: WorkCounts,
  { fail, uncaught, recentLines }: Pick<Opening, "fail" | "uncaught" | "recentLines">,
) => ({ fail, noteUncaught: () => uncaught.add(), noteLine: recentLines.add, count: counts.add });

/** Opens all that answers requests, then the port, then the threads behind. Throws `CannotStart`. */
export async function openService({ config, log, writer, fail, uncaught, recentLines }: Opening): Promise<Running> {
  const ahead = writer ? 0 : await prepareServer(config, log);
  const start = { config, clockAheadMs: ahead, slotMemory: sharedSlot(), commits: sharedCommits() };
  const lacksKey = lacksSecretKey(config);
  const { counts, opened } = openOwn(start, writer);
  const base = { ...opened, log, recentLines, metrics: openMetrics(), followers: openFollowers() };
  if (lacksKey) await refuseLostKey(config, base.reader(EVERY_TENANT));
  await prepareFiles(base, writer ? Number.POSITIVE_INFINITY : Date.now() - PARTS_AGE_MS);
  const { promise: listening, resolve: noteListening } = Promise.withResolvers<void>();
  const bootstrapping = bootstrap(base, listening);
  // Awaited below; unheard until then it would end the process.
  bootstrapping.catch(() => undefined);
  const threads = openThreads(start, writer, listenersOf(counts, { fail, uncaught, recentLines }));
  const addresses = clientAddresses();
  const services: Services = {
    ...base,
    ...threads,
    authenticator: await openAuthenticator(base),
    cache: new AnswerCache(base.search.engine),
    backups: openBackups(base),
    ...{ addressOf: addresses.of, letWait: addresses.letWait },
    health: () => checkHealth(base, config.threads),
    gauges: async () => ({ ...(await readGauges(base)), ...figuresOf(counts, uncaught) }),
  };
  const control = await openControlSocket(services);
  await selfCheck(services);
  await planOwnWork(base);
  const noting = { ...(await openStoredLimiter(services)), traces: await openTraces(config, log) };
  const app = openAppByNeed(services, noting);
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  let answer = (request: Request): Response | Promise<Response> => isOpen.then(() => app.fetch(request));
  const listener: Listener = openPort(config, (request) => answer(request), addresses);
  // After all that can refuse to start: what the first start makes is shown once. Nothing is answered before.
  noteListening();
  const first = await bootstrapping;
  answer = app.fetch;
  open();
  // The binary starts with a compiler that waits (build.ts); what runs from here on runs often.
  if (globalThis.Bun) Bun.unsafe.setJITPolicy(1);
  threads.start();
  return {
    url: `http://${shownHost(config)}:${listener.port}`,
    services,
    first,
    stop: async () => {
      await takeNoMore(control, listener, base);
      writer?.stopWaiting();
      await endRequests(log, noting);
      await threads.stop();
      services.close();
      services.bell.close();
      await writer?.stop();
    },
  };
}
