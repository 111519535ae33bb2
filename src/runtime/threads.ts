import type { UpgradeNews } from "../../db/local/writer.ts";
import { openCallLine } from "./calls/call-line.ts";
import type { Calling } from "./calls/calls.ts";
import type { PooledThread, ThreadReport, ThreadRole } from "./calls/pooled-thread.ts";
import { ThreadPool } from "./calls/thread-pool.ts";
import { CannotStart } from "./cannot-start.ts";
import { entryUrl } from "./entry-url.ts";
import type { ThreadStart } from "./services.ts";
import { steadyClock } from "./steady-clock.ts";
import type { ThreadMessage, WriterMessage } from "./thread-messages.ts";
import type { Count, ThreadNews } from "./work-counts.ts";

export interface WriterThread {
  /** A line of its own into the writer, to use here or to hand to another thread. */
  connect(): MessagePort;
  /** Refuses what waits for a disk that takes no writes: a stop does not wait for it. */
  stopWaiting(): void;
  /** Resolves when everything sent to it is on disk and the database is closed. */
  stop(): Promise<void>;
}

/** A thread that asks a server for its answers waits most of the time. */
const REMOTE_CALLS_AT_ONCE = 32;

type WriterAnswer = "ready" | "stopped" | { refused: string };

/** The next message that answers one of ours. */
const nextAnswer = (worker: Worker) =>
  new Promise<WriterAnswer>((resolve) => {
    const hear = ({
      data,
    }: MessageEvent<
      | WriterAnswer
      | { refusing: string }
      | { failed: string }
      | { aside: string }
      | { missing: string }
      | { upgrade: UpgradeNews }
    >) => {
      if (typeof data === "object" && !("refused" in data)) return;
      worker.removeEventListener("message", hear);
      resolve(data);
    };
    worker.addEventListener("message", hear);
  });

interface WriterOptions {
  fail: (reason: string) => never;
  /** Hears why the disk takes no writes. */
  noteRefusal: (reason: string) => void;
  /** Hears under which name a damaged search index was set aside. */
  noteDamage: (aside: string) => void;
  /** Called with the path of a missing write-ahead log when the last run did not close the database. */
  noteLostLog: (missing: string) => void;
  /** Hears of an upgrade of the schema, which may take minutes. */
  noteUpgrade?: (news: UpgradeNews) => void;
}

/**
 * Starts the thread that owns the only writing connection; resolves when it has locked and migrated the database.
 * Throws `CannotStart`, for one because another process is running on that database.
 */
export async function startWriter(
  path: string,
  { fail, noteRefusal, noteDamage, noteLostLog, noteUpgrade }: WriterOptions,
): Promise<WriterThread> {
  const worker = new Worker(entryUrl("writer.ts"), { type: "module" });
  const send = (message: WriterMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  worker.addEventListener("error", ({ message }) => fail(message));
  worker.addEventListener("message", ({ data }) => {
    if (data.failed !== undefined) fail(data.failed);
    if (data.refusing !== undefined) noteRefusal(data.refusing);
    if (data.aside !== undefined) noteDamage(data.aside);
    if (data.missing !== undefined) noteLostLog(data.missing);
    if (data.upgrade !== undefined) noteUpgrade?.(data.upgrade);
  });
  const ready = nextAnswer(worker);
  send({ open: path });
  const answer = await ready;
  if (typeof answer === "object") throw new CannotStart(answer.refused);
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      send({ connect: port1 }, [port1]);
      return port2;
    },
    stopWaiting: () => send("stop waiting"),
    stop: async () => {
      const stopped = nextAnswer(worker);
      send("stop");
      await stopped;
    },
  };
}

interface ThreadsOptions {
  fail: (reason: string) => never;
  noteUncaught: () => void;
  /** Hears the lines of the log that say that something went wrong. */
  noteLine: (line: string) => void;
  count: Count;
  /** How long a thread waits for more work before it ends. */
  idleMs?: number;
}

/** The worker threads, each with its own line into the writer. `start` them when the service answers: not before its first call. */
export function openThreads(
  start: Omit<ThreadStart, "writer" | "steadyAheadMs">,
  writer: WriterThread | undefined,
  { fail, noteUncaught, noteLine, count, idleMs }: ThreadsOptions,
): Calling & { start(): void; stop(): Promise<void> } {
  const steadyNow = steadyClock();

  function spawn(index: number, role: ThreadRole, hear: (report: ThreadReport) => void): PooledThread {
    // `smol` collects garbage sooner: a file's rows are garbage as soon as they are committed. Deno knows no such option.
    const worker = new Worker(entryUrl("thread.ts"), { type: "module", smol: true });
    worker.addEventListener("error", ({ message }) => fail(message));
    worker.addEventListener("message", ({ data }: MessageEvent<ThreadReport | ThreadNews>) => {
      if (data === "uncaught") noteUncaught();
      else if (typeof data === "object" && "line" in data) noteLine(data.line);
      else if (typeof data === "object" && "counted" in data) count(...data.counted);
      else hear(data);
    });
    const send = (message: ThreadMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
    const port = writer?.connect();
    // All threads show the same time, for any time of their start.
    const steadyAheadMs = Math.round(steadyNow() - Date.now());
    send({ start: { ...start, writer: port, steadyAheadMs }, index, role }, port ? [port] : []);
    return { send, end: () => worker.terminate() };
  }
  const { threads, databaseUrl, meilisearchUrl } = start.config;
  const isRemote = databaseUrl !== undefined || meilisearchUrl !== undefined;
  const pool = new ThreadPool({
    threads,
    callsAtOnce: isRemote ? REMOTE_CALLS_AT_ONCE : 1,
    ...(idleMs !== undefined && { idleMs }),
    spawn,
  });
  return { ...openCallLine((wanted) => pool.take(wanted)), start: () => pool.start(), stop: () => pool.stop() };
}
