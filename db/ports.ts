import type { Args, Row } from "./rows.ts";

/**
 * Reads one tenant's rows, in any thread. `:tenant` is bound for it; each statement must say `tenant_id = :tenant`.
 * It cannot write: the connection under it is read-only.
 */
export interface Reader {
  readonly tenantId: string;
  /** Whether each statement is a round trip to a server; absent: none is. */
  readonly isDistant?: boolean;
  /** There, what `begin` asks for before it returns leaves in one round trip, and is read in that order. */
  together?<T>(begin: () => T): T;
  /**
   * How many commits there have been, of all tenants: while it is the same, every read gives the same again, but for what other
   * processes on a server have changed in the time that the setting allows. `null` where that is unknown without a look, or
   * while a commit is under way.
   */
  commits(): number | null;
  all<T>(sql: string, args: Args, read: (row: Row) => T): Promise<T[]>;
  first<T>(sql: string, args: Args, read: (row: Row) => T): Promise<T | undefined>;
  /** The row a statement always returns (`returning`, `count(*)`); throws when it returns none. */
  one<T>(sql: string, args: Args, read: (row: Row) => T): Promise<T>;
}

/** A reader that sees one state of the database, regardless of later writes. Close it. */
export interface Snapshot extends Reader {
  close(): void;
}

/** A reader that may also write. Exists only inside a mutation, and is refused once that mutation has ended. */
export interface Tx extends Reader {
  /** Runs a write without `returning`; the answer is how many rows it touched. */
  run(sql: string, args: Args): Promise<number>;
  /** Runs one write for each set of arguments: a prepared loop on a file; on a server as `send` does. */
  runMany(sql: string, args: readonly Args[]): Promise<void>;
  /**
   * Runs a write whose count is not needed. On a server it leaves with the next statement that is waited for, so what it
   * throws may come from that one or from the commit.
   */
  send(sql: string, args: Args): Promise<void>;
  /**
   * Begins reads that will be asked for soon. On a server they leave together, and who asks for one of them, before anything
   * is written, has its answer without a round trip of his own. On a file nothing is read before it is asked for.
   */
  ahead(begin: (db: Reader) => readonly Promise<unknown>[]): void;
  /** The same transaction for another tenant. Only what serves all tenants has a use for it: the job queue, the login. */
  as(tenantId: string): Tx;
  /** Wakes the job threads once this transaction is committed; `enqueue` calls it. */
  wakeJobs(): void;
}

/** Who makes a change, and by which request: stored in the audit log. */
export interface Actor {
  kind: "user" | "api_key" | "operator" | "console" | "system";
  /** Of the user or key. */
  id: string | null;
  requestId: string | null;
  address: string | null;
}

export interface MutationContext {
  /** Unix milliseconds. */
  now: () => number;
  newId: () => string;
  /** Absent: leases are counted by `now`, and end on time. */
  leases?:
    | {
        /** Milliseconds on a clock that never goes back. */
        now: () => number;
        /**
         * How long after its end a lease is still its holder's. Long where no other process has the database: its threads
         * live as long as it does, and one that has not renewed is slow.
         */
        graceMs: number;
      }
    | undefined;
  /** Absent: the service itself. */
  by?: Actor | undefined;
  /** What is to be done when a job has failed for good, by its kind. Absent where no job is run. */
  failures?: Pick<ReadonlyMap<string, NoteFailure<never>>, "get"> | undefined;
}

/** What a job that failed for good leaves to do for the record it worked on, in the same transaction. */
export type NoteFailure<Payload> = (
  tx: Tx,
  payload: Payload,
  error: string,
  context: MutationContext,
) => Promise<unknown>;

/** One named change. Input and result cross threads, so both are plain data: no class, no function. */
export interface Mutation<Input, Result> {
  readonly name: string;
  /** Inside another mutation call this directly: both changes then share one transaction. */
  readonly run: (tx: Tx, input: Input, context: MutationContext) => Promise<Result>;
}

/** Names a change, `family.verb`. It runs alone, wholly or not at all; it may await `tx` and nothing else. */
export const mutation = <Input, Result>(
  name: string,
  run: Mutation<Input, Result>["run"],
): Mutation<Input, Result> => ({ name, run });

/** Any mutation, as a registry holds it. */
export type AnyMutation = Mutation<never, unknown>;

/** A job's proof that it still holds its lease; `token` grows with every claim. */
export interface Lease {
  jobId: number;
  token: number;
}

/**
 * Commits a mutation as part of a job: refused when the lease is lost, and the job moves on in the same transaction. With
 * `"none"` it does not move: interrupted, it starts where it would have started before. `"kept"` is progress that needs no
 * checkpoint, because the job sees what is done.
 */
export interface JobStep {
  lease: Lease;
  progress: { checkpoint: unknown } | "none" | "kept" | "done";
}

/** A caller's promise that a repeated request is the same one: the mutation runs once, and its result is stored a day. */
export interface Once {
  /** Who asks: the id of the key or user. */
  scope: string;
  key: string;
  fingerprint: string;
}

export interface WriteOptions {
  step?: JobStep | undefined;
  once?: Once | undefined;
  by?: Actor | undefined;
  /** Bulk work that is sent ahead: it waits while others do, and its answer may take a while. */
  isBulk?: boolean | undefined;
  /**
   * Reads what the mutation has left. A server is asked together with the commit; on a file it is never called, because a
   * read costs nothing there. Its answer counts only if the write succeeds.
   */
  readAlong?: ((db: Reader, result: unknown) => Promise<unknown>) | undefined;
  /**
   * A job's own: while the disk takes no writes it waits for it, in the order it was sent, instead of being refused. For its turn at
   * a server it waits as long as what a job commits.
   */
  waits?: boolean | undefined;
}

/** Runs a mutation and answers once it is on disk. Rejects with what it threw; nothing of it is stored then. */
export type Write = <Input, Result>(
  mutation: Mutation<Input, Result>,
  tenantId: string,
  input: Input,
  options?: WriteOptions,
) => Promise<Result>;

/**
 * Changes the search index, wholly or not at all, and answers once that is written. Where the database is a file the
 * index is one of its own, and only one thread of the process has it: this rejects in all others.
 */
export type WriteIndex = <Input, Result>(
  change: (tx: Tx, input: Input) => Promise<Result>,
  tenantId: string,
  input: Input,
) => Promise<Result>;

/** How busy the one writer is. */
export interface WriterStats {
  /** Mutations waiting in the writer thread. */
  queued: number;
  /** Mutations committed since it started. */
  committed: number;
  groups: number;
}

/** Says when the database may have changed, or something in it become due. */
export interface Changes {
  /** How often that was so. Note it before looking at the database, and hand it to `wait`. */
  count(): number;
  /** Resolves when it is so, at the latest after `timeoutMs`; at once when it was since `count` was `seen`. */
  wait(timeoutMs: number, seen: number, signal: AbortSignal): Promise<void>;
}

/** What one thread holds of the database. */
export interface Database {
  /** Where each look at the database is a statement on a server; absent where looking costs nothing. */
  changes?: Changes;
  /** Has `changes` hear of what other processes commit, until `signal` aborts. One thread of a process does it for all. */
  watch?(signal: AbortSignal): Promise<void>;
  reader(tenantId: string): Reader;
  snapshot(tenantId: string): Promise<Snapshot>;
  write: Write;
  writeIndex: WriteIndex;
  writerStats(): Promise<WriterStats>;
  /** Tries whether it can be written to, where that is not known anyway. Throws when it cannot. */
  check?(): Promise<void>;
  close(): void;
}

/** The tenant of work that serves all of them: only jobs, their schedules, mails to the operator and the login use it. */
export const EVERY_TENANT = "*";
