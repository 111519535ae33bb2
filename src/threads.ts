import { openAskLine } from "./ask-line.ts";
import type { Asking } from "./asks.ts";
import type { ThreadStart } from "./services.ts";
import type { ThreadMessage } from "./thread.ts";
import type { WriterMessage } from "./writer.ts";

export interface WriterThread {
  /** A line of its own into the writer, to use here or to hand to another thread. */
  connect(): MessagePort;
  /** Resolves when everything sent to it is on disk and the database is closed. */
  stop(): Promise<void>;
}

/** The database could not be opened; the message is for the person who started the program. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

const nextMessage = <T>(worker: Worker) =>
  new Promise<T>((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true }));

/**
 * Starts the thread that owns the only writing connection; resolves when it has locked and migrated the database.
 * Throws `CannotStart`, for one because another process is running on that database.
 */
export async function startWriter(path: string, fail: (reason: string) => never): Promise<WriterThread> {
  // The entries sit beside this file: a compiled binary finds a worker only in the folder of its main entry.
  const worker = new Worker(new URL("./writer.ts", import.meta.url).href, { type: "module" });
  const send = (message: WriterMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  worker.addEventListener("error", ({ message }) => fail(message));
  worker.addEventListener("message", ({ data }) => {
    if (data.failed !== undefined) fail(data.failed);
  });
  const ready = nextMessage<"ready" | { refused?: string }>(worker);
  send({ open: path });
  const answer = await ready;
  if (answer !== "ready") throw new CannotStart(answer.refused ?? "The database cannot be opened");
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      send({ connect: port1 }, [port1]);
      return port2;
    },
    stop: async () => {
      const stopped = nextMessage(worker);
      send("stop");
      await stopped;
    },
  };
}

/** Starts the worker threads, each with its own line into the writer. */
export function startThreads(
  start: Omit<ThreadStart, "writer">,
  writer: WriterThread | undefined,
  fail: (reason: string) => never,
): Asking & { stop(): Promise<void> } {
  const workers = Array.from({ length: start.config.threads }, (_, index) => {
    // `smol` collects garbage sooner: a file's rows are garbage as soon as they are committed. Deno knows no such option.
    const worker = new Worker(new URL("./thread.ts", import.meta.url).href, { type: "module", smol: true });
    worker.addEventListener("error", ({ message }) => fail(message));
    const port = writer?.connect();
    const message: ThreadMessage = { start: { ...start, writer: port }, index };
    worker.postMessage(message, port ? [port] : []);
    return worker;
  });
  return {
    ...openAskLine(workers.map((worker) => ({ send: (message, transfer) => worker.postMessage(message, transfer) }))),
    stop: async () => {
      const stopped = workers.map((worker) => nextMessage(worker));
      for (const worker of workers) worker.postMessage("stop" satisfies ThreadMessage);
      await Promise.all(stopped);
    },
  };
}
