import { openAskLine } from "./ask-line.ts";
import type { Asking } from "./asks.ts";
import type { ThreadStart } from "./services.ts";
import type { ThreadMessage } from "./thread.ts";
import { type PooledThread, ThreadPool, type ThreadReport } from "./thread-pool.ts";
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

/** The worker threads, each with its own line into the writer. `start` them when the service answers: not before its first ask. */
export function openThreads(
  start: Omit<ThreadStart, "writer">,
  writer: WriterThread | undefined,
  fail: (reason: string) => never,
): Asking & { start(): void; stop(): Promise<void> } {
  function spawn(index: number, hear: (report: ThreadReport) => void): PooledThread {
    // `smol` collects garbage sooner: a file's rows are garbage as soon as they are committed. Deno knows no such option.
    const worker = new Worker(new URL("./thread.ts", import.meta.url).href, { type: "module", smol: true });
    worker.addEventListener("error", ({ message }) => fail(message));
    worker.addEventListener("message", ({ data }: MessageEvent<ThreadReport>) => hear(data));
    const send = (message: ThreadMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
    const port = writer?.connect();
    send({ start: { ...start, writer: port }, index }, port ? [port] : []);
    return { send, end: () => worker.terminate() };
  }
  const pool = new ThreadPool({ threads: start.config.threads, spawn });
  return { ...openAskLine((ask) => pool.take(ask)), start: () => pool.start(), stop: () => pool.stop() };
}
