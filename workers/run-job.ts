import type { JobKind } from "../db/jobs/kinds.ts";
import { isJobStopped, isLeaseLost, LEASE_MS } from "../db/jobs/lease.ts";
import type { Job } from "../db/jobs/queue.ts";
import { failJob, finishJob, releaseJob, renewLease, stopJob } from "../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../src/services.ts";
import { FatalJobError, type JobContext } from "./job.ts";
import { HANDLERS } from "./registry.ts";

const isKnown = (kind: string): kind is JobKind => Object.hasOwn(HANDLERS, kind);

/** Runs one claimed job to its end and notes how it ended. Throws only when the note itself cannot be written. */
export async function runJob(services: ThreadServices, job: Job, stopping: AbortSignal): Promise<void> {
  const { tenantId, jobId, token, kind, uid } = job;
  const { write, log } = services;
  const lease = { jobId, token };
  const about = { job: uid, kind, tenant: tenantId };
  const lost = new AbortController();
  const heartbeat = setInterval(() => {
    write(renewLease, tenantId, lease).then(
      (state) => state === "held" || lost.abort(),
      (error: unknown) => log.error({ ...about, error: String(error) }, "cannot renew a lease"),
    );
  }, LEASE_MS / 3);
  const startedAtMs = performance.now();
  try {
    const done = await runHandler(services, job, AbortSignal.any([stopping, lost.signal]));
    if (!done) await write(finishJob, tenantId, undefined, { step: { lease, progress: "done" } });
    log.info({ ...about, duration_ms: Math.round(performance.now() - startedAtMs) }, "job done");
  } catch (error) {
    await noteEnd(services, job, error, stopping.aborted);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Notes why a job did not reach its end. */
async function noteEnd({ write, log }: ThreadServices, job: Job, error: unknown, stopping: boolean): Promise<void> {
  const { tenantId, jobId, token, kind, uid } = job;
  const lease = { jobId, token };
  const about = { job: uid, kind, tenant: tenantId };
  const obeyed = (await write(stopJob, tenantId, lease)) > 0;
  if (obeyed) return log.info(about, "job stopped as asked");
  if (isLeaseLost(error)) return log.warn(about, "lost the lease of a job");
  // Asked to stop, and resumed before it had: it goes on where it was.
  if (stopping || isJobStopped(error)) {
    await write(releaseJob, tenantId, lease);
    return log.info(about, "job given back");
  }
  const reason = error instanceof Error ? error.message : String(error);
  log.error({ ...about, error: error instanceof Error ? (error.stack ?? reason) : reason }, "job failed");
  const fatal = error instanceof FatalJobError;
  await write(failJob, tenantId, { lease, error: reason, fatal, jitter: 0.75 + Math.random() / 2 });
}

/** Returns whether the handler ended its job itself. */
async function runHandler(services: ThreadServices, job: Job, signal: AbortSignal): Promise<boolean> {
  const { jobId, token, tenantId, kind, payload, checkpoint, uid } = job;
  if (!isKnown(kind)) throw new FatalJobError(`Cannot run job ${uid}: no handler for ${kind}`);
  let done = false;
  const commit: JobContext<JobKind>["commit"] = async (mutation, input, progress) => {
    const step = { lease: { jobId, token }, progress };
    const result = await services.write(mutation, tenantId, input, { step, patient: typeof progress === "object" });
    done = progress === "done";
    return result;
  };
  // enqueue() tied payload and checkpoint to this kind; the compiler cannot see through the table.
  const handler = (await HANDLERS[kind]()) as (payload: unknown, context: unknown) => Promise<void>;
  await handler(payload, { db: services.reader(tenantId), services, checkpoint, signal, commit });
  return done;
}
