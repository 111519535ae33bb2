import { join } from "node:path";
import type { QueueName } from "../db/jobs/kinds.ts";
import type { Job } from "../db/jobs/queue.ts";
import { type AnyMutation, EVERY_TENANT } from "../db/ports.ts";
import { createApp } from "../src/app.ts";
import { openBackups } from "../src/backup/backups.ts";
import { AnswerCache } from "../src/cache/answer-cache.ts";
import { readConfig } from "../src/config/config.ts";
import * as FAMILIES from "../src/families.ts";
import type { Scope } from "../src/http/gate/credentials/principal.ts";
import { openMetrics } from "../src/http/observe/metrics.ts";
import { type Cost, openPasswords } from "../src/identity/auth/accounts/passwords.ts";
import { openAuthenticator } from "../src/identity/auth/callers/authenticator.ts";
import { startDryRun } from "../src/imports/run/dry-run/start-dry-run.ts";
import { claimJobs, rescueJobs } from "../src/jobs/lifecycle.ts";
import { answerCall, openCallLine } from "../src/runtime/calls/call-line.ts";
import { loadMutations } from "../src/runtime/family.ts";
import { openLog } from "../src/runtime/log.ts";
import { newId } from "../src/runtime/new-id.ts";
import { openFollowers } from "../src/runtime/open-streams.ts";
import { checkHealth, readGauges } from "../src/runtime/part-health.ts";
import { RecentLines } from "../src/runtime/recent-lines.ts";
import type { Services, ThreadServices } from "../src/runtime/services.ts";
import { WorkCounts } from "../src/runtime/work-counts.ts";
import { openSearch } from "../src/search/open-search.ts";
import { openSecretBox } from "../src/secrets/secret-box.ts";
import { openLocalFiles } from "../src/storage/local-files.ts";
import { openFiles } from "../src/storage/open-files.ts";
import { callHandlers } from "../workers/calls.ts";
import { runJob, TURN_MS } from "../workers/run-job.ts";
import { addProducts } from "./add-products.ts";
import { addVariants } from "./add-variants.ts";
import { temporaryFolder } from "./cleanup.ts";
import { twoProcesses, untilNoJobs } from "./cluster/two-processes.ts";
import { openFileDatabase, openServerDatabase } from "./db/databases.ts";
import { forgetWork } from "./forget-work.ts";
import { addRuns } from "./maintenance/add-runs.ts";
import { addUser, makeTenant } from "./make-tenant.ts";
import { testOutbound } from "./outbound/names.ts";
import { setPart } from "./price-monitor/product-parts.ts";
import { addMember, addObservation, addPlatformMapping, addPriceList } from "./pricing-rows.ts";

const MUTATIONS = await loadMutations(FAMILIES);

/** With `TEST_CLUSTER=1` the application is two processes. */
const cluster = await twoProcesses();

/** Test time, so nothing sleeps: `clock.nowMs += 60_000` is a minute later. */
export const clock = cluster?.clock ?? { nowMs: Date.now() };
// Each file begins today, with nothing left to do: half a thousand of them in one process go on by years together, and would do
// each other's work. See begin-file.ts.
Object.assign(globalThis, {
  beginTestFile: async () => {
    clock.nowMs = Date.now();
    if (!cluster) await services.write(forgetWork, EVERY_TENANT, undefined);
  },
});
const context = { now: () => clock.nowMs, newId };

const dataDir = temporaryFolder();
const config = readConfig({
  env: { CATALOGD_DATA_DIR: dataDir, CATALOGD_RATE_LIMIT_DISABLED: "1", ...cluster?.env },
});
const TEST_MUTATIONS = new Map<string, AnyMutation>([
  ...MUTATIONS,
  [addUser.name, addUser],
  [addProducts.name, addProducts],
  [addRuns.name, addRuns],
  [forgetWork.name, forgetWork],
  [addVariants.name, addVariants],
  [addMember.name, addMember],
  [addObservation.name, addObservation],
  [setPart.name, setPart],
  [addPlatformMapping.name, addPlatformMapping],
  [addPriceList.name, addPriceList],
]);
/** What has been counted of the work of all tests. */
export const counts = new WorkCounts();
const thread: ThreadServices = {
  steadyNow: context.now,
  ...(await (cluster
    ? openServerDatabase(cluster.databaseUrl, context)
    : openFileDatabase(TEST_MUTATIONS, context, join(dataDir, "catalogd.db")))),
  ...context,
  pause: async (ms) => {
    clock.nowMs += ms;
  },
  config,
  files: cluster ? openFiles(config) : openLocalFiles(join(dataDir, "files")),
  secrets: openSecretBox(config),
  search: openSearch(config, context.now),
  outbound: testOutbound(),
  count: counts.add,
  bell: { ring: () => undefined, count: () => 0, wait: () => Promise.resolve(), close: () => undefined },
  log: openLog("silent", "test"),
};
// What a worker thread would do, done here: the wire between is production's.
const handlers = callHandlers(thread);
/** Of hashes of passwords, in tests that are not about it: a thousandth of what they cost. */
export const CHEAP: Cost = { costLog2: 4, blockSize: 8, parallelization: 1 };
const authenticator = await openAuthenticator(thread, openPasswords(CHEAP));

export const services: Services = {
  ...thread,
  write: async (mutation, tenantId, input, options) => {
    const result = await thread.write(mutation, tenantId, input, options);
    // A request waits for such a job.
    if (mutation.name === startDryRun.name) void runJobs(["asked"]);
    return result;
  },
  ...openCallLine(() => ({ send: (message) => answerCall(message, handlers), done: () => undefined })),
  authenticator,
  cache: new AnswerCache(thread.search.engine),
  backups: openBackups(thread),
  followers: openFollowers(),
  addressOf: () => "127.0.0.1",
  health: () => checkHealth(thread, 0),
  gauges: () => readGauges(thread),
  metrics: openMetrics(),
  recentLines: new RecentLines(),
};
export const app = createApp(services, { checkAnswers: true });
if (cluster) for (const name of ["handle", "fetch"]) Object.defineProperty(app, name, { value: cluster.hand });

const QUEUES = ["quick", "short", "bulk", "outside", "index"] as const;

/** Takes ready jobs of the first of these queues that has some. */
async function claimSome(queues: readonly QueueName[], limit: number): Promise<Job[]> {
  for (const queue of queues) {
    const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue, owner: "test", limit });
    if (jobs.length > 0) return jobs;
  }
  return [];
}

/** Claims and runs every job that is ready, here, until none is left; processes that are others run them themselves. */
export async function runJobs(queues: readonly QueueName[] = QUEUES): Promise<void> {
  if (cluster) return untilNoJobs(services);
  for (;;) {
    const jobs = await claimSome(queues, 10);
    if (jobs.length === 0) return;
    for (const job of jobs) await runJob(services, job, new AbortController().signal);
  }
}

/**
 * Runs every job that is ready, here, and takes its slot from it where it can go on later: its turn is over whenever it
 * asks. Returns how many turns there were of each kind.
 */
export async function runJobsInTurns(): Promise<Record<string, number>> {
  const turns: Record<string, number> = {};
  let elapsedMs = 0;
  const thread = { ...services, steadyNow: () => (elapsedMs += TURN_MS) };
  for (;;) {
    const [job] = await claimSome(QUEUES, 1);
    if (!job) return turns;
    turns[job.kind] = (turns[job.kind] ?? 0) + 1;
    await runJob(thread, job, new AbortController().signal);
  }
}

/** How long a job may be made to wait after its process has died. */
const PAUSE_MS = 60_000;
const LOOKS_MAX = 100;

/** Runs what other tests have left, as a new process would: a job is then alone that is claimed by the test. */
export async function endOtherJobs(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await services.write(rescueJobs, EVERY_TENANT, undefined);
    clock.nowMs += PAUSE_MS;
    await runJobs();
  }
}

/** Claims the tenant's long job. Those that other tests have left are run; the clock goes on until it is due. */
export async function claimJobOf(tenantId: string): Promise<Job> {
  for (let look = 0; look < LOOKS_MAX; look++) {
    const jobs = await claimSome(["outside", "bulk", "short"], 10);
    for (const job of jobs) if (job.tenantId !== tenantId) await runJob(services, job, new AbortController().signal);
    const own = jobs.find((job) => job.tenantId === tenantId);
    if (own) return own;
    if (jobs.length === 0) clock.nowMs += PAUSE_MS;
  }
  throw new Error("The job was not claimed");
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of anything else; `undefined` when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  body: any;
}

/** Sends one request through the whole application. `path` is relative to `/api/v1`. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = body instanceof FormData || typeof body === "string" || body instanceof Uint8Array;
  const request = new Request(`http://localhost/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && !raw && { "content-type": "application/json" }), ...headers },
    // A form or bytes are bodies too; the declared type of one is enough here.
    ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as string }),
  });
  const response = await app.handle(request);
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("application/json");
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : json ? JSON.parse(text) : text,
  };
}

/** A client that sends some headers with every request. */
export const clientWith = (credential: Record<string, string>) => ({
  get: (path: string, headers = {}) => send("GET", path, undefined, { ...credential, ...headers }),
  post: (path: string, body?: unknown, headers = {}) => send("POST", path, body, { ...credential, ...headers }),
  put: (path: string, body?: unknown, headers = {}) => send("PUT", path, body, { ...credential, ...headers }),
  patch: (path: string, body?: unknown, headers = {}) => send("PATCH", path, body, { ...credential, ...headers }),
  delete: (path: string, body?: unknown, headers = {}) => send("DELETE", path, body, { ...credential, ...headers }),
});

/** A fresh tenant with clients for it. Tests never share one, so they run in any order. */
export async function newTenant() {
  const made = await makeTenant(services, authenticator);
  return {
    ...made,
    db: services.reader(made.id),
    /** With an API key that has every scope. */
    ...clientWith({ "x-api-key": made.apiKey }),
    /** With a session of the tenant's admin. */
    admin: clientWith({ authorization: `Bearer ${made.adminToken}` }),
    /** With a session of a user of that role. */
    as: async (role: "manager" | "editor" | "viewer") =>
      clientWith({ authorization: `Bearer ${await made.tokenOf(role)}` }),
    /** With an API key that has these scopes only. */
    withScopes: async (...scopes: Scope[]) => clientWith({ "x-api-key": await made.keyWith(scopes) }),
  };
}
