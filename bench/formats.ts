import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { buildBinary } from "./cold-start.ts";
import { generate, openService } from "./place.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { peakMb } from "./watch.ts";
import { FORMATS, writeAs } from "./write-formats.ts";

/**
 * Imports the same products as CSV, NDJSON, JSON, XML and a workbook, each into a service of its own, and again where they
 * are already, one after the other: rows a second, and the most memory. `--rows` (50000), `--formats` (all).
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: "50000" },
    formats: { type: "string", default: FORMATS.join(",") },
  },
});
const MEMORY_MB_MAX = 400;
/** Of what CSV reaches. */
const TARGETS: Record<string, string> = {
  ndjson: "≥ 0.8 × CSV",
  json: "≥ 0.6 × CSV",
  xml: "≥ 0.6 × CSV",
  xlsx: "≥ 0.5 × CSV",
};

const folder = mkdtempSync(join(tmpdir(), "catalogd-formats-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const rows = Number(values.rows);
const csv = join(folder, "products.csv");
await generate(csv, rows);
const binary = await buildBinary(folder);

async function measure(format: (typeof FORMATS)[number]): Promise<Line[]> {
  const file = join(folder, `products.${format}`);
  if (format !== "csv") await writeAs(format, csv, file);
  const place = join(folder, format);
  mkdirSync(place);
  const { client, service } = await openService(place, binary);
  const run = async () => {
    const id = await client.prepareImport(file);
    const startedAtMs = performance.now();
    await client.runImport(id);
    return (rows * 1_000) / (performance.now() - startedAtMs);
  };
  const [created, again] = [await run(), await run()];
  const peak = peakMb(service.pid);
  await service.kill("SIGTERM");
  rmSync(place, { recursive: true, force: true });
  const target = TARGETS[format] ?? "";
  return [
    { work: `${format}: rows of new products`, value: created, unit: "/s", target },
    { work: `${format}: the same again`, value: again, unit: "/s", target },
    { work: `${format}: most memory held`, value: peak, unit: "MB", target: `≤ ${MEMORY_MB_MAX}` },
  ];
}

const lines: Line[] = [];
for (const format of FORMATS) if (values.formats.split(",").includes(format)) lines.push(...(await measure(format)));
stdout.write(`${printTable(lines, measuredOn(rows, ["the binary"]), {})}\n`);
process.exit();
