import { releaseClosed } from "../db/local/rest.ts";
import { callHandlers } from "../workers/calls.ts";
import { work } from "../workers/work-loop.ts";
import { answerCall, type CallMessage } from "./runtime/call-line.ts";
import { openServices, type ThreadStart } from "./runtime/services.ts";
import { setNiceness } from "./runtime/set-niceness.ts";
import type { ThreadReport, ThreadRole } from "./runtime/thread-pool.ts";
import { surviveUncaught } from "./runtime/uncaught.ts";

declare const self: Worker;

export type ThreadMessage = { start: ThreadStart; index: number; role: ThreadRole } | CallMessage | "stop";

const stopping = new AbortController();
const report = (what: ThreadReport | "uncaught") => self.postMessage(what);
let answer: ((message: CallMessage) => void) | undefined;

/** Resolves when the thread is told to stop. */
const untilStopping = () =>
  new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve(), { once: true }));

/**
 * A worker thread: runs jobs or answers calls. The first message says what to open; `"stop"` ends it after the jobs in
 * hand are finished or given back.
 */
self.onmessage = async ({ data }: MessageEvent<ThreadMessage>) => {
  if (data === "stop") return stopping.abort();
  if ("call" in data) return answer?.(data);
  const { role } = data;
  setNiceness(role);
  const owner = `worker-${data.index + 1}`;
  const services = openServices(data.start, owner, { hasIndex: role === "background" });
  surviveUncaught(services.log, () => report("uncaught"));
  const handlers = callHandlers(services);
  answer = (message) => answerCall(message, handlers);
  report("ready");
  if (role === "reader" || role === "outside") await untilStopping();
  else await work(services, { owner, role, report }, stopping.signal);
  services.close();
  services.outbound.close();
  services.bell.close();
  await releaseClosed();
  report("stopped");
};
