import { toWire, type WireError } from "../../../db/local/write-port.ts";
import { ApiError, reviveError } from "../../http/output/errors.ts";
import { nextTurn } from "../event-loop-turn.ts";
import { countStreams } from "../open-streams.ts";
import type { AnyCall, Calling, StreamCall } from "./calls.ts";

/** A call as it reaches a worker thread; the answer goes back through `port`. */
export interface CallMessage {
  call: string;
  tenantId: string;
  input: unknown;
  stream: boolean;
  port: MessagePort;
}

type Answer = { result: unknown } | { error: WireError } | { chunk: Uint8Array } | { end: true };
type Pull = "pull" | "cancel";

/** How many chunks of a stream are made before they are taken: while one is sent, the next is on its way. */
const CHUNKS_AHEAD = 2;

/** How a worker thread answers calls. */
export interface CallHandlers {
  /** `signal` is aborted when the caller no longer waits for the answer. */
  answer(name: string, tenantId: string, input: unknown, signal: AbortSignal): Promise<unknown>;
  stream(name: string, tenantId: string, input: unknown): AsyncIterable<Uint8Array>;
}

/** The thread that a call goes to. */
export interface CallThread {
  /** Sends it now, or when its turn comes. */
  send(message: CallMessage, transfer: MessagePort[]): void;
  /** Whether it has not been sent yet; absent: it is sent at once. */
  isWaiting?(): boolean;
  /** The call is answered, or its caller no longer waits. */
  done(): void;
}

/** The chunks that arrive at a port, one requested at a time. */
function streamOf(port: MessagePort, done: () => void): ReadableStream<Uint8Array> {
  let arrived = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        port.onmessage = ({ data }: { data: Answer }) => {
          arrived();
          if ("chunk" in data) return controller.enqueue(data.chunk);
          done();
          if ("error" in data) controller.error(reviveError(data.error));
          else controller.close();
        };
      },
      // Resolves when the chunk is here, so no second one is requested meanwhile.
      pull: () =>
        new Promise<void>((resolve) => {
          arrived = resolve;
          port.postMessage("pull" satisfies Pull);
        }),
      cancel: () => {
        port.postMessage("cancel" satisfies Pull);
        done();
      },
    },
    { highWaterMark: CHUNKS_AHEAD },
  );
}

/** The HTTP thread's side; `take` says which thread is the next one's, or throws why there is none. */
export function openCallLine(take: (wanted: { call: AnyCall; tenantId: string }) => CallThread): Calling {
  function send(call: AnyCall | StreamCall<never>, tenantId: string, input: unknown, stream: boolean) {
    const thread = take({ call, tenantId });
    const { port1, port2 } = new MessageChannel();
    thread.send({ call: call.name, tenantId, input, stream, port: port2 }, [port2]);
    return {
      port: port1,
      isWaiting: () => thread.isWaiting?.() ?? false,
      done: () => {
        thread.done();
        port1.close();
      },
    };
  }

  const streams = countStreams();

  return {
    call: (call, tenantId, input, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(reasonOf(signal));
        const { port, isWaiting, done } = send(call, tenantId, input, false);
        const leave = () => {
          // One that is under way keeps its thread until it has ended.
          if (isWaiting()) {
            clearTimeout(timer);
            done();
          } else port.postMessage("cancel" satisfies Pull);
          reject(reasonOf(signal));
        };
        signal?.addEventListener("abort", leave, { once: true });
        const giveUp = () => {
          signal?.removeEventListener("abort", leave);
          port.postMessage("cancel" satisfies Pull);
          // Its thread may never come back to it: no caller counts on that.
          done();
          reject(noAnswer());
        };
        const timer = call.outsideMs === undefined ? undefined : setTimeout(giveUp, call.outsideMs);
        port.onmessage = ({ data }: { data: Answer }) => {
          clearTimeout(timer);
          nextTurn();
          signal?.removeEventListener("abort", leave);
          done();
          if ("error" in data) reject(reviveError(data.error));
          // The thread ran what answers this very call, so the result is of its type.
          else resolve(("result" in data ? data.result : undefined) as never);
        };
      }),
    stream: (call, tenantId, input) => {
      const leave = streams.enter(tenantId);
      const { port, done: end } = sendOr(leave, () => send(call, tenantId, input, true));
      const done = () => {
        leave();
        end();
      };
      return streamOf(port, done);
    },
  };
}

const RETRY_SECONDS = 30;
const noAnswer = () =>
  new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
    key: "busy.no_answer",
    headers: { "retry-after": String(RETRY_SECONDS) },
  });

/** Why the caller no longer waits: what the caller says, or a refusal without a listener. */
const reasonOf = (signal: AbortSignal | undefined): unknown =>
  signal?.reason instanceof ApiError ? signal.reason : new ApiError("SYSTEM_SERVICE_UNAVAILABLE");

/** What `send` answers; `undo` is called when it throws. */
function sendOr<T>(undo: () => void, send: () => T): T {
  try {
    return send();
  } catch (error) {
    undo();
    throw error;
  }
}

/** A worker thread's side: runs one call and answers through its port. Never throws. */
export function answerCall({ call, tenantId, input, stream, port }: CallMessage, handlers: CallHandlers): void {
  const reply = (answer: Answer, transfer: ArrayBuffer[] = []) => port.postMessage(answer, transfer);
  const refuse = (error: unknown) => reply({ error: toWire(error) });
  if (!stream) {
    const left = new AbortController();
    port.onmessage = () => left.abort(new Error("Nobody waits for it any more"));
    handlers.answer(call, tenantId, input, left.signal).then((result) => reply({ result }), refuse);
    return;
  }
  const chunks = handlers.stream(call, tenantId, input)[Symbol.asyncIterator]();
  let turn: Promise<void> = Promise.resolve();
  let ahead: Promise<IteratorResult<Uint8Array>> | undefined;
  const next = async () => {
    const { done, value } = await (ahead ?? chunks.next());
    if (done) return reply({ end: true });
    // Handed over, not copied, when the bytes have a buffer of their own.
    const isWhole = value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength;
    reply({ chunk: value }, isWhole ? [value.buffer] : []);
    // Made while this one is sent. Its errors are thrown when the result is read.
    ahead = chunks.next();
    ahead.catch(() => undefined);
  };
  port.onmessage = ({ data }: { data: Pull }) => {
    if (data === "pull") turn = turn.then(next).catch(refuse);
    else turn = turn.then(async () => void (await chunks.return?.())).catch(() => port.close());
  };
}
