import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { replaceBetween } from "../test/docs/markers.ts";
import { buildBinary } from "./cold-start.ts";
import { measureAll } from "./measure-all.ts";
import { measureLarge } from "./measure-large.ts";
import { generate, SMALL_ROWS } from "./place.ts";

/**
 * Measures the binary over HTTP on loopback, and in turns with it the least that could do the same work and PocketBase.
 * `--rows` products (50000), `--seconds` for each work (2.4; a round takes half of them), `--readme` writes the table into
 * `docs/speed.md`. From 200,000 rows on the import, the export and the memory are measured, and reads, searches and edits in
 * turns with a second service with 50,000 products.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rows: { type: "string", default: String(SMALL_ROWS) },
    seconds: { type: "string", default: "2.4" },
    readme: { type: "boolean", default: false },
  },
});
const LARGE_ROWS = 200_000;

const folder = mkdtempSync(join(tmpdir(), "catalogd-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const rows = Number(values.rows);
const file = join(folder, "products.csv");
await generate(file, rows);
const place = { folder, file, rows, seconds: Number(values.seconds), binary: await buildBinary(folder) };
const isLarge = rows >= LARGE_ROWS;
const table = isLarge ? await measureLarge(place) : await measureAll(place);
stdout.write(`${table}\n`);
if (values.readme) await replaceBetween("docs/speed.md", isLarge ? "bench growth" : "bench", table);
process.exit();
