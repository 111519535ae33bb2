import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { requestPasswordReset } from "../src/auth/request-password-reset.ts";
import { databasePath, readConfig } from "../src/config.ts";
import { openServices, type ThreadServices } from "../src/services.ts";
import { startWriter } from "../src/threads.ts";
import { work } from "../workers/work-loop.ts";
import { quantile } from "./load.ts";
import type { Line } from "./table.ts";

const fail = (reason: string): never => {
  throw new Error(reason);
};
const TENANT = "bench";

/**
 * How long a job waits in an idle service, from the answer that it is on disk to the first thing that its handler is given:
 * a writer thread of its own, and the loop that every worker thread runs. One job after the other.
 */
export async function measureJobs(folder: string, seconds: number): Promise<Line[]> {
  const dataDir = join(folder, "jobs");
  mkdirSync(dataDir);
  const config = readConfig({ env: { CATALOGD_DATA_DIR: dataDir, CATALOGD_LOG_LEVEL: "silent" } });
  const writer = await startWriter(databasePath(config), fail);
  const start = { config, writer: writer.connect(), clockAheadMs: 0 };
  const opened = openServices(start, TENANT, { hasIndex: false });
  let started = Promise.withResolvers<number>();
  const services: ThreadServices = {
    ...opened,
    // A job that starts is given what reads its tenant's rows.
    reader: (tenantId) => {
      if (tenantId === TENANT) started.resolve(performance.now());
      return opened.reader(tenantId);
    },
  };
  const stopping = new AbortController();
  const working = work(services, { owner: TENANT, role: "helper", report: () => undefined }, stopping.signal);
  const waits: number[] = [];
  const endsAtMs = performance.now() + seconds * 1_000;
  for (let count = 0; performance.now() < endsAtMs; count++) {
    started = Promise.withResolvers<number>();
    await opened.write(requestPasswordReset, TENANT, { email: `nobody-${count}@example.com` });
    const queuedAtMs = performance.now();
    waits.push((await started.promise) - queuedAtMs);
  }
  stopping.abort();
  await working;
  opened.close();
  opened.outbound.close();
  opened.bell.close();
  await writer.stop();
  const line = (part: number, name: string, target: string): Line => ({
    work: `job on disk → started, ${name}`,
    value: quantile(waits, part),
    unit: "ms",
    target,
  });
  return [line(0.5, "median", "≤ 0.5"), line(0.99, "p99", "≤ 2")];
}
