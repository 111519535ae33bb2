import { readFileSync } from "node:fs";
import type { Client } from "./client.ts";
import type { Line } from "./table.ts";

/** A clock tick of `/proc`, in milliseconds. */
const TICK_MS = 10;
/** Where `utime` and `stime` are behind the name of the process. */
const [USER, SYSTEM] = [11, 12];

/** What a process has computed so far, in milliseconds, in all its threads. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS;
}

/** Waits until a service computes next to nothing: what follows a change of all products has ended. */
export async function untilIdle(pid: number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const now = cpuMsOf(pid);
    if (now - before <= 2 * TICK_MS) return;
    before = now;
    await Bun.sleep(1_000);
  }
}

/** What a service computes for one request, in milliseconds: other work of the machine does not count. */
export async function cpuLine(
  { pid, client }: { pid: number; client: Client },
  work: string,
  path: string,
  times = 30,
): Promise<Line> {
  await client.call("GET", path);
  const before = cpuMsOf(pid);
  for (let time = 0; time < times; time++) await client.call("GET", path);
  return { work: `CPU of a request: ${work}`, value: (cpuMsOf(pid) - before) / times, unit: "ms", target: "≤ 50" };
}

/** What is asked of prices: pages of lists in each order, sums, and the dashboard. */
export const FIGURES: readonly (readonly [work: string, path: string])[] = [
  ["dashboard", "/prices/dashboard"],
  ["MAP statistics", "/prices/map/stats"],
  ["MAP violations, page 1", "/prices/map/violations"],
  ["MAP violations, page 100", "/prices/map/violations?page=100"],
  ["monitored products, page 1", "/prices/monitored"],
  ["monitored products, page 400", "/prices/monitored?page=400"],
  ["positions", "/prices/positions"],
  ["positions by own price", "/prices/positions?sort_by=own_price"],
  ["positions by distance to MAP", "/prices/positions?sort_by=map_gap"],
  ["positions, cheapest", "/prices/positions?position=cheapest"],
  ["positions, dearest", "/prices/positions?position=dearest"],
  ["positions below MAP", "/prices/positions?below_map=true"],
  ["positions of active products", "/prices/positions?is_active=true"],
  ["positions of complete products", "/prices/positions?min_completeness=40"],
  ["positions by brand", "/prices/positions/summary?by=brand"],
  ["positions by category", "/prices/positions/summary?by=category"],
  ["positions of complete products by brand", "/prices/positions/summary?by=brand&min_completeness=40"],
  // What products have, in the positions themselves.
  ["positions without a description", "/prices/positions?without_description=true"],
  ["positions without a description by brand", "/prices/positions/summary?by=brand&without_description=true"],
  [
    "positions changed before a time by brand",
    "/prices/positions/summary?by=brand&updated_before=2100-01-01T00:00:00Z",
  ],
  ["positions changed after a time by brand", "/prices/positions/summary?by=brand&updated_after=2020-01-01T00:00:00Z"],
  ["positions changed after now by brand", "/prices/positions/summary?by=brand&updated_after=2100-01-01T00:00:00Z"],
  // A search that is too short for an index: each product is looked at.
  ["positions of a search of two letters, which all have", "/prices/positions?search=pr"],
  ["positions of a search of two letters, which none has", "/prices/positions?search=zz"],
  ["positions of a search of two letters by brand", "/prices/positions/summary?by=brand&search=pr"],
  // What an index finds, and all have.
  ["positions of a search that all have", "/prices/positions?search=pro"],
  ["positions of a search that all have, by brand", "/prices/positions/summary?by=brand&search=pro"],
  ["positions of a search that few have, by brand", "/prices/positions/summary?by=brand&search=product 123"],
  ["monitored products of a search that all have", "/prices/monitored?search=pro"],
];
