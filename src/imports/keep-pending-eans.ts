import {
  findPendingStatuses,
  markSkusResolved,
  type NewPendingEan,
  upsertPendingEans,
} from "../../db/imports/pending-eans.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { type ChunkRow, identityOf, type RunSettings, titleOf } from "./chunk-row.ts";
import type { PlannedRow } from "./plan-chunk.ts";
import type { RowProblem } from "./store-problems.ts";

/** A kept row, as `pending_ean.row_data` holds it. */
export interface KeptRow {
  row: ChunkRow;
  settings: RunSettings;
}

const RESOLVABLE_FROM = 50;

/** How likely an EAN can be found for a row, 0 to 100, by what the row says of the product. */
export function resolutionScore({ values }: ChunkRow, name: string): number {
  const words = name.split(/\s+/).filter((word) => word !== "").length;
  const codes = [values["reference"], values["mpn"]];
  const hasCode = codes.some((code) => typeof code === "string" && /\d/.test(code));
  return (words >= 3 ? 40 : 0) + (values["brand_name"] || values["brand_id"] ? 25 : 0) + (hasCode ? 20 : 0);
}

/** A row that failed for its EAN alone and says which product it means. */
function waitingRow({ row, outcome, problems }: PlannedRow) {
  const sku = identityOf(row).reference;
  const name = titleOf(row);
  const errors = problems.filter(({ severity }) => severity === "error");
  const isWaiting = outcome === "failed" && errors.length === 1 && errors[0] === row.eanProblem;
  return isWaiting && sku !== null && name !== undefined ? { row, sku, name } : undefined;
}

/**
 * Keeps the rows that wait for an EAN and ends the wait of those that brought one now. Returns the warnings that say so,
 * by the number of the row.
 */
export async function keepPendingEans(
  tx: Tx,
  planned: readonly PlannedRow[],
  settings: RunSettings,
  { now, newId }: MutationContext,
): Promise<Map<number, RowProblem>> {
  const supplierCode = settings.supplierCode ?? "";
  const arrived = planned.flatMap(({ row, outcome }) =>
    outcome === "placed" && row.ean ? (identityOf(row).reference ?? []) : [],
  );
  if (arrived.length > 0) await markSkusResolved(tx, supplierCode, arrived, now());
  const waiting = settings.options.eanPolicy === "pending" ? planned.flatMap((each) => waitingRow(each) ?? []) : [];
  if (waiting.length === 0) return new Map();
  const statuses = await findPendingStatuses(tx, supplierCode, [...new Set(waiting.map(({ sku }) => sku))]);
  const entries = waiting.map(({ row, sku, name }): NewPendingEan => {
    const score = resolutionScore(row, name);
    const rowData: KeptRow = { row, settings };
    const eanType = score >= RESOLVABLE_FROM ? "ean_to_resolve" : "ean_not_resolvable";
    return { id: newId(), supplierCode, sku, name, eanType, resolutionScore: score, rowData };
  });
  await upsertPendingEans(tx, settings.importId, entries, now());
  const warnings = new Map<number, RowProblem>();
  for (const { row, sku } of waiting) {
    const warning = warningOf(row, sku, statuses.get(sku));
    if (warning) warnings.set(row.rowNumber, warning);
    // The next row with this SKU meets what this one has kept.
    if (statuses.get(sku) !== "ignored") statuses.set(sku, "pending");
  }
  return warnings;
}

function warningOf(row: ChunkRow, sku: string, status: string | undefined): RowProblem | undefined {
  if (status === "ignored") return undefined;
  const isKnown = status === "pending" || status === "resolving";
  return {
    rowNumber: row.rowNumber,
    severity: "warning",
    errorType: isKnown ? "ean_pending_resolution" : "ean_finder_pending",
    field: "ean",
    rawValue: sku,
  };
}
