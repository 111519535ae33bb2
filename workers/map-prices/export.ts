import type { Reader } from "../../db/ports.ts";
import { listViolations, type Violation, type ViolationFilter } from "../../db/price-monitor/violations.ts";
import { csv } from "../../src/exports/encode/csv.ts";
import type { Column, ExportValue } from "../../src/exports/tables/table.ts";
import { type Sheet, writeWorkbook } from "../../src/exports/xlsx/write-workbook.ts";
import { Violations, violationsSince } from "../../src/prices/map-prices/violation-body.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

type Row = ReturnType<typeof Violations.of>;
const NAMES = Object.keys(Violations.Body.properties) as (keyof Row)[]; // the keys of a row
const AT_ONCE = 500;

const columns: Column<Row>[] = NAMES.map((name) => ({
  name,
  kind: "plain",
  read: (row): ExportValue => row[name],
}));

async function* pagesOf(db: Reader, filter: ViolationFilter): AsyncGenerator<Row[]> {
  for (let last: Violation | undefined; ; ) {
    const after = last && ([last.gapCents, last.productId, last.competitorId] as const);
    const part = { sort: "gap", isDescending: true, after, limit: AT_ONCE, offset: 0 } as const;
    const page = await listViolations(db, filter, part);
    if (page.length > 0) yield page.map(Violations.of);
    last = page.at(-1);
    if (page.length < AT_ONCE) return;
  }
}

/** All MAP violations as CSV or as a workbook. */
export function exportViolations(
  { reader, now }: ThreadServices,
  tenantId: string,
  { format, ...asked }: Omit<ViolationFilter, "sinceMs"> & { format: "csv" | "xlsx" },
): AsyncIterable<Uint8Array> {
  const pages = pagesOf(reader(tenantId), { ...asked, sinceMs: violationsSince(now()) });
  if (format === "csv") return csv({ columns, pages }, { utf8Bom: true, delimiter: "," });
  return writeWorkbook([{ name: "MAP violations", columns, pages } as Sheet<unknown>]);
}
