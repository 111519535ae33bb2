import { join } from "node:path";
import { newBareCatalog } from "./bare-catalog.ts";
import { bareExport, bareImport, bareInsert } from "./bare-files.ts";
import { type BareServer, exportOverHttp, postTo, startBareServer } from "./bare-process.ts";
import { bareBesideChanges, bareRequests } from "./bare-requests.ts";
import { LOADED_BATCHES, LOADED_FILE, measureLoad, stockMeasurement, upsertMeasurement } from "./bulk-writes.ts";
import { DISK, diskMb } from "./disk.ts";
import { asObjects, type FileProduct, type FileProducts } from "./file-products.ts";
import { measureBesideChanges, measureWorks, type Works, worksOf } from "./http.ts";
import { ENV, type Place } from "./place.ts";
import type { Program } from "./rounds.ts";
import type { Sample } from "./sample.ts";
import type { Figures } from "./table.ts";
import { worksBesideChanges } from "./works-beside-changes.ts";

/** All products sent to an empty bare server, in rows a second. */
async function bareLoad(objects: readonly FileProduct[], folder: string): Promise<number> {
  const empty = join(folder, "bare-loaded.db");
  newBareCatalog(empty, { fullText: true }).close();
  const loading = await startBareServer(empty, ENV);
  const load = await measureLoad(objects, postTo(loading.port, "/load"));
  await loading.stop();
  return load;
}

function serverProgram(
  { port, pid }: BareServer,
  { works, sample, database }: { works: Works; sample: Sample; database: string },
  objects: readonly FileProduct[],
): Program {
  const { reads, writes } = measureWorks(worksOf(works, bareRequests(sample, database)), port);
  const { requests, change } = bareBesideChanges(sample, database);
  const changing = worksOf({ reads: worksBesideChanges(sample, String), writes: [] }, requests).reads;
  const upsert = postTo(port, "/upsert");
  return {
    reads: new Map([...measureBesideChanges(changing, port, change), ...reads]),
    writes: new Map([
      ...writes,
      upsertMeasurement(objects, (products) => upsert({ products })),
      stockMeasurement(objects, postTo(port, "/stock")),
    ]),
    pid,
  };
}

/** The least that could do the same, filled with the same products. */
export async function openBareServer(
  products: FileProducts,
  { works, sample }: { works: Works; sample: Sample },
  { folder, file }: Place,
): Promise<{ figures: Figures; program: Program; stop(): Promise<void> }> {
  const count = products.rows.length;
  const scratch = join(folder, "bare-scratch.db");
  const database = join(folder, "bare.db");
  const objects = asObjects(products);
  const load = await bareLoad(objects, folder);
  const inserted = bareInsert(products, scratch);
  const imported = await bareImport(file, database);
  const exported = await bareExport(database, join(folder, "bare.csv"));
  const server = await startBareServer(database, ENV);
  const figures = new Map([
    [LOADED_FILE, load],
    [LOADED_BATCHES, load],
    ["import, rows stored", inserted],
    ["import, rows searchable", imported],
    [DISK, diskMb(database)],
    ["export by task, rows", exported],
    ["export as a stream, rows", await exportOverHttp(server.port, count)],
  ]);
  const program = serverProgram(server, { works, sample, database }, objects);
  return { figures, program, stop: server.stop };
}
