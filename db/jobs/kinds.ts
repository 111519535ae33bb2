/**
 * Every kind of background work: what its row carries, and what it notes down to go on from there after an interruption. Each
 * family declares its own, in `src/<family>/family.ts` or `jobs.ts` beside it. `family.verb` is also the file of its handler: `workers/family/verb.ts`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: families add to it
export interface JobKinds {}

export type JobKind = keyof JobKinds;

/**
 * Queues keep short work from waiting behind long work: on-demand workers take from `bulk`, `quick` and `asked`, long work
 * that a request waits for, and the background worker from `quick` and from `index`, what changes the search index. Long
 * work that waits for servers of others is in `outside`, which has threads of its own. Work as that of `bulk` that is done
 * in a second or two is in `short`, so that it never waits for what takes minutes.
 */
export const QUEUES = ["bulk", "short", "outside", "quick", "asked", "index"] as const;
export type QueueName = (typeof QUEUES)[number];

/** Long work that mostly waits, for servers which tenants name. */
const OUTSIDE: ReadonlySet<JobKind> = new Set<JobKind>([
  // In a thread of its own.
  "backup.make",
  "connectors.fetch-images",
  "connectors.read-news",
  "connectors.sync",
  "enrichment.batch",
  "exchange-rates.fetch",
  "export-schedules.retry",
  "export-schedules.run",
  "imports.fetch",
  "imports.fetch-images",
  "imports.settle-source",
  "price-monitor.check",
  "translation.batch",
  "web.enrich",
  "web.price-bot",
]);

/** The queue of long work of a kind. */
export const longQueueOf = (kind: JobKind): "bulk" | "outside" => (OUTSIDE.has(kind) ? "outside" : "bulk");
