import { releaseClosed } from "../db/local/rest.ts";
import { callHandlers } from "../workers/calls.ts";
import { work } from "../workers/work-loop.ts";
import * as FAMILIES from "./families.ts";
import { answerCall, type CallMessage } from "./runtime/calls/call-line.ts";
import type { ThreadReport } from "./runtime/calls/pooled-thread.ts";
import { loadFailures } from "./runtime/family.ts";
import { openServices, type ThreadServices } from "./runtime/services.ts";
import { setNiceness } from "./runtime/set-niceness.ts";
import type { StartMessage, ThreadMessage } from "./runtime/thread-messages.ts";
import { surviveUncaught } from "./runtime/uncaught.ts";
import type { Count, ThreadNews } from "./runtime/work-counts.ts";

declare const self: Worker;

const stopping = new AbortController();
const report = (what: ThreadReport | ThreadNews) => self.postMessage(what);
/** Calls may come before the thread is ready for them. */
const opened = Promise.withResolvers<(message: CallMessage) => void>();

/** Resolves when the thread is stopped. */
const untilStopping = () =>
  new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve(), { once: true }));

/** Only a thread that runs jobs on a database server writes itself how they end. */
const failuresFor = async ({ start, role }: StartMessage) =>
  start.config.databaseUrl !== undefined && role !== "reader" ? loadFailures(FAMILIES) : undefined;

async function close(services: ThreadServices): Promise<void> {
  services.close();
  services.outbound.close();
  services.bell.close();
  await releaseClosed();
}

/**
 * A worker thread: runs jobs or answers calls. The first message says what to open; `"stop"` ends it after its running jobs
 * are finished or given back.
 */
self.onmessage = async ({ data }: MessageEvent<ThreadMessage>) => {
  if (data === "stop") return stopping.abort();
  if ("call" in data) return (await opened.promise)(data);
  const { role } = data;
  setNiceness(role);
  const owner = `worker-${data.index + 1}`;
  const failures = await failuresFor(data);
  const keepLine = (line: string) => report({ line });
  const count: Count = (...counted) => report({ counted });
  const services = openServices(data.start, owner, { hasIndex: role === "background", failures, count, keepLine });
  surviveUncaught(services.log, () => report("uncaught"));
  const handlers = callHandlers(services);
  opened.resolve((message) => answerCall(message, handlers));
  report("ready");
  if (role === "reader") await untilStopping();
  else await work(services, { owner, role, report }, stopping.signal);
  await close(services);
  report("stopped");
};
