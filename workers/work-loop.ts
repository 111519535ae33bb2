import type { QueueName } from "../db/jobs/kinds.ts";
import { EVERY_TENANT } from "../db/ports.ts";
import { claimJobs } from "../src/jobs/lifecycle.ts";
import type { ThreadServices } from "../src/services.ts";
import { maintain } from "./maintenance/maintain.ts";
import { runJob } from "./run-job.ts";
import { followSearch } from "./search/follow.ts";
import { followRemote } from "./search/follow-remote.ts";
import { followSimilar } from "./search/follow-similar.ts";
import { followVectors } from "./search/follow-vectors.ts";
import { deliver } from "./webhooks/deliver.ts";

/** A thread hears of new jobs by the bell; this is for what rings no bell: a lost message. */
const POLL_MS = 5_000;
/** On a server other processes queue jobs too, and no bell reaches us. */
const REMOTE_POLL_MS = 250;
const RETRY_MS = 2_000;
/** How many jobs of each queue a thread has in hand: long work one at a time, work that mostly waits several. */
const IN_HAND: Record<QueueName, number> = { bulk: 1, quick: 4 };

/**
 * Runs jobs of every queue until `signal` aborts; the first thread also keeps the search index up to date and removes
 * what is old, the last delivers to webhooks. Returns once the jobs in hand have ended; never throws.
 */
export async function work(
  services: ThreadServices,
  { owner, isFirst, isLast }: { owner: string; isFirst: boolean; isLast: boolean },
  signal: AbortSignal,
): Promise<void> {
  // Object.entries forgets the literal types of the keys.
  const queues = Object.entries(IN_HAND) as [QueueName, number][];
  const loops = queues.flatMap(([queue, count]) =>
    Array.from({ length: count }, () => workLoop(services, queue, owner, signal)),
  );
  if (isFirst) loops.push(followSearch(services, signal), followVectors(services, signal), maintain(services, signal));
  if (isLast) loops.push(deliver(services, signal));
  const { remote } = services.search;
  if (isFirst && remote) {
    loops.push(followRemote(services, remote.words, signal), followSimilar(services, remote.similar, signal));
  }
  await Promise.all(loops);
}

/** Claims and runs jobs of one queue, one at a time, until `signal` aborts. Never throws. */
async function workLoop(services: ThreadServices, queue: QueueName, owner: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const seen = services.bell.count();
    const idleMs = await workOnce(services, queue, owner, signal).catch((error: unknown) => {
      services.log.error({ error: String(error), queue }, "cannot work");
      return RETRY_MS;
    });
    if (idleMs > 0) await services.bell.wait(idleMs, seen, signal);
  }
}

/** Runs the next job, if any. Returns how long to wait before asking again, in milliseconds. */
async function workOnce(
  services: ThreadServices,
  queue: QueueName,
  owner: string,
  signal: AbortSignal,
): Promise<number> {
  const { jobs, nextDueAtMs } = await services.write(claimJobs, EVERY_TENANT, { queue, owner, limit: 1 });
  for (const job of jobs) await runJob(services, job, signal);
  if (jobs.length > 0) return 0;
  const pollMs = services.config.databaseUrl === undefined ? POLL_MS : REMOTE_POLL_MS * (0.8 + Math.random() * 0.4);
  return nextDueAtMs === null ? pollMs : Math.min(pollMs, Math.max(1, nextDueAtMs - services.now()));
}
