import { openServices, type ThreadServices, type ThreadStart } from "../src/runtime/services.ts";
import { setNiceness } from "../src/runtime/set-niceness.ts";
import { work } from "../workers/work-loop.ts";

declare const self: Worker;

/** The tenant whose jobs are timed. */
export const TENANT = "bench";

export type JobThreadMessage = { start: ThreadStart } | "stop";

const stopping = new AbortController();

/** A worker thread as the service has it, which says of each job of the tenant that it starts. */
self.onmessage = async ({ data }: MessageEvent<JobThreadMessage>) => {
  if (data === "stop") return stopping.abort();
  setNiceness("on-demand");
  const opened = openServices(data.start, TENANT, { hasIndex: false, count: () => undefined });
  const services: ThreadServices = {
    ...opened,
    // A job that starts is given what reads its tenant's rows.
    reader: (tenantId) => {
      if (tenantId === TENANT) self.postMessage("started");
      return opened.reader(tenantId);
    },
  };
  self.postMessage("ready");
  await work(services, { owner: TENANT, role: "on-demand", report: () => undefined }, stopping.signal);
  opened.close();
  opened.outbound.close();
  opened.bell.close();
  self.postMessage("stopped");
};
