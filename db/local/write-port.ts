import type { WriterStats } from "../ports.ts";
import type { WriterLine } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { WriteRequest } from "./waiting-line.ts";

/** An error as it crosses threads: structured clone would drop the fields of a subclass. */
export interface WireError extends Record<string, unknown> {
  name: string;
  message: string;
  stack: string;
}

type Call = { id: number; request: WriteRequest | "stats" };
type Answer = { id: number; result: unknown } | { id: number; error: WireError };

export const toWire = (error: unknown): WireError =>
  error instanceof Error
    ? { ...error, name: error.name, message: error.message, stack: error.stack ?? "" }
    : { name: "Error", message: String(error), stack: "" };

/** Writer's end: runs what comes in through `port`. */
export function serveWrites(port: MessagePort, { submit, stats }: GroupCommit): void {
  port.onmessage = ({ data: { id, request } }: { data: Call }) => {
    const answer = request === "stats" ? Promise.resolve(stats()) : submit(request);
    void answer.then(
      (result) => port.postMessage({ id, result } satisfies Answer),
      (error: unknown) => port.postMessage({ id, error: toWire(error) } satisfies Answer),
    );
  };
}

/** Caller's end: a `write` that runs each mutation in the writer thread. `revive` rebuilds errors that have a class. */
export function portWrite(port: MessagePort, revive: (error: WireError) => Error): WriterLine {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  port.onmessage = ({ data }: { data: Answer }) => {
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) caller?.reject(revive(data.error));
    // The writer ran the very mutation this caller named, so the result is of its type.
    else caller?.resolve(data.result as never);
  };
  const send = <Result>(request: WriteRequest | "stats") =>
    new Promise<Result>((resolve, reject) => {
      const id = ++lastId;
      port.postMessage({ id, request } satisfies Call);
      waiting.set(id, { resolve, reject });
    });
  return {
    write: ({ name }, tenantId, input, options = {}) => send({ name, tenantId, input, options }),
    writerStats: () => send<WriterStats>("stats"),
  };
}
