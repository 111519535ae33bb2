import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import type { Client } from "./client.ts";
import { buildBinary } from "./cold-start.ts";
import { generate, openService } from "./place.ts";
import { type Line, measuredOn, printTable } from "./table.ts";
import { peakMb, watchLag } from "./watch.ts";
import { FORMATS, writeAs } from "./write-formats.ts";

/**
 * Imports the same products as CSV, NDJSON, JSON, XML and a workbook, each into a service of its own, and again where they
 * are already, one after the other: rows a second, the most memory, and how long the HTTP thread stood still while lists
 * were read beside it. `--rows` (50000), `--formats` (all), `--once` leaves the second import out.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: "50000" },
    formats: { type: "string", default: FORMATS.join(",") },
    once: { type: "boolean", default: false },
  },
});
const MEMORY_MB_MAX = 400;
const READ_EACH_MS = 50;
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

/** Reads lists all the while, until it is stopped. */
function readAlong({ call }: Client): () => Promise<void> {
  let goesOn = true;
  const reading = (async () => {
    while (goesOn) {
      await call("GET", "/products?per_page=50");
      await Bun.sleep(READ_EACH_MS);
    }
  })();
  return () => {
    goesOn = false;
    return reading;
  };
}

async function measure(format: (typeof FORMATS)[number]): Promise<Line[]> {
  const file = join(folder, `products.${format}`);
  if (format !== "csv") await writeAs(format, csv, file);
  const place = join(folder, format);
  mkdirSync(place);
  const { client, service } = await openService(place, binary);
  const lagOf = await watchLag(service.url);
  const stopReading = readAlong(client);
  const run = async () => {
    const uploadedAtMs = performance.now();
    const id = await client.prepareImport(file);
    const startedAtMs = performance.now();
    const analysed = { perSecond: (rows * 1_000) / (startedAtMs - uploadedAtMs), peak: peakMb(service.pid) };
    await client.runImport(id);
    return { analysed, perSecond: (rows * 1_000) / (performance.now() - startedAtMs) };
  };
  const created = await run();
  const again = values.once ? undefined : await run();
  await stopReading();
  const lag = await lagOf();
  const peak = peakMb(service.pid);
  await service.kill("SIGTERM");
  rmSync(place, { recursive: true, force: true });
  if (format !== "csv") rmSync(file);
  const target = TARGETS[format] ?? "";
  const memory = `≤ ${MEMORY_MB_MAX}`;
  const measured: (Line | false)[] = [
    { work: `${format}: rows uploaded and analysed`, value: created.analysed.perSecond, unit: "/s", target: "" },
    { work: `${format}: rows of new products`, value: created.perSecond, unit: "/s", target },
    again !== undefined && { work: `${format}: the same again`, value: again.perSecond, unit: "/s", target },
    { work: `${format}: most memory held, analysed`, value: created.analysed.peak, unit: "MB", target: memory },
    { work: `${format}: most memory held`, value: peak, unit: "MB", target: memory },
    { work: `${format}: event-loop lag, p99`, value: lag.p99Ms, unit: "ms", target: "≤ 10" },
    { work: `${format}: event-loop lag, longest`, value: lag.maxMs, unit: "ms", target: "≤ 50" },
  ];
  return measured.filter((line) => line !== false);
}

const lines: Line[] = [];
for (const format of FORMATS) if (values.formats.split(",").includes(format)) lines.push(...(await measure(format)));
stdout.write(`${printTable(lines, measuredOn(rows, ["the binary"]), {})}\n`);
process.exit();
