import { readFileSync } from "node:fs";
import type { Line } from "./table.ts";

const LAG = /^catalogd_event_loop_lag_seconds (\S+)$/m;
const BUCKET = /^catalogd_event_loop_wait_seconds_bucket\{le="([\d.]+|\+Inf)"\} (\d+)$/gm;

const statusMb = (pid: number, field: string): number => {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
};
/** Memory a process holds now, and the most it ever held, in MiB. */
export const residentMb = (pid: number) => statusMb(pid, "VmRSS");
export const peakMb = (pid: number) => statusMb(pid, "VmHWM");

/** Longer than a service pauses between two steps of its indexing. */
const QUIET_MS = 250;
const TICK_MS = 10;
const IDLE_PART = 0.1;
const IDLE_AFTER_MS = 10_000;

/** CPU time of a process, in milliseconds. Source: proc_pid_stat(5), utime and stime. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** Waits until a process does no more of what its last work has left to do, ten seconds at most. */
export async function untilIdle(pid: number): Promise<void> {
  const givesUpAtMs = performance.now() + IDLE_AFTER_MS;
  for (let beforeMs = cpuMs(pid); performance.now() < givesUpAtMs; ) {
    await Bun.sleep(QUIET_MS);
    const nowMs = cpuMs(pid);
    if (nowMs - beforeMs <= QUIET_MS * IDLE_PART) return;
    beforeMs = nowMs;
  }
}

const REST_MS = 15_000;
const LOAD_REST_MS = 60_000;
const memoryLine = (work: string, pid: number, target: string): Line => ({
  work,
  value: residentMb(pid),
  unit: "MB",
  target,
});

/** What a process holds right after its work, and when it has been left alone for a while. */
export async function memoryAfterWork(pid: number): Promise<Line[]> {
  const work = "memory after all of this";
  const atOnce = memoryLine(`${work}, at once`, pid, "≤ 250");
  await Bun.sleep(REST_MS);
  return [atOnce, memoryLine(`${work}, ${REST_MS / 1_000} seconds later`, pid, "≤ 250")];
}

const LOADED = "memory after the load over HTTP in batches";
export const LOADED_MEMORY = `${LOADED}, at once`;

/** The same after all products were loaded, and a minute of rest. */
export async function memoryAfterLoad(pid: number): Promise<Line[]> {
  const atOnce = memoryLine(LOADED_MEMORY, pid, "");
  await Bun.sleep(LOAD_REST_MS);
  return [atOnce, memoryLine(`${LOADED}, a minute later`, pid, "≤ 200")];
}

/** What the metrics page says of the waits of the HTTP thread since the service was started. */
interface Waits {
  /** How many were no longer than this. */
  upTo: { seconds: number; count: number }[];
  /** Since the page was read before. */
  longestMs: number;
}

async function readWaits(url: string): Promise<Waits> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const upTo = Array.from(text.matchAll(BUCKET), ([, seconds, count]) => ({
    seconds: seconds === "+Inf" ? Number.POSITIVE_INFINITY : Number(seconds),
    count: Number(count),
  }));
  return { upTo, longestMs: Number(LAG.exec(text)?.[1]) * 1_000 };
}

/** The wait that 99 of 100 did not exceed between two readings: as far into its bucket as its place among those in it. */
function p99Ms(before: Waits, { upTo, longestMs }: Waits): number {
  const counts = upTo.map(({ count }, index) => count - (before.upTo[index]?.count ?? 0));
  const place = (counts.at(-1) ?? 0) * 0.99;
  const index = counts.findIndex((count) => count >= place);
  const from = upTo[index - 1]?.seconds ?? 0;
  const below = counts[index - 1] ?? 0;
  const part = (place - below) / ((counts[index] ?? 0) - below);
  return Math.min(longestMs, (from + ((upTo[index]?.seconds ?? 0) - from) * part) * 1_000);
}

/** How long the HTTP thread of a service stood still from now on until it is read. */
export async function watchLag(url: string): Promise<() => Promise<{ p99Ms: number; maxMs: number }>> {
  const before = await readWaits(url);
  return async () => {
    const after = await readWaits(url);
    return { p99Ms: p99Ms(before, after), maxMs: after.longestMs };
  };
}
