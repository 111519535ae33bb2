import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { databasePath, readConfig } from "../src/config/config.ts";
import { requestPasswordReset } from "../src/identity/auth/accounts/request-password-reset.ts";
import { createTenant } from "../src/identity/tenants/create-tenant.ts";
import { openServices, type ThreadStart } from "../src/runtime/services.ts";
import { startWriter } from "../src/runtime/threads.ts";
import { type JobThreadMessage, TENANT } from "./job-thread.ts";
import { quantile } from "./load.ts";
import type { Line } from "./table.ts";

const fail = (reason: string): never => {
  throw new Error(reason);
};

async function startJobThread(start: ThreadStart, port: MessagePort) {
  const worker = new Worker(new URL("./job-thread.ts", import.meta.url).href, { type: "module", smol: true });
  const next = () =>
    new Promise<unknown>((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true }));
  const send = (message: JobThreadMessage, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  const ready = next();
  send({ start }, [port]);
  await ready;
  return {
    /** When the next job starts, as heard here: threads have no clock in common that is exact enough. */
    nextStart: () => next().then(() => performance.now()),
    stop: async () => {
      const stopped = next();
      send("stop");
      await stopped;
      worker.terminate();
    },
  };
}

/**
 * How long a job waits in an idle service, from the answer that it is on disk, and from the call that stores it, to the
 * first call of its handler: a writer thread, and a worker thread of the service's own. One job after the other.
 */
export async function measureJobs(folder: string, seconds: number): Promise<Line[]> {
  const dataDir = join(folder, "jobs");
  mkdirSync(dataDir);
  const config = readConfig({ env: { CATALOGD_DATA_DIR: dataDir, CATALOGD_LOG_LEVEL: "silent" } });
  const writer = await startWriter(databasePath(config), {
    fail,
    noteRefusal: fail,
    noteDamage: fail,
    noteLostLog: fail,
  });
  const opened = openServices({ config, writer: writer.connect(), clockAheadMs: 0, steadyAheadMs: 0 }, TENANT, {
    hasIndex: false,
    count: () => undefined,
  });
  const port = writer.connect();
  const thread = await startJobThread({ config, writer: port, clockAheadMs: 0, steadyAheadMs: 0 }, port);
  const [waits, wholes]: [number[], number[]] = [[], []];
  const endsAtMs = performance.now() + seconds * 1_000;
  for (let count = 0; performance.now() < endsAtMs; count++) {
    const email = `user-${count}@example.com`;
    const user = { email, passwordHash: "none", role: "admin", locale: "en" } as const;
    // An account of its own: a job for an address that has one is there to stay, and for each there is one at a time.
    await opened.write(createTenant, `account-${count}`, { name: "Bench", user });
    const start = thread.nextStart();
    const sentAtMs = performance.now();
    await opened.write(requestPasswordReset, TENANT, { email });
    const storedAtMs = performance.now();
    const startedAtMs = await start;
    // It may start before its caller has heard that it is on disk.
    waits.push(Math.max(0, startedAtMs - storedAtMs));
    wholes.push(startedAtMs - sentAtMs);
  }
  await thread.stop();
  opened.close();
  opened.outbound.close();
  opened.bell.close();
  await writer.stop();
  const line = (work: string, value: number, target: string): Line => ({ work, value, unit: "ms", target });
  return [
    line("job on disk → started, median", quantile(waits, 0.5), "≤ 0.5"),
    line("job on disk → started, p99", quantile(waits, 0.99), "≤ 2"),
    line("job sent → on disk and started, median", quantile(wholes, 0.5), ""),
    line("job sent → on disk and started, p99", quantile(wholes, 0.99), ""),
  ];
}
