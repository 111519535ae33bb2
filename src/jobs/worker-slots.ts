import type { QueueName } from "../../db/jobs/kinds.ts";
import type { Share } from "../../db/jobs/queue.ts";
import { shareOf } from "../runtime/calls/tenant-shares.ts";

/** The threads that run jobs. */
export type JobRole = "background" | "on-demand" | "outside";

/**
 * The number of running jobs of each queue in a thread: long work one at a time, work that mostly waits several. The
 * background worker leaves long work to the others, so that it always has time for all else, but for what changes the
 * search index: no other thread may.
 */
export const HANDS: Record<JobRole, Record<QueueName, number>> = {
  background: { bulk: 0, short: 0, outside: 0, quick: 4, asked: 0, index: 1 },
  "on-demand": { bulk: 1, short: 1, outside: 0, quick: 4, asked: 1, index: 0 },
  outside: { bulk: 0, short: 0, outside: 4, quick: 0, asked: 0, index: 0 },
};

/** Jobs that may wait for the server of a tenant's choice: none of them is quicker for having more than half of the slots. */
const STRICT: ReadonlySet<QueueName> = new Set(["outside", "quick"]);

/** A tenant's share of the slots of a queue, by the number of threads of each kind. */
export function shareOfQueue(queue: QueueName, threads: number): Share {
  const slots = HANDS.background[queue] + threads * (HANDS["on-demand"][queue] + HANDS.outside[queue]);
  const share = shareOf(slots);
  return { share, most: STRICT.has(queue) ? share : slots };
}

/** Who can be called for more hands for a queue; `undefined`: no user. */
export const helperOf = (queue: QueueName): Exclude<JobRole, "background"> | undefined =>
  (["on-demand", "outside"] as const).find((role) => HANDS[role][queue] > 0);
