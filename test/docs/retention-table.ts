import process from "node:process";
import { RETENTION, type Retention } from "../../src/config/retention.ts";
import { replaceBetween } from "./markers.ts";

/** The list of `docs/operating.md` as a table. Run this file to write it there: `bun test/docs/retention-table.ts`. */
export function retentionTable(): string {
  const rows = Object.values<Retention>(RETENTION).map(({ what, kept, note, tables }) => {
    const time = typeof kept === "number" ? `${kept} ${kept === 1 ? "day" : "days"}` : `until ${kept}`;
    const names = tables.map((name) => `\`${name}\``).join(", ");
    return `| ${what} | ${time}${note === undefined ? "" : `; ${note}`} | ${names} |`;
  });
  return ["| what | is kept | tables |", "|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) {
  await replaceBetween("docs/operating.md", "retention", retentionTable());
  process.stdout.write(`${Object.keys(RETENTION).length} kinds written\n`);
}
