import {
  findPendingStatuses,
  markAllResolved,
  type NewPendingEan,
  type PendingKey,
  upsertPendingEans,
} from "../../../db/imports/pending-eans.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { emitEvents } from "../../events/emit-events.ts";
import type { PlannedRow } from "../run/chunk/plan-chunk.ts";
import type { RowProblem } from "../run/chunk/store-problems.ts";
import { type ChunkRow, identityOf, nameOf, type RunSettings, type SuppliedRow } from "../run/row/chunk-row.ts";

/** A stored row, as `pending_ean.row_data` holds it. */
export interface PendingRow {
  row: ChunkRow;
  settings: RunSettings;
}

/** From this score on an EAN can be found. */
export const RESOLVABLE_FROM = 50;

/** How likely an EAN can be found for a row, 0 to 100, by what the row says of the product. */
function resolutionScore({ values }: ChunkRow, name: string): number {
  const words = name.split(/\s+/).filter((word) => word !== "").length;
  const codes = [values["reference"], values["mpn"]];
  const hasCode = codes.some((code) => typeof code === "string" && /\d/.test(code));
  return (words >= 3 ? 40 : 0) + (values["brand_name"] || values["brand_id"] ? 25 : 0) + (hasCode ? 20 : 0);
}

const keyOf = (row: SuppliedRow): PendingKey | undefined => {
  const sku = identityOf(row).reference;
  return sku === null ? undefined : { supplierCode: row.supplier?.code ?? "", sku };
};

/** A row that failed for its EAN alone and says which product it means. */
function waitingRow({ row, outcome, problems }: PlannedRow) {
  const key = keyOf(row);
  const name = nameOf(row)?.name;
  const errors = problems.filter(({ severity }) => severity === "error");
  const isWaiting = outcome === "failed" && errors.length === 1 && errors[0] === row.eanProblem;
  return isWaiting && key && name !== undefined ? { row, key, name } : undefined;
}

/**
 * Keeps the rows that wait for an EAN and ends the wait of those that brought one now. Returns the warnings that say so,
 * by the number of the row.
 */
export async function storePendingEans(
  tx: Tx,
  planned: readonly PlannedRow[],
  settings: RunSettings,
  context: MutationContext,
): Promise<Map<number, RowProblem>> {
  const { now, newId } = context;
  await endWait(tx, planned, context);
  const waiting = settings.options.eanPolicy === "pending" ? planned.flatMap((each) => waitingRow(each) ?? []) : [];
  if (waiting.length === 0) return new Map();
  const known = await findPendingStatuses(
    tx,
    waiting.map(({ key }) => key),
  );
  const statuses = new Map(known.map(({ status, ...key }) => [textOfKey(key), status]));
  const entries = waiting.map(({ row, key, name }): NewPendingEan => {
    const score = resolutionScore(row, name);
    const rowData: PendingRow = { row, settings };
    const eanType = score >= RESOLVABLE_FROM ? "ean_to_resolve" : "ean_not_resolvable";
    return { ...key, id: newId(), name, eanType, resolutionScore: score, rowData };
  });
  await upsertPendingEans(tx, settings.importId, entries, now());
  const warnings = new Map<number, RowProblem>();
  for (const { row, key } of waiting) {
    const status = statuses.get(textOfKey(key));
    if (status === "ignored") continue;
    warnings.set(row.rowNumber, warningOf(row, key, status));
    // The next row with this key meets what this one has stored.
    statuses.set(textOfKey(key), "pending");
  }
  return warnings;
}

/** Ends the wait of rows that an import brings with their EAN. */
async function endWait(tx: Tx, planned: readonly PlannedRow[], context: MutationContext): Promise<void> {
  const arrived = new Map<string, PlannedRow>();
  for (const each of planned) {
    const key = each.outcome === "matched" && each.row.ean ? keyOf(each.row) : undefined;
    if (key) arrived.set(textOfKey(key), each);
  }
  if (arrived.size === 0) return;
  const keys = [...arrived.values()].flatMap(({ row }) => keyOf(row) ?? []);
  const resolved = await markAllResolved(tx, keys, context.now());
  const events = resolved.flatMap(({ sku, ...key }) => {
    const { row, change } = arrived.get(textOfKey({ sku, ...key })) ?? {};
    if (!row?.ean || !change) return [];
    const data = { ean: row.ean.ean, product_id: change.row.id, sku, name: change.row.title, source: "import" };
    return [{ type: "ean.resolved" as const, data }];
  });
  await emitEvents(tx, events, context);
}

const textOfKey = ({ supplierCode, sku }: PendingKey) => `${supplierCode}\n${sku}`;

const warningOf = ({ rowNumber }: SuppliedRow, { sku }: PendingKey, status: string | undefined): RowProblem => ({
  rowNumber,
  severity: "warning",
  errorType: status === "pending" || status === "resolving" ? "ean_pending_resolution" : "ean_finder_pending",
  field: "ean",
  rawValue: sku,
});
