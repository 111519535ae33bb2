import type { CallMessage } from "./call-line.ts";

/**
 * What a thread is for. The one `background` worker follows changes, delivers to webhooks and runs short jobs. `on-demand`
 * workers run long jobs, and `reader`s answer calls: what a request waits for may keep a thread's event loop busy for as
 * long as requests come, so that neither deliveries nor jobs may depend on it. `outside` threads answer calls and run long
 * jobs that wait for servers of others: searches, imports and exports do not depend on these.
 */
export type ThreadRole = "background" | "on-demand" | "reader" | "outside";

/** Jobs by their queue. */
export interface RunningJobs {
  short: number;
  bulk: number;
  outside: number;
  quick: number;
  asked: number;
}

/** The messages of a worker thread to the pool. */
export type ThreadReport =
  /** It answers calls. */
  | "ready"
  /** A job waits that it has no free hand for, and such a thread would have. */
  | { wanted: "on-demand" | "outside" }
  /** The number of its running jobs; all but the background worker say. */
  | RunningJobs
  /** It has ended its work in progress. */
  | "stopped";

/** A thread as the pool sees it. */
export interface PooledThread {
  send(message: CallMessage | "stop", transfer?: MessagePort[]): void;
  /** Frees all it held. Only after `"stopped"`. */
  end(): void;
}
