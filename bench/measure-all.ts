import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { measureAccess } from "./access.ts";
import { openBareServer } from "./bare.ts";
import { LOADED_BATCHES, LOADED_FILE } from "./bulk-writes.ts";
import { catalogProgram } from "./catalog.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureDeliveries } from "./deliveries.ts";
import { asObjects, type FileProducts, readProducts } from "./file-products.ts";
import { measureJobs } from "./jobs.ts";
import { measureLogins } from "./login.ts";
import { loadService, machineProgram } from "./machine-apis.ts";
import { ENV, exportBoth, type Filled, fill, lagLines, type OpenedService, openService, type Place } from "./place.ts";
import { measurePocketBaseStarts, openPocketBase } from "./pocketbase.ts";
import { pocketBaseVersion } from "./pocketbase-server.ts";
import { measureInTurns } from "./rounds.ts";
import { takeSample } from "./sample.ts";
import { measureSmallChanges } from "./small-changes.ts";
import { type Figures, figuresOf, type Line, measuredOn, printTable, putBeside } from "./table.ts";
import { memoryAfterLoad } from "./watch.ts";
import { works } from "./works.ts";

/** The import, and the export of what it made. */
const fileLines = (filled: Filled, exported: { task: number; stream: number }): Line[] => [
  { work: "import, rows stored", value: filled.storedPerSecond, unit: "/s", target: "≥ 0.5 × bare" },
  { work: "import, rows against `sqlite3 .import`", value: filled.storedPerSecond, unit: "/s", target: "" },
  { work: "import, rows searchable", value: filled.searchablePerSecond, unit: "/s", target: "≥ 0.8 × bare" },
  { work: "export by task, rows", value: exported.task, unit: "/s", target: "≥ 3 × PocketBase" },
  { work: "export as a stream, rows", value: exported.stream, unit: "/s", target: "≥ 3 × PocketBase" },
];

/** An empty service that is sent all products over HTTP. */
async function measureHttpLoad({ folder, binary }: Place, products: FileProducts): Promise<number> {
  const place = join(folder, "loaded");
  mkdirSync(place);
  const { client, service } = await openService(place, binary);
  const load = await loadService(client, asObjects(products));
  await service.kill("SIGTERM");
  return load;
}

interface Turns {
  catalog: Line[];
  machine: Line[];
  constant: Line[];
  bare: Figures;
  peer: Figures;
}

/** The filled service and the programs beside it, all up at the same time, in turns. */
async function measureTurns(opened: OpenedService, products: FileProducts, place: Place): Promise<Turns> {
  const sample = await takeSample(opened.client);
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
      constant: bare.constant,
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
  const memory = await memoryAfterLoad(service.pid);
  await service.kill("SIGTERM");
  const starts = await measureColdStart(folder, { binary, env: ENV });
  return { deliveries, small, logins, jobs, memory, starts };
}

/** Everything, beside the bare limits and PocketBase. */
export async function measureAll(place: Place): Promise<string> {
  const { folder, file, rows, binary } = place;
  const products = readProducts(await Bun.file(file).text());
  const load = await measureHttpLoad(place, products);
  const opened = await openService(folder, binary);
  const filled = await fill(opened, file, rows);
  const exported = await exportBoth(opened.client, rows);
  const turns = await measureTurns(opened, products, place);
  const alone = await measureAlone(opened, place);
  const peerStarts = await measurePocketBaseStarts(folder);
  const lines: Line[] = [
    ...turns.catalog,
    { work: LOADED_FILE, value: filled.loadedPerSecond, unit: "/s", target: "≥ 10 × PocketBase" },
    { work: LOADED_BATCHES, value: load, unit: "/s", target: "" },
    ...turns.machine,
    ...alone.small,
    ...alone.deliveries,
    ...fileLines(filled, exported),
    ...alone.starts,
    ...alone.memory,
    ...lagLines(filled.lag),
    ...alone.jobs,
    ...alone.logins,
    ...(await measureAccess(folder)),
    ...turns.constant,
  ];
  const version = pocketBaseVersion();
  const heading = measuredOn(rows, ["the binary", ...(version === undefined ? [] : [`PocketBase ${version}`])]);
  const besideBare = putBeside(lines, "bare", turns.bare);
  const compared = putBeside(besideBare, "peer", new Map([...turns.peer, ...peerStarts]));
  return printTable(compared, heading, { bare: "bare", peer: "PocketBase" });
}
