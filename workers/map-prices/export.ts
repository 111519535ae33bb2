import { listViolations, type Violation, type ViolationFilter } from "../../db/price-monitor/violations.ts";
import { listFile, tableOfList } from "../../src/exports/encode/list-file.ts";
import { Violations, violationsSince } from "../../src/prices/map-prices/violation-body.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** All MAP violations as CSV or as a workbook. */
export function exportViolations(
  { reader, now }: ThreadServices,
  tenantId: string,
  { format, ...asked }: Omit<ViolationFilter, "sinceMs"> & { format: "csv" | "xlsx" },
): AsyncIterable<Uint8Array> {
  const filter = { ...asked, sinceMs: violationsSince(now()) };
  const table = tableOfList(Violations, (last: Violation | undefined, limit) => {
    const after = last && ([last.gapCents, last.productId, last.competitorId] as const);
    return listViolations(reader(tenantId), filter, { sort: "gap", isDescending: true, after, limit, offset: 0 });
  });
  return listFile(format, "MAP violations", table);
}
