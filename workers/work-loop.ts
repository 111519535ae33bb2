import type { QueueName } from "../db/jobs/kinds.ts";
import { isWaiting, type Share } from "../db/jobs/queue.ts";
import { isDiskRefusal } from "../db/local/disk-refusal.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import { claimJobs, hasStartToNote, lookForJobs, noteStart } from "../src/jobs/lifecycle.ts";
import { HANDS, helperOf, type JobRole, shareOfQueue } from "../src/jobs/worker-slots.ts";
import type { ThreadReport } from "../src/runtime/calls/pooled-thread.ts";
import type { ThreadServices } from "../src/runtime/services.ts";
import { followForConnectors } from "./connectors/follow.ts";
import { maintain } from "./maintenance/maintain.ts";
import { runJob } from "./run-job.ts";
import { followSchedules } from "./schedules/follow.ts";
import { followSearch } from "./search/follow.ts";
import { followRemote } from "./search/follow-remote-index.ts";
import { followSimilar } from "./search/follow-similar.ts";
import { followVectors } from "./search/follow-vectors.ts";
import { deliver } from "./webhooks/deliver.ts";

/** The bell announces new jobs; this is for unannounced ones: the end of a dead thread's lease. */
const POLL_MS = 5_000;
/** On a server each look is a statement, and the bell also rings for jobs of other processes. */
const REMOTE_POLL_MS = 60_000;
const RETRY_MS = 2_000;
/** What each takes from or looks after: the background worker sees that the others come. */
const QUEUES: Record<JobRole, QueueName[]> = {
  background: ["bulk", "short", "outside", "quick", "asked", "index"],
  "on-demand": ["bulk", "short", "quick", "asked"],
  outside: ["outside"],
};

interface Worker {
  /** The name of the thread. */
  owner: string;
  /** The background worker also follows changes, delivers to webhooks and removes what is old. */
  role: JobRole;
  report(what: ThreadReport): void;
}

/** What a thread has to do with one queue. */
interface Station {
  queue: QueueName;
  owner: string;
  /** How many jobs it may run at a time. */
  hands: number;
  /** And how many of them, with those of the other threads, of one tenant. */
  share: Share;
  /** Notes that a job was taken, or that one ended. */
  note(change: 1 | -1): void;
  /** Calls for another thread when a job waits and no hand of this one is free. Never throws. */
  look(): Promise<void>;
}

/** Runs jobs of every queue until `signal` aborts. Returns once the running jobs have ended; never throws. */
export async function work(
  services: ThreadServices,
  { owner, role, report }: Worker,
  signal: AbortSignal,
): Promise<void> {
  const attending = role === "background" ? attend(services, signal) : [];
  if (role === "background" && services.changes) await noteProcess(services, signal);
  const inProgress = { bulk: 0, short: 0, outside: 0, quick: 0, asked: 0, index: 0 };
  const loops = QUEUES[role].flatMap((queue) => {
    const hands = HANDS[role][queue];
    const share = shareOfQueue(queue, services.config.threads);
    const helper = helperOf(queue);
    const station: Station = {
      queue,
      owner,
      hands,
      share,
      note: (change) => {
        inProgress[queue] += change;
        if (role !== "background") report({ ...inProgress });
      },
      look: async () => {
        if (inProgress[queue] < hands || !helper) return;
        const waits = await isWaiting(services.reader(EVERY_TENANT), queue, share).catch(() => false);
        if (waits) report({ wanted: helper });
      },
    };
    return [lookOut(services, station, signal), serve(services, station, signal)];
  });
  await Promise.all([...attending, ...loops]);
}

/**
 * Notes, before the first job is taken, what the start of a process says about those that wait. A server may be busy for long: only
 * jobs wait for that, and the process answers meanwhile. Never throws.
 */
async function noteProcess({ reader, write, log, pause }: ThreadServices, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const db = reader(EVERY_TENANT);
      if (await hasStartToNote(db)) await write(noteStart, EVERY_TENANT, undefined, { waits: true });
      return;
    } catch (error) {
      log.warn({ error: String(error) }, "waiting for the database server");
      await pause(RETRY_MS, signal).catch(() => undefined);
    }
  }
}

/** What one thread does for all: keeps the search index up to date, removes what is old, delivers to webhooks. */
function attend(services: ThreadServices, signal: AbortSignal): Promise<void>[] {
  const { remote } = services.search;
  return [
    followSearch(services, signal),
    followVectors(services, signal),
    maintain(services, signal),
    followSchedules(services, signal),
    deliver(services, signal),
    followForConnectors(services, signal),
    ...(services.watch ? [services.watch(signal)] : []),
    ...(remote ? [followRemote(services, remote.words, signal), followSimilar(services, remote.similar, signal)] : []),
  ];
}

/** How long to wait for the bell. */
const pollMs = ({ changes }: ThreadServices) => (changes ? REMOTE_POLL_MS * (0.8 + Math.random() * 0.4) : POLL_MS);

/** Sees that jobs are not left waiting by a thread that has its hands full, until `signal` aborts. */
async function lookOut(services: ThreadServices, { look }: Station, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const seen = services.bell.count();
    await look();
    await services.bell.wait(pollMs(services), seen, signal);
  }
}

/** Takes and runs jobs of one queue until `signal` aborts, then waits for the running ones. Never throws. */
async function serve(services: ThreadServices, station: Station, signal: AbortSignal): Promise<void> {
  const { queue, hands, note, look } = station;
  // The writer reports a disk that takes nothing; each thread would as well.
  const logFault = (error: unknown) =>
    services.log[isDiskRefusal(error) ? "debug" : "error"]({ error: String(error), queue }, "cannot work");
  const inProgress = new Set<Promise<void>>();
  const begin = (job: Parameters<typeof runJob>[1]) => {
    note(1);
    const run = runJob(services, job, signal)
      .catch(logFault)
      .finally(() => {
        inProgress.delete(run);
        note(-1);
      });
    inProgress.add(run);
    void look();
  };
  while (hands > 0 && !signal.aborted) {
    try {
      if (inProgress.size === hands) await Promise.race(inProgress);
      else await takeNext(services, station, begin, signal);
    } catch (error) {
      logFault(error);
      await services.bell.wait(RETRY_MS, services.bell.count(), signal);
    }
  }
  await Promise.all(inProgress);
}

/** Begins the next job; without one it waits until the bell rings, one is due, or it is time to look again. */
async function takeNext(
  services: ThreadServices,
  { queue, owner, share }: Station,
  begin: (job: Parameters<typeof runJob>[1]) => void,
  signal: AbortSignal,
): Promise<void> {
  const seen = services.bell.count();
  const times = { nowMs: services.now(), leaseMs: services.steadyNow() };
  const { isWorthwhile, ...known } = await lookForJobs(services.reader(EVERY_TENANT), { queue, share }, times);
  let { nextDueAtMs } = known;
  if (isWorthwhile) {
    const { jobs, nextDueAtMs: next } = await services.write(claimJobs, EVERY_TENANT, {
      queue,
      owner,
      limit: 1,
      share,
    });
    const [job] = jobs;
    if (job) return begin(job);
    nextDueAtMs = next;
  }
  const untilDueMs = nextDueAtMs === null ? Number.POSITIVE_INFINITY : Math.max(1, nextDueAtMs - services.now());
  await services.bell.wait(Math.min(pollMs(services), untilDueMs), seen, signal);
}
