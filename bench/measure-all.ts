import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { measureAccess } from "./access.ts";
import { measureBare } from "./bare.ts";
import { measureCatalog } from "./catalog.ts";
import { measureColdStart } from "./cold-start.ts";
import { measureDeliveries } from "./deliveries.ts";
import { asObjects, type FileProducts, readProducts } from "./file-products.ts";
import { driveWorks, type Sample, takeSample, type Work, works } from "./http.ts";
import { measureJobs } from "./jobs.ts";
import { measureLogins } from "./login.ts";
import { LOADED_BATCHES, LOADED_FILE, loadService, measureMachineApis } from "./machine-apis.ts";
import { ENV, exportBoth, type Filled, fill, lagLines, openService, type Place } from "./place.ts";
import { measurePocketBase } from "./pocketbase.ts";
import { pocketBaseVersion } from "./pocketbase-server.ts";
import { measureSmallChanges } from "./small-changes.ts";
import { type Line, measuredOn, printTable, putBeside } from "./table.ts";
import { memoryAfterLoad } from "./watch.ts";

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

interface Measured {
  lines: Line[];
  works: Work[];
  sample: Sample;
}

/** All that the service is asked to do. */
async function measureService(place: Place, products: FileProducts): Promise<Measured> {
  const { folder, file, rows, seconds, binary } = place;
  const load = await measureHttpLoad(place, products);
  const opened = await openService(folder, binary);
  const { client, apiKey, port, service } = opened;
  const filled = await fill(opened, file, rows);
  const exported = await exportBoth(client, rows);
  const sample = await takeSample(client);
  const list = works(sample, apiKey);
  const http = await driveWorks(list, { port, seconds });
  const catalog = await measureCatalog(client, sample.ids, { apiKey, port, seconds });
  const machine = await measureMachineApis(client, asObjects(products), seconds);
  const deliveries = await measureDeliveries(client);
  const small = await measureSmallChanges(folder, apiKey, { port, seconds });
  const logins = await measureLogins(service.url);
  const jobs = await measureJobs(folder, seconds);
  const memory = await memoryAfterLoad(service.pid);
  await service.kill("SIGTERM");
  const lines: Line[] = [
    ...http,
    ...catalog,
    { work: LOADED_FILE, value: filled.loadedPerSecond, unit: "/s", target: "≥ 10 × PocketBase" },
    { work: LOADED_BATCHES, value: load, unit: "/s", target: "" },
    ...machine,
    ...small,
    ...deliveries,
    ...fileLines(filled, exported),
    ...(await measureColdStart(folder, { binary, env: ENV })),
    ...memory.map(({ work, value }): Line => ({ work, value, unit: "MB", target: "≤ 250" })),
    ...lagLines(filled.lag),
    ...jobs,
    ...logins,
    ...(await measureAccess(folder)),
  ];
  return { lines, works: list, sample };
}

/** Everything, beside the bare limits and PocketBase, one program after the other. */
export async function measureAll(place: Place): Promise<string> {
  const { folder, file, rows, seconds } = place;
  const products = readProducts(await Bun.file(file).text());
  const { lines, works: list, sample } = await measureService(place, products);
  const bare = await measureBare(list, sample, products, { folder, file, env: ENV, seconds });
  const peer = await measurePocketBase(list, sample, products, { folder, seconds });
  const compared = putBeside(putBeside(lines, "bare", bare.figures), "peer", peer ?? new Map());
  const version = pocketBaseVersion();
  const heading = measuredOn(rows, ["the binary", ...(version === undefined ? [] : [`PocketBase ${version}`])]);
  return printTable([...compared, bare.constant], heading, { bare: "bare", peer: "PocketBase" });
}
