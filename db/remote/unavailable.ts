import { LibsqlError } from "@libsql/client/http";

/**
 * The database server did not answer, not in time, or not as one: nothing is known of a change whose COMMIT was on its way,
 * and nothing is stored of any other. Known by its name, because errors lose their class between threads.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** What the client says when the server has stopped, was restarted meanwhile, or is not what answered. */
const LOST = new Set(["SERVER_ERROR", "HRANA_CLOSED_ERROR", "HRANA_PROTO_ERROR", "STREAM_EXPIRED"]);
/** Whether a connection has ended: what was not sent with COMMIT is not stored. */
export const isLost = (error: unknown): boolean => error instanceof LibsqlError && LOST.has(error.code);

/** The server took nothing: it was busy, or it ended a transaction that ran for more than 5 s. */
const NOTHING_TAKEN = new Set(["SQLITE_BUSY", "TRANSACTION_CLOSED", "TRANSACTION_TIMEOUT"]);

/** Whether a transaction that failed so has left nothing behind, and may be run again. */
export const isUntaken = (error: unknown): error is LibsqlError =>
  error instanceof LibsqlError && NOTHING_TAKEN.has(error.code);

/** The server takes no writes now: its disk is full, which sqld calls an I/O error, or an operator has made it read-only. */
const NO_WRITES = /^(?:SQLITE_(?:FULL|IOERR|READONLY)|BLOCKED)/;
export const takesNoWrites = (error: unknown): boolean => error instanceof LibsqlError && NO_WRITES.test(error.code);

/** An answer was longer than what the server sends at once: of a statement and those along with it 10 MB, of all callers 32 MB. */
const TOO_LONG = "RESPONSE_TOO_LARGE";

/** The error to report, which says when it is the server that cannot be used now. */
export function reportedError(error: unknown): unknown {
  if (!(error instanceof LibsqlError)) return error;
  if (error.code !== TOO_LONG && !isLost(error) && !isUntaken(error) && !takesNoWrites(error)) return error;
  return new DatabaseUnavailable(`The database server cannot be used now: ${error.message}`, { cause: error });
}

const isReported = (error: unknown, code: string): boolean =>
  error instanceof DatabaseUnavailable && error.cause instanceof LibsqlError && error.cause.code === code;

/** Whether the server ended a transaction that ran for more than 5 s. Less in one transaction may help. */
export const isTransactionTooLong = (error: unknown): boolean => isReported(error, "TRANSACTION_TIMEOUT");

/** Whether an answer was too long for the server. A part of it at a time may help. */
export const isAnswerTooLong = (error: unknown): boolean => isReported(error, TOO_LONG);

/** A `fetch` for the client whose requests, answers included, take `limitMs` at most. Throws `DatabaseUnavailable`. */
export const fetchWithin =
  (limitMs: number) =>
  async (request: Request): Promise<Response> => {
    try {
      return await fetch(request, { signal: AbortSignal.timeout(limitMs) });
    } catch (error) {
      throw unreachable(error);
    }
  };

function unreachable(error: unknown): DatabaseUnavailable {
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable(`The database server does not answer: ${reason}`, { cause: error });
}

/** When something must have come to its end. */
export interface Deadline {
  /** Milliseconds that are left; 0 or less when it has passed. */
  leftMs(): number;
}

export function deadlineIn(ms: number): Deadline {
  const atMs = performance.now() + ms;
  return { leftMs: () => atMs - performance.now() };
}

/** Rejects with `DatabaseUnavailable` when the deadline passes first; what runs then is left to itself. */
export async function until<T>(deadline: Deadline, running: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(new DatabaseUnavailable("The database server does not answer in time"));
  const timer = setTimeout(refuse, Math.max(0, deadline.leftMs()));
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
    // No caller waits for what comes later.
    running.catch(() => undefined);
  }
}
