import { findPendingEan, markIgnored, markResolved } from "../../../db/imports/pending-eans.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByGtins } from "../../../db/products/match.ts";
import { findVariantsByGtins } from "../../../db/variants/variant-codes.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { ApiError, invalidBody, required } from "../../http/output/errors.ts";
import { duplicateEan } from "../../products/changes/refuse-duplicate-ean.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { applyRows } from "../run/chunk/apply-rows.ts";
import { identityOf } from "../run/row/chunk-row.ts";
import { PendingEans } from "./list-pending-eans.ts";
import type { PendingRow } from "./store-pending-eans.ts";

/** How the EAN of a row was found. */
type EanSource = "manual" | "lookup";

interface Resolution {
  id: string;
  ean: string;
}

/**
 * Gives a waiting row its EAN and imports it as it was stored. Throws VALIDATION_FAILED for an EAN that is not valid,
 * DUPLICATE_EAN when another product or variant has it, INVALID_STATE when the row waits no longer or cannot be imported.
 */
export async function resolveWaiting(
  tx: Tx,
  { id, ean: written }: Resolution,
  source: EanSource,
  context: MutationContext,
) {
  const waiting = required(await findPendingEan(tx, id), "pending_ean", id);
  if (waiting.status === "resolved") throw wrongState(waiting.status);
  const ean = eanOf(written.trim());
  if (ean?.eanStatus !== "valid") {
    throw invalidBody([{ field: "ean", type: "invalid_format", key: "imports.ean_invalid" }]);
  }
  // Written by `storePendingEans`, from such a row.
  const { row, settings } = waiting.rowData as PendingRow;
  const [holder] = await findRowsByGtins(tx, [ean.gtin14]);
  if (holder && holder.reference !== identityOf(row).reference) {
    throw duplicateEan(ean.ean, { id: holder.id, type: "product", deleted: holder.deletedAtMs !== null });
  }
  const [applied] = await applyRows(tx, [{ ...row, ean, eanProblem: null }], settings, context);
  if (applied?.problems.some(({ errorType }) => errorType === "ean_used_by_variant")) {
    const [variant] = await findVariantsByGtins(tx, [ean.gtin14]);
    if (variant) throw duplicateEan(ean.ean, { id: variant.id, type: "variant", deleted: variant.isDeleted });
  }
  if (!applied?.change || applied.outcome !== "matched") throw wrongState(waiting.status);
  await markResolved(tx, id, context.now());
  const resolved = required(await findPendingEan(tx, id), "pending_ean", id);
  const { title: name, reference: sku } = applied.change.row;
  const found = { ean: ean.ean, product_id: applied.change.row.id, sku, name, source };
  await emitEvents(tx, [{ type: "ean.resolved", data: found }], context);
  return { ...PendingEans.of(resolved), product_id: applied.change.row.id, ean: ean.ean };
}

/** Gives one row its EAN. Throws what `resolveWaiting` throws. */
export const resolvePendingEan = mutation("imports.resolve-ean", (tx, resolution: Resolution, context) =>
  resolveWaiting(tx, resolution, "manual", context),
);

/** Gives rows their EANs, each by itself: what cannot be resolved says why and leaves the others. */
export const resolvePendingEans = mutation(
  "imports.resolve-eans",
  async (tx, { items }: { items: Resolution[] }, context) => {
    const outcomes = [];
    for (const item of items) outcomes.push(await outcomeOf(tx, item, context));
    const resolved = outcomes.filter(({ status }) => status === "resolved").length;
    return { resolved_count: resolved, failed_count: outcomes.length - resolved, items: outcomes };
  },
);

async function outcomeOf(tx: Tx, item: Resolution, context: MutationContext) {
  try {
    const { product_id: productId } = await resolveWaiting(tx, item, "manual", context);
    return { ...item, status: "resolved" as const, product_id: productId, error_code: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...item, status: "failed" as const, product_id: null, error_code: error.code };
  }
}

const wrongState = (status: string) =>
  new ApiError("INVALID_STATE", {
    details: { current_state: status, allowed_states: ["pending", "resolving", "ignored"] },
  });

/** Hides waiting EANs for good; unknown ids are passed over. Returns how many were hidden now. */
export const ignorePendingEans = mutation("imports.ignore-eans", (tx, { ids }: { ids: string[] }) =>
  markIgnored(tx, ids),
);
