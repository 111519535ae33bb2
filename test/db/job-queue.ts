import { join } from "node:path";
import type { Job } from "../../db/jobs/queue.ts";
import { findJobState } from "../../db/jobs/tenant-jobs.ts";
import { EVERY_TENANT, type Lease, type MutationContext } from "../../db/ports.ts";
import { claimJobs, finishJob, noteStep, renewLease, rescueJobs } from "../../src/jobs/lifecycle.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase, openServerDatabase } from "./databases.ts";
import { queue, TEST_MUTATIONS } from "./test-mutations.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

/** A queue of its own, on a clock that the test moves: `clock` is the machine's, `steady` what leases are counted by. */
export async function openQueue({ graceMs = 0, serverUrl = "" } = {}) {
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  const steady = { nowMs: 1_000 };
  const context: MutationContext = {
    now: () => clock.nowMs,
    newId,
    leases: { now: () => steady.nowMs, graceMs },
  };
  const { write, reader } = serverUrl
    ? await openServerDatabase(serverUrl, context)
    : await openFileDatabase(TEST_MUTATIONS, context, join(temporaryFolder(), "test.db"));
  const tenant = newId();
  const claim = async (): Promise<Job[]> => {
    const { jobs } = await write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 100 });
    return jobs.filter(({ tenantId }) => tenantId === tenant);
  };
  const leaseOf = ({ jobId, token }: Job): Lease => ({ jobId, token });
  const later = (ms: number) => {
    clock.nowMs += ms;
    steady.nowMs += ms;
  };
  const renew = (job: Job) => write(renewLease, tenant, leaseOf(job));
  /**
   * The process lives for this long: it takes what is ready, with what it has in progress already, and renews their leases.
   */
  const live = async (seconds: number, inProgress: Job[] = []) => {
    const running = [...inProgress, ...(await claim())];
    for (let left = seconds; left > 0; left -= 10) {
      later(Math.min(10, left) * SECOND_MS);
      if (left < 10) return;
      for (const job of running) await renew(job);
      running.push(...(await claim()));
    }
  };
  return {
    clock,
    later,
    live,
    claim,
    write,
    reader,
    leaseOf,
    tenant,
    /** What a thread does that takes jobs of another queue. */
    look: () => write(claimJobs, EVERY_TENANT, { queue: "index", owner: "other", limit: 1 }),
    /** Adds a job; answers its name. */
    add: async () => {
      const uid = newId();
      await write(queue, tenant, { uid });
      return uid;
    },
    stateOf: (uid: string) => findJobState(reader(tenant), uid),
    deathsOf: (uid: string) =>
      reader(tenant).one("select deaths from job where tenant_id = :tenant and uid = :uid", { uid }, (row) =>
        Number(row["deaths"]),
      ),
    /** The process dies with all that runs, and the next one starts `afterMs` later. */
    die: async (afterMs = SECOND_MS) => {
      later(afterMs);
      await write(rescueJobs, EVERY_TENANT, undefined);
    },
    renew,
    progress: (job: Job, checkpoint = {}) =>
      write(noteStep, tenant, undefined, { step: { lease: leaseOf(job), progress: { checkpoint } } }),
    finish: (job: Job) => write(finishJob, tenant, undefined, { step: { lease: leaseOf(job), progress: "done" } }),
  };
}
