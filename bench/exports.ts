import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { buildBinary } from "./cold-start.ts";
import { generate, openService } from "./place.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { peakMb, residentMb } from "./watch.ts";

/** The exports, and the most memory the whole process may hold meanwhile. */
const FORMATS: Record<string, { kind: string; options: object; mbMax: number }> = {
  csv: { kind: "csv", options: {}, mbMax: 400 },
  json: { kind: "json", options: {}, mbMax: 400 },
  ndjson: { kind: "json", options: { json_lines: true }, mbMax: 400 },
  relations: { kind: "json", options: { include_relations: true }, mbMax: 400 },
  zip: { kind: "zip", options: {}, mbMax: 400 },
  xlsx: { kind: "excel", options: {}, mbMax: 500 },
};

/**
 * Exports a catalog by task in each format and downloads the file, each from a service that was just started: rows a second,
 * and the most memory its process held. `--rows` (50000), `--formats` (all), `--folder` keeps the filled catalog there for
 * the next run. Exits with 1 above a limit of memory.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: "50000" },
    formats: { type: "string", default: Object.keys(FORMATS).join(",") },
    folder: { type: "string" },
  },
});
const rows = Number(values.rows);
const scratch = mkdtempSync(join(tmpdir(), "catalogd-exports-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
const folder = values.folder ?? scratch;
const binary = await buildBinary(scratch);

/** Imports the products, unless a run before has. */
async function fill(): Promise<void> {
  if (existsSync(join(folder, "data"))) return;
  mkdirSync(folder, { recursive: true });
  const file = join(scratch, "products.csv");
  await generate(file, rows);
  const { client, service } = await openService(folder, binary);
  await client.runImport(await client.prepareImport(file));
  await service.kill("SIGTERM");
  rmSync(file);
}

async function measure(name: string): Promise<Line[]> {
  const format = FORMATS[name];
  if (!format) throw new Error(`There is no format ${name}`);
  const { client, service } = await openService(folder, binary);
  const atRest = residentMb(service.pid);
  const startedAtMs = performance.now();
  const bytes = await client.exportByTask(format.kind, format.options);
  const perSecond = (rows * 1_000) / (performance.now() - startedAtMs);
  const peak = peakMb(service.pid);
  await service.kill("SIGTERM");
  if (peak > format.mbMax) process.exitCode = 1;
  return [
    { work: `${name}: rows`, value: perSecond, unit: "/s", target: "" },
    { work: `${name}: size of the file`, value: bytes / 1_048_576, unit: "MB", target: "" },
    { work: `${name}: memory before`, value: atRest, unit: "MB", target: "" },
    { work: `${name}: most memory held`, value: peak, unit: "MB", target: `≤ ${format.mbMax}` },
  ];
}

await fill();
const lines: Line[] = [];
for (const name of values.formats.split(",")) lines.push(...(await measure(name)));
stdout.write(`${printTable(lines, measuredOn(rows, ["the binary"]), {})}\n`);
process.exit();
