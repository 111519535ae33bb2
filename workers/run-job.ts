import type { JobKind } from "../db/jobs/kinds.ts";
import { isJobStopped, isLeaseLost, LEASE_MS } from "../db/jobs/lease.ts";
import { isInTheWay, type Job } from "../db/jobs/queue.ts";
import { isDiskRefusal } from "../db/local/disk-refusal.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import * as FAMILIES from "../src/families.ts";
import { FatalJobError, type JobContext, type JobHandler, TurnIsOver } from "../src/jobs/job.ts";
import { failJob, finishJob, giveTurn, noteAlive, releaseJob, renewLease, stopJob } from "../src/jobs/lifecycle.ts";
import { shareOfQueue } from "../src/jobs/worker-slots.ts";
import { errorText } from "../src/runtime/error-text.ts";
import type { ThreadServices } from "../src/runtime/services.ts";

/** What a job writes waits for a disk that is full: it goes on once there is space. */
const WAITS = { waits: true } as const;
/** How long a job that can go on later has its worker slot. */
export const TURN_MS = 20_000;
/** How often a job that computes looks whether it keeps others waiting. */
export const LOOK_MS = 5_000;

/** Runs one claimed job to its end and notes how it ended. Throws only when the note itself cannot be written. */
export async function runJob(services: ThreadServices, job: Job, stopping: AbortSignal): Promise<void> {
  const { tenantId, jobId, token, kind, uid } = job;
  const { write, log } = services;
  const lease = { jobId, token };
  const about = { job: uid, kind, tenant: tenantId };
  const ending = { isLost: false };
  const notHeld = new AbortController();
  const heartbeat = setInterval(() => {
    write(renewLease, tenantId, lease, WAITS).then(
      (state) => {
        ending.isLost ||= state === "lost";
        if (state !== "held") notHeld.abort();
      },
      (error: unknown) => log.error({ ...about, error: String(error) }, "cannot renew a lease"),
    );
  }, LEASE_MS / 3);
  const startedAtMs = performance.now();
  try {
    const done = await runHandler(services, job, AbortSignal.any([stopping, notHeld.signal]));
    if (!done) await write(finishJob, tenantId, undefined, { ...WAITS, step: { lease, progress: "done" } });
    services.count("catalogd_jobs_ended_total", [kind, "done"]);
    log.info({ ...about, duration_ms: Math.round(performance.now() - startedAtMs) }, "job done");
  } catch (error) {
    await noteEnd(services, job, error, { ...ending, isStopping: stopping.aborted });
  } finally {
    clearInterval(heartbeat);
    services.count("catalogd_job_seconds_total", [kind], (performance.now() - startedAtMs) / 1_000);
  }
}

/** Notes why a job did not reach its end. */
async function noteEnd(
  { write, log, count }: ThreadServices,
  job: Job,
  error: unknown,
  { isLost, isStopping }: { isLost: boolean; isStopping: boolean },
): Promise<void> {
  const { tenantId, jobId, token, kind, uid } = job;
  const lease = { jobId, token };
  const about = { job: uid, kind, tenant: tenantId };
  const obeyed = (await write(stopJob, tenantId, lease, WAITS)) > 0;
  const ended = (outcome: string) => count("catalogd_jobs_ended_total", [kind, outcome]);
  if (obeyed) {
    ended("stopped");
    return log.info(about, "job stopped as asked");
  }
  // Any error on the way out: another thread goes on with it.
  if (isLost || isLeaseLost(error)) {
    await write(noteAlive, tenantId, lease, WAITS);
    return log.warn(about, "lost the lease of a job");
  }
  // Stopped, and resumed before it had ended, or refused by the disk: it goes on where it was.
  if (isStopping || isJobStopped(error) || isDiskRefusal(error)) {
    await write(releaseJob, tenantId, lease, WAITS);
    return log.info(about, "job given back");
  }
  if (error instanceof TurnIsOver) {
    await write(giveTurn, tenantId, { ...lease, waitMs: error.waitMs }, WAITS);
    return log.debug(about, "a job's turn is over");
  }
  const reason = error instanceof Error ? error.message : String(error);
  ended("failed");
  log.error({ ...about, error: errorText(error) }, "job failed");
  const fatal = error instanceof FatalJobError;
  await write(failJob, tenantId, { lease, error: reason, fatal, jitter: 0.75 + Math.random() / 2 }, WAITS);
}

/** The handler of each kind, loaded when the first job of that kind comes: a thread holds only what it has had use for. */
export const HANDLERS: ReadonlyMap<string, () => Promise<JobHandler<JobKind>>> = new Map(
  Object.values(FAMILIES)
    .flatMap(({ jobs }) => Object.entries(jobs ?? {}))
    .map(([kind, { load }]) => [kind, load as never]),
);

/** Returns whether the handler ended its job itself. */
async function runHandler(services: ThreadServices, job: Job, signal: AbortSignal): Promise<boolean> {
  const { jobId, token, tenantId, kind, payload, checkpoint, uid } = job;
  const load = HANDLERS.get(kind);
  if (!load) throw new FatalJobError(`Cannot run job ${uid}: no handler for ${kind}`);
  let done = false;
  const turnEndsAtMs = services.steadyNow() + TURN_MS;
  const throwIfTurnIsOver = () => {
    if (services.steadyNow() >= turnEndsAtMs) throw new TurnIsOver();
  };
  let lookAtMs = services.steadyNow() + LOOK_MS;
  // From when it first could give way: what it had to read before is not done again for a moment's work.
  let shareEndsAtMs: number | undefined;
  const share = shareOfQueue(job.queue, services.config.threads);
  const throwIfInTheWay = async () => {
    const nowMs = services.steadyNow();
    shareEndsAtMs ??= nowMs + TURN_MS;
    if (nowMs < lookAtMs) return;
    lookAtMs = nowMs + LOOK_MS;
    const isTurnOver = nowMs >= shareEndsAtMs;
    if (await isInTheWay(services.reader(EVERY_TENANT), { ...job, isTurnOver }, share)) throw new TurnIsOver();
  };
  const commit: JobContext<JobKind>["commit"] = async (mutation, input, progress, { waits = true } = {}) => {
    const step = { lease: { jobId, token }, progress };
    const options = { waits, step, isBulk: typeof progress === "object" && job.queue !== "short" };
    const result = await services.write(mutation, tenantId, input, options);
    done = progress === "done";
    return result;
  };
  // enqueue() tied payload and checkpoint to this kind; the compiler cannot see through the registry.
  const handler = (await load()) as (payload: unknown, context: unknown) => Promise<void>;
  const db = services.reader(tenantId);
  await handler(payload, { db, services, checkpoint, signal, commit, throwIfTurnIsOver, throwIfInTheWay });
  return done;
}
