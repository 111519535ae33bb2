import { readFileSync } from "node:fs";
import { quantile } from "./load.ts";

const LAG = /^catalogd_event_loop_lag_seconds (\S+)$/m;
const PERIOD_MS = 200;

const statusMb = (pid: number, field: string): number => {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
};
/** Memory a process holds now, and the most it ever held, in MiB. */
export const residentMb = (pid: number) => statusMb(pid, "VmRSS");
export const peakMb = (pid: number) => statusMb(pid, "VmHWM");

const REST_MS = 15_000;

/** What a process holds right after its work, and when it has been left alone for a while. */
export async function memoryAfterLoad(pid: number): Promise<{ work: string; value: number }[]> {
  const atOnce = residentMb(pid);
  await Bun.sleep(REST_MS);
  return [
    { work: "memory after all of this, at once", value: atOnce },
    { work: `memory after all of this, ${REST_MS / 1_000} seconds later`, value: residentMb(pid) },
  ];
}

/** How long the HTTP thread of a service stood still: each reading is the longest wait since the one before. */
export function watchLag(url: string): () => Promise<{ p99Ms: number; maxMs: number }> {
  const readings: number[] = [];
  let watching = true;
  const read = async () => Number(LAG.exec(await (await fetch(`${url}/metrics`)).text())?.[1]) * 1_000;
  const watch = async () => {
    await read();
    while (watching) {
      await Bun.sleep(PERIOD_MS);
      readings.push(await read());
    }
  };
  const watched = watch();
  return async () => {
    watching = false;
    await watched;
    return { p99Ms: quantile(readings, 0.99), maxMs: Math.max(0, ...readings) };
  };
}
