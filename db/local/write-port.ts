import type { WriterStats } from "../ports.ts";
import type { CommitCount } from "./commit-count.ts";
import type { WriterLine } from "./database.ts";
import type { WriteRequest } from "./waiting-line.ts";
import type { Writer } from "./writer.ts";

/** An error as it crosses threads: structured clone would drop the fields of a subclass. */
export interface WireError extends Record<string, unknown> {
  name: string;
  message: string;
  stack: string;
}

type Call = { id: number; request: WriteRequest | "stats" };
type Answer = { id: number; result: unknown } | { id: number; error: WireError };
type FromWriter = Answer[] | CommitCount;

export const toWire = (error: unknown): WireError =>
  error instanceof Error
    ? { ...error, name: error.name, message: error.message, stack: error.stack ?? "" }
    : { name: "Error", message: String(error), stack: "" };

/**
 * Collects what is to be posted and posts it as one, when `later` says so or this number has come together: each message by
 * itself wakes the other thread, and costs the two together 12 µs instead of 5.
 */
function collect<T>(post: (batch: T[]) => void, later: (run: () => void) => void, most = Number.POSITIVE_INFINITY) {
  let batch: T[] = [];
  const flush = () => {
    if (batch.length === 0) return;
    const whole = batch;
    batch = [];
    post(whole);
  };
  return {
    flush,
    add: (message: T) => {
      const count = batch.push(message);
      if (count >= most) flush();
      else if (count === 1) later(flush);
    },
  };
}

/** Writer's end: runs what comes in through `port`, in the order it was sent. */
export function serveWrites(
  port: MessagePort,
  { submit, stats, commits }: Pick<Writer, "submit" | "stats" | "commits">,
): void {
  port.postMessage(commits);
  // Those of one commit are known one right after the other.
  const { add } = collect<Answer>((batch) => port.postMessage(batch), queueMicrotask);
  const run = ({ id, request }: Call) => {
    const answer = request === "stats" ? Promise.resolve(stats()) : submit(request);
    void answer.then(
      (result) => add({ id, result }),
      (error: unknown) => add({ id, error: toWire(error) }),
    );
  };
  port.onmessage = ({ data }: { data: Call[] }) => {
    for (const call of data) run(call);
  };
}

/** This number gives the writer work until the next ones have been read. */
const AHEAD = 4;

/** Caller's end: a `write` that runs each mutation in the writer thread. `revive` rebuilds errors that have a class. */
export function portWrite(port: MessagePort, revive: (error: WireError) => Error): WriterLine {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  // What the event loop has at hand comes along. The first by itself would be a commit by itself, and the others wait for it.
  const { add, flush } = collect<Call>((batch) => port.postMessage(batch), setImmediate, AHEAD);
  const { promise: commits, resolve: hearOfCommits } = Promise.withResolvers<CommitCount>();
  port.onmessage = ({ data }: { data: FromWriter }) => {
    if (!Array.isArray(data)) return hearOfCommits(data);
    for (const answer of data) {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("error" in answer) caller?.reject(revive(answer.error));
      // The writer ran the very mutation this caller named, so the result is of its type.
      else caller?.resolve(answer.result as never);
    }
  };
  const send = <Result>(request: WriteRequest | "stats") =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      add({ id, request });
      // Who sends ahead computes on before the loop turns.
      if (request === "stats" || request.options.isBulk) flush();
    });
  return {
    // A function does not cross threads, and nothing is read along here.
    write: ({ name }, tenantId, input, { readAlong: _, ...options } = {}) => send({ name, tenantId, input, options }),
    writerStats: () => send<WriterStats>("stats"),
    commits,
  };
}
