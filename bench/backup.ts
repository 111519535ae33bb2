import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { backupsAmidChanges } from "../test/backup/amid-changes.ts";
import { openClient } from "./client.ts";
import { buildBinary } from "./cold-start.ts";
import { ENV, fill, generate } from "./place.ts";
import { watchLag } from "./watch.ts";

/**
 * `bun bench/backup.ts --products 500000 --backups 3`: fills a catalog, makes backups while it is written to, restores each, and compares
 * it with what was acknowledged at its moment.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { products: { type: "string", default: "500000" }, backups: { type: "string", default: "3" } },
});
const rows = Number(values.products);

const folder = mkdtempSync(join(tmpdir(), "catalogd-backup-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const binary = await buildBinary(folder);
const file = join(folder, "products.csv");
await generate(file, rows);

const outcome = await backupsAmidChanges(folder, {
  backups: Number(values.backups),
  // More than a backup lets be written meanwhile.
  perBackup: { imports: 1_000, products: 10_000 },
  program: [binary],
  env: ENV,
  prepare: async (service, apiKey) => {
    const client = openClient(service.url, apiKey);
    await fill({ service, apiKey, client, port: Number(new URL(service.url).port) }, file, rows);
  },
  watch: watchLag,
});
stdout.write(`${JSON.stringify({ filled: rows, ...outcome }, null, 2)}\n`);
process.exit(outcome.faults.length === 0 ? 0 : 1);
