import type { BusyKey } from "../../http/output/messages/busy.ts";

const MINUTE_MS = 60_000;
/** A model may be given ten minutes for an answer, and is called three times. */
export const MODEL_MS = 35 * MINUTE_MS;
export const SERVER_MS = 10 * MINUTE_MS;

/** How a call is carried to its thread. */
interface CallOptions {
  /**
   * Of one that computes much of the catalog: what it is called when too many wait. It waits in a queue, so that a thread has few
   * of them at a time; the others are sent at once.
   */
  queuedAs?: BusyKey;
  /**
   * Of one that waits for servers of others: for how long somebody waits for it at most, in milliseconds. Longer than what it
   * waits for may take, so that it ends only when its thread does not.
   */
  outsideMs?: number;
}

/**
 * Work that a request waits for and that is too heavy for the HTTP thread: it runs in a worker thread and is lost when the
 * process ends. What it changes is changed once, however often it is called. Input and result are plain data.
 */
export interface Call<Input, Result> extends CallOptions {
  /** `family.verb` */
  readonly name: string;
  /** For the compiler alone. */
  readonly types?: (input: Input) => Result;
}

/** Like `Call`, but the answer is a stream of bytes. */
export interface StreamCall<Input> {
  readonly name: string;
  readonly types?: (input: Input) => Uint8Array;
}

/** A call of any types. */
export type AnyCall = Call<never, unknown>;

/** Declares a call; its family says what answers it. */
export const call = <Input, Result>(name: string, options: CallOptions = {}): Call<Input, Result> => ({
  name,
  ...options,
});

/** Declares a call that is answered by a stream. */
export const stream = <Input>(name: string): StreamCall<Input> => ({ name });

/** How the HTTP thread calls worker threads. */
export interface Calling {
  /**
   * Throws SYSTEM_SERVICE_UNAVAILABLE when too much waits to be answered. A signal ends the work, or drops the call while
   * it still waits, when the caller no longer waits for the answer; this throws the signal's reason then, if it is an
   * `ApiError`.
   */
  call<Input, Result>(
    call: Call<Input, Result>,
    tenantId: string,
    input: NoInfer<Input>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * The stream is made as fast as it is read. Cancelling it ends the work. Throws RATE_LIMIT_EXCEEDED when the tenant has
   * too many open.
   */
  stream<Input>(call: StreamCall<Input>, tenantId: string, input: NoInfer<Input>): ReadableStream<Uint8Array>;
}
