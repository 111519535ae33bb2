import type { Reader } from "../../db/ports.ts";
import type { PositionQuery } from "../../db/price-monitor/position-query.ts";
import { listPositions, type PositionSort, type PricePosition } from "../../db/price-monitor/positions.ts";
import { csv } from "../../src/exports/encode/csv.ts";
import type { Column, ExportValue } from "../../src/exports/tables/table.ts";
import { type Sheet, writeWorkbook } from "../../src/exports/xlsx/write-workbook.ts";
import { PricePositions } from "../../src/prices/price-monitor/positions/positions.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

type Row = ReturnType<typeof PricePositions.of>;
const NAMES = Object.keys(PricePositions.Body.properties) as (keyof Row)[]; // the keys of a row
const AT_ONCE = 500;

const columns: Column<Row>[] = NAMES.map((name) => ({
  name,
  kind: "plain",
  read: (row): ExportValue => row[name],
}));

/** Which positions, in which order. */
interface Wanted {
  asked: PositionQuery;
  sort: PositionSort;
  isDescending: boolean;
}

async function* pagesOf(db: Reader, { asked, sort, isDescending }: Wanted): AsyncGenerator<Row[]> {
  for (let last: PricePosition | undefined; ; ) {
    const after = last && ([last.sortedBy, last.productId] as const);
    const page = await listPositions(db, asked, { sort, isDescending, after, limit: AT_ONCE, offset: 0 });
    if (page.length > 0) yield page.map(PricePositions.of);
    last = page.at(-1);
    if (page.length < AT_ONCE) return;
  }
}

/** All price positions as CSV or as a workbook. */
export function exportPositions(
  { reader }: ThreadServices,
  tenantId: string,
  { format, ...wanted }: Wanted & { format: "csv" | "xlsx" },
): AsyncIterable<Uint8Array> {
  const pages = pagesOf(reader(tenantId), wanted);
  if (format === "csv") return csv({ columns, pages }, { utf8Bom: true, delimiter: "," });
  return writeWorkbook([{ name: "Price positions", columns, pages } as Sheet<unknown>]);
}
