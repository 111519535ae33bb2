import type { PositionQuery } from "../../db/price-monitor/position-query.ts";
import { listPositions, type PositionSort, type PricePosition } from "../../db/price-monitor/positions.ts";
import { listFile, tableOfList } from "../../src/exports/encode/list-file.ts";
import { PricePositions } from "../../src/prices/price-monitor/positions/positions.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Which positions, in which order and as what. */
interface Wanted {
  asked: PositionQuery;
  sort: PositionSort;
  isDescending: boolean;
  format: "csv" | "xlsx";
}

/** All price positions as CSV or as a workbook. */
export function exportPositions(
  { reader }: ThreadServices,
  tenantId: string,
  { format, asked, ...order }: Wanted,
): AsyncIterable<Uint8Array> {
  const table = tableOfList(PricePositions, (last: PricePosition | undefined, limit) => {
    const after = last && ([last.sortedBy, last.productId] as const);
    return listPositions(reader(tenantId), asked, { ...order, after, limit, offset: 0 });
  });
  return listFile(format, "Price positions", table);
}
