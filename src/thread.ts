import { askHandlers } from "../workers/asks.ts";
import { work } from "../workers/work-loop.ts";
import { type AskMessage, answerAsk } from "./ask-line.ts";
import { openServices, type ThreadStart } from "./services.ts";
import type { ThreadReport } from "./thread-pool.ts";
import { yieldToRequests } from "./yield-to-requests.ts";

declare const self: Worker;

export type ThreadMessage = { start: ThreadStart; index: number } | AskMessage | "stop";

const stopping = new AbortController();
const report = (what: ThreadReport) => self.postMessage(what);
let answer: ((message: AskMessage) => void) | undefined;

/**
 * A worker thread: runs jobs and answers asks. The first message says what to open; `"stop"` ends it after the jobs in
 * hand are finished or given back.
 */
self.onmessage = async ({ data }: MessageEvent<ThreadMessage>) => {
  if (data === "stop") return stopping.abort();
  if ("ask" in data) return answer?.(data);
  yieldToRequests();
  const owner = `worker-${data.index + 1}`;
  const role = data.index === 0 ? "attendant" : "helper";
  const services = openServices(data.start, owner, { hasIndex: role === "attendant" });
  const handlers = askHandlers(services);
  answer = (message) => answerAsk(message, handlers);
  report("ready");
  await work(services, { owner, role, report }, stopping.signal);
  services.close();
  services.outbound.close();
  services.bell.close();
  report("stopped");
};
