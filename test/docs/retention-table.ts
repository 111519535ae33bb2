import process from "node:process";
import { RETENTION, retentionTable } from "../../src/maintenance/retention.ts";
import { replaceBetween } from "./markers.ts";

/** Writes the table of `docs/operating.md`. Run this file: `bun test/docs/retention-table.ts`. */
if (import.meta.main) {
  await replaceBetween("docs/operating.md", "retention", retentionTable());
  process.stdout.write(`${Object.keys(RETENTION).length} kinds written\n`);
}
