import { EVERY_TENANT } from "../../db/ports.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import type { Services } from "../../src/runtime/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { services } from "../harness.ts";

/** The services with another way out: all requests reach a server on this machine, for platforms that have one address for all. */
export function servicesTo(url: string, more: Partial<Services["config"]> = {}): Services {
  const request: Services["outbound"]["request"] = (text, options) => {
    const { pathname, search } = new URL(text);
    return services.outbound.request(`${url}${pathname}${search}`, options);
  };
  const outbound = Object.assign(Object.create(services.outbound), { request });
  return { ...services, outbound, config: { ...services.config, ...more } };
}

/** Runs what connectors do in the background by such services, until nothing is left. */
export async function runOutside(by: Services): Promise<void> {
  for (;;) {
    const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "outside", owner: "test", limit: 10 });
    if (jobs.length === 0) return;
    for (const job of jobs) await runJob(by, job, new AbortController().signal);
  }
}
