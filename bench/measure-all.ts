import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { measureAccess } from "./access.ts";
import { openBareServer } from "./bare.ts";
import { LOADED_BATCHES, LOADED_FILE } from "./bulk-writes.ts";
import { catalogProgram } from "./catalog.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureDeliveries } from "./deliveries.ts";
import { DISK, diskTable, serviceDiskMb } from "./disk.ts";
import { asObjects, type FileProducts, readProducts } from "./file-products.ts";
import { measureJobs } from "./jobs.ts";
import { measureLogins } from "./login.ts";
import { loadService, machineProgram } from "./machine-apis.ts";
import {
  ENV,
  exportBoth,
  exportWorkbook,
  fill,
  importAgain,
  lagLines,
  type OpenedService,
  openService,
  type Place,
} from "./place.ts";
import { measurePocketBaseStarts, openPocketBase } from "./pocketbase.ts";
import { pocketBaseVersion } from "./pocketbase-server.ts";
import { measureInTurns } from "./rounds.ts";
import { type Sample, takeSample } from "./sample.ts";
import { measureSmallChanges } from "./small-changes.ts";
import { type Figures, figuresOf, type Line, measuredOn, printTable, putBeside } from "./table.ts";
import { memoryAfterLoad, memoryAfterWork } from "./watch.ts";
import { measureWords } from "./words.ts";
import { works } from "./works.ts";

const MINUTE_MS = 60_000;

/** The import, the same file once more, and what exports make of it. */
async function measureFiles(opened: OpenedService, { file, rows, folder }: Place) {
  const filled = await fill(opened, file, rows);
  const again = await importAgain(opened, file, rows);
  const { task, stream } = await exportBoth(opened.client, rows);
  const workbook = await exportWorkbook(opened.client, rows);
  const lines: Line[] = [
    { work: "import, rows stored", value: filled.storedPerSecond, unit: "/s", target: "≥ 12,000 /s" },
    { work: "import, rows searchable", value: filled.searchablePerSecond, unit: "/s", target: "≥ 0.8 × bare" },
    { work: "import of the same rows again", value: again, unit: "/s", target: "≥ 40,000 /s" },
    { work: "export by task, rows", value: task, unit: "/s", target: "≥ 3 × PocketBase" },
    { work: "export as a stream, rows", value: stream, unit: "/s", target: "≥ 50,000 /s" },
    { work: "export as a workbook, rows", value: workbook, unit: "/s", target: "≥ 15,000 /s" },
    { work: DISK, value: serviceDiskMb(join(folder, "data")), unit: "MB", target: "" },
  ];
  return { filled, lines, disk: diskTable(join(folder, "data")) };
}

/** An empty service that is sent all products over HTTP. The memory that it holds is known after a minute of rest. */
async function measureHttpLoad({ folder, binary }: Place, products: FileProducts) {
  const place = join(folder, "loaded");
  mkdirSync(place);
  const { client, service } = await openService(place, binary);
  const perSecond = await loadService(client, asObjects(products));
  const rest = async () => {
    const lines = await memoryAfterLoad(service.pid);
    await service.kill("SIGTERM");
    return lines;
  };
  return { perSecond, memory: rest() };
}

interface Turns {
  catalog: Line[];
  machine: Line[];
  bare: Figures;
  peer: Figures;
}

/** The filled service and the programs beside it, all up at the same time, in turns. */
async function measureTurns(
  opened: OpenedService,
  { products, sample }: { products: FileProducts; sample: Sample },
  place: Place,
): Promise<Turns> {
  const requested = { sample, works: works(sample, opened.apiKey) };
  const objects = asObjects(products);
  const bare = await openBareServer(products, requested, place);
  const peer = await openPocketBase(objects, requested, place.folder);
  const lines = await measureInTurns(
    {
      catalog: catalogProgram(opened, sample),
      machine: machineProgram(opened, objects),
      bare: bare.program,
      peer: peer?.program ?? {},
    },
    place.seconds,
  );
  await bare.stop();
  const peerMemory = await peer?.stop();
  return {
    ...lines,
    bare: new Map([...bare.figures, ...figuresOf(lines.bare)]),
    peer: new Map([...(peer?.figures ?? []), ...figuresOf(lines.peer), ...(peerMemory ?? [])]),
  };
}

/** What nothing else does, the service up alone; stops it after its memory was read. */
async function measureAlone(opened: OpenedService, { folder, seconds, binary }: Place) {
  const { client, service } = opened;
  const deliveries = await measureDeliveries(client);
  const small = await measureSmallChanges(folder, opened, seconds);
  const logins = await measureLogins(service.url);
  const jobs = await measureJobs(folder, seconds);
  const memory = await memoryAfterWork(service.pid);
  await service.kill("SIGTERM");
  const starts = await measureColdStart(folder, { binary, env: ENV });
  return { deliveries, small, logins, jobs, memory, starts };
}

/** Everything, beside the bare limits and PocketBase. */
export async function measureAll(place: Place): Promise<string> {
  const { folder, file, rows, binary } = place;
  const startedAtMs = performance.now();
  const products = readProducts(await Bun.file(file).text());
  const load = await measureHttpLoad(place, products);
  const opened = await openService(folder, binary);
  const { filled, lines: files, disk } = await measureFiles(opened, place);
  const loadedMemory = await load.memory;
  const sample = await takeSample(opened.client);
  const words = await measureWords(opened, sample, place);
  const turns = await measureTurns(opened, { products, sample }, place);
  const alone = await measureAlone(opened, place);
  const peerStarts = await measurePocketBaseStarts(folder);
  const lines: Line[] = [
    ...turns.catalog,
    { work: LOADED_FILE, value: filled.loadedPerSecond, unit: "/s", target: "≥ 10 × PocketBase" },
    { work: LOADED_BATCHES, value: load.perSecond, unit: "/s", target: "" },
    ...turns.machine,
    ...alone.small,
    ...alone.deliveries,
    ...files,
    ...alone.starts,
    ...loadedMemory,
    ...alone.memory,
    ...lagLines(filled.lag),
    ...alone.jobs,
    ...alone.logins,
    ...(await measureAccess(folder)),
  ];
  const version = pocketBaseVersion();
  const peers = version === undefined ? [] : [`PocketBase ${version}`];
  const minutes = Math.round((performance.now() - startedAtMs) / MINUTE_MS);
  const heading = measuredOn(rows, ["the binary", ...peers, `in ${minutes} minutes`]);
  const besideBare = putBeside(lines, "bare", turns.bare);
  const compared = putBeside(besideBare, "peer", new Map([...turns.peer, ...peerStarts]));
  const table = printTable(compared, heading, { bare: "bare", peer: "PocketBase" });
  return [table, words, disk].filter((each) => each !== "").join("\n\n");
}
