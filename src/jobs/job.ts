import type { JobKind, JobKinds } from "../../db/jobs/kinds.ts";
import type { Mutation, Reader } from "../../db/ports.ts";
import type { ThreadServices } from "../runtime/services.ts";

export interface JobContext<K extends JobKind> {
  /** Reads the rows of the job's tenant. */
  db: Reader;
  services: ThreadServices;
  /** What the last commit noted; `null` when the job starts from the beginning. */
  checkpoint: JobKinds[K]["checkpoint"] | null;
  /** Aborts when the thread stops, the lease is lost, or the job is to be stopped. Pass it to every long await. */
  signal: AbortSignal;
  /**
   * Commits a change together with the job's progress: `"kept"` when the job finds out what is done, `"none"` when it
   * starts again after an interruption. After `"done"` the job is over: return. It waits for a disk that is full, unless
   * `waits` is false: the writer of a file on that disk would wait for itself. It throws `DiskRefuses` then.
   */
  commit<Input, Result>(
    mutation: Mutation<Input, Result>,
    input: Input,
    progress: { checkpoint: JobKinds[K]["checkpoint"] } | "none" | "kept" | "done",
    options?: { waits?: boolean },
  ): Promise<Result>;
  /**
   * Ends this run once it has lasted for a turn, so that other jobs do not wait for one that takes hours: the job is ready
   * again, behind those that wait, and goes on where it was. Call it after a commit that notes what is done, and let what
   * it throws pass.
   */
  throwIfTurnIsOver(): void;
  /**
   * The same for work that computes: its run ends only when another tenant waits, and its own has more than its share of the slots or
   * the run has lasted for a turn. Call it where what was committed notes how far the job is.
   */
  throwIfInTheWay(): Promise<void>;
}

/**
 * Does the work of one kind. What it commits counts once, however often it is run; what it does outside the database
 * (a file, a request, a mail) can happen twice. A handler that returns without `"done"` had nothing more to do.
 */
export type JobHandler<K extends JobKind> = (payload: JobKinds[K]["payload"], context: JobContext<K>) => Promise<void>;

/** A job has had its worker slot for long enough: no failure, and no attempt of it is used up. */
export class TurnIsOver extends Error {
  override readonly name = "TurnIsOver";
  /** It cannot go on before: a provider's limit lets it not. */
  readonly waitMs: number;

  constructor(waitMs = 0) {
    super();
    this.waitMs = waitMs;
  }
}

/** An error that a retry cannot mend: the job fails at once. */
export class FatalJobError extends Error {
  override readonly name = "FatalJobError";
}
