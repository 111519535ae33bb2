import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { replaceBetween } from "../test/docs/markers.ts";
import { buildBinary } from "./cold-start.ts";
import { exportBoth, fill, generate, openService } from "./place.ts";
import { peakMb, residentMb } from "./watch.ts";

/**
 * What catalogs of several sizes need: disk, memory and time for the import and the export of all. `--products`
 * (10000,100000,1000000), `--readme` writes the table into `docs/sizing.md`.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    products: { type: "string", default: "10000,100000,1000000" },
    readme: { type: "boolean", default: false },
  },
});
const SETTLED_MS = 15_000;

const folder = mkdtempSync(join(tmpdir(), "catalogd-sizing-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const binary = await buildBinary(folder);

/** Megabytes of the files whose names begin so: the database with its log. */
function megabytes(place: string, begin: string): number {
  const names = readdirSync(place).filter((name) => name.startsWith(begin));
  return Math.round(names.reduce((sum, name) => sum + statSync(join(place, name)).size, 0) / 1e6);
}

const whole = (value: number) => Math.round(value).toLocaleString("en");

/** One row of the table. */
async function measure(rows: number): Promise<string> {
  const place = join(folder, String(rows));
  mkdirSync(place);
  const file = join(place, "products.csv");
  await generate(file, rows);
  const opened = await openService(place, binary);
  const filled = await fill(opened, file, rows);
  const exported = await exportBoth(opened.client, rows);
  const peak = peakMb(opened.service.pid);
  await Bun.sleep(SETTLED_MS);
  const idle = residentMb(opened.service.pid);
  await opened.service.kill("SIGTERM");
  const dataDir = join(place, "data");
  const cells = [
    whole(rows),
    `${whole(megabytes(dataDir, "catalogd.db"))} MB`,
    `${whole(megabytes(dataDir, "catalogd-index.db"))} MB`,
    `${whole(idle)} MB`,
    `${whole(peak)} MB`,
    `${whole(filled.storedPerSecond)} rows/s`,
    `${whole(filled.searchablePerSecond)} rows/s`,
    `${whole(exported.task)} rows/s`,
  ];
  rmSync(place, { recursive: true });
  return `| ${cells.join(" | ")} |`;
}

const head =
  "| products | database | search index | memory, idle after | memory, most | import | until searchable | export |";
const lines = [head, "|--:|--:|--:|--:|--:|--:|--:|--:|"];
for (const rows of values.products.split(",").map(Number)) {
  lines.push(await measure(rows));
  stdout.write(`${lines.at(-1)}\n`);
}
if (values.readme) await replaceBetween("docs/sizing.md", "sizing", `\n${lines.join("\n")}\n`);
process.exit();
