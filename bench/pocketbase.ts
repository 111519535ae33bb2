import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LOADED_BATCHES, LOADED_FILE, measureLoad, stockMeasurement, upsertMeasurement } from "./bulk-writes.ts";
import { DISK, diskMb } from "./disk.ts";
import type { FileProduct } from "./file-products.ts";
import { measureBesideChanges, measureWorks, type Works, worksOf } from "./http.ts";
import { quantile } from "./load.ts";
import { makesRows, setsStock, upsertsRows } from "./pocketbase-batches.ts";
import { pocketBaseBesideChanges, pocketBaseRequests } from "./pocketbase-requests.ts";
import { newPocketBase, pocketBaseVersion, RECORDS, startPocketBase } from "./pocketbase-server.ts";
import type { Program } from "./rounds.ts";
import type { Sample } from "./sample.ts";
import { type Figures, figuresOf } from "./table.ts";
import { LOADED_MEMORY, memoryAfterWork, residentMb } from "./watch.ts";
import { worksBesideChanges } from "./works-beside-changes.ts";

const STARTS = 5;
/** By then it has done what it does after a start. */
const SETTLED_MS = 2_000;
/** The most records it gives in one answer. */
const PAGE_MAX = 1_000;
const placeIn = (folder: string) => join(folder, "pocketbase");

/** Every record, in pages by key: its fastest way. */
async function exportAll(port: number, rows: number): Promise<number> {
  const startedAtMs = performance.now();
  let read = 0;
  let last = "";
  for (;;) {
    const after = last === "" ? "" : `&filter=${encodeURIComponent(`id>"${last}"`)}`;
    const answer = await fetch(`http://127.0.0.1:${port}${RECORDS}?perPage=${PAGE_MAX}&skipTotal=1&sort=id${after}`);
    const { items } = (await answer.json()) as { items: { id: string }[] }; // of the documented answer
    read += items.length;
    if (items.length < PAGE_MAX) break;
    last = items.at(-1)?.id ?? "";
  }
  if (read < rows) throw new Error(`PocketBase gave ${read} of ${rows} records`);
  return (read * 1_000) / (performance.now() - startedAtMs);
}

/** PocketBase, filled with the same products; `undefined` where it cannot run. Stopping it gives the memory it took. */
export async function openPocketBase(
  products: readonly FileProduct[],
  { works, sample }: { works: Works; sample: Sample },
  folder: string,
): Promise<{ figures: Figures; program: Program; stop(): Promise<Figures> } | undefined> {
  if (pocketBaseVersion() === undefined) return undefined;
  mkdirSync(placeIn(folder));
  const { port, pid, stop } = await newPocketBase(placeIn(folder));
  const load = await measureLoad(products, makesRows(port));
  const loadedMb = residentMb(pid);
  const exported = await exportAll(port, products.length);
  const figures = new Map([
    [LOADED_MEMORY, loadedMb],
    [DISK, diskMb(join(placeIn(folder), "data.db"))],
    [LOADED_FILE, load],
    [LOADED_BATCHES, load],
    ["export by task, rows", exported],
    ["export as a stream, rows", exported],
  ]);
  const { reads, writes } = measureWorks(worksOf(works, pocketBaseRequests(sample, products.length)), port);
  const { requests, change } = pocketBaseBesideChanges(sample, products.length);
  const beside = measureBesideChanges(
    worksOf({ reads: worksBesideChanges(sample, String), writes: [] }, requests).reads,
    port,
    change,
  );
  const bulk = [upsertMeasurement(products, upsertsRows(port)), stockMeasurement(products, setsStock(port))];
  const stopMeasured = async () => {
    const memory = await memoryAfterWork(pid);
    await stop();
    return figuresOf(memory);
  };
  return {
    figures,
    program: { reads: new Map([...beside, ...reads]), writes: new Map([...writes, ...bulk]), pid },
    stop: stopMeasured,
  };
}

/** The middle of several starts on its filled folder: milliseconds to the first answer, and the memory it holds then. */
export async function measurePocketBaseStarts(folder: string): Promise<Figures> {
  if (pocketBaseVersion() === undefined) return new Map();
  const times: number[] = [];
  const sizes: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const startedAtMs = performance.now();
    const server = await startPocketBase(placeIn(folder));
    times.push(performance.now() - startedAtMs);
    await Bun.sleep(SETTLED_MS);
    sizes.push(residentMb(server.pid));
    await server.stop();
  }
  return new Map([
    ["cold start, binary", quantile(times, 0.5)],
    ["memory when idle, binary", quantile(sizes, 0.5)],
  ]);
}
