import { countPendingEans, findWaiting, type PendingEan, setFound } from "../../../db/imports/pending-eans.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds, findRowsByReferences } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { findSupplied } from "../../../db/sourcing/current-terms.ts";
import { ApiError } from "../../http/output/errors.ts";
import { supplierKey } from "../../products/changes/set/change-set.ts";
import { identityOf, type SuppliedRow } from "../run/row/chunk-row.ts";
import { type FoundEan, repairsOf } from "./candidates.ts";
import { resolveWaiting } from "./resolve-pending-ean.ts";
import { type PendingRow, RESOLVABLE_FROM } from "./store-pending-eans.ts";

/** What a row is worth more of which the catalog knows a code. */
const FOUND_SCORE = 15;

const NO_FILTER = { supplierCodes: null, eanType: null, search: null };

/** Lets a job look for the EANs of the rows that have come since. */
export const wantLookup = (tx: Tx, sinceMs: number, context: MutationContext): Promise<void> =>
  enqueue(tx, "imports.look-up-eans", { sinceMs }, context, { queue: "bulk" });

/** Looks for the EANs of all rows that wait, in the background. Returns how many there are. */
export const startLookup = mutation("imports.start-lookup", async (tx, _: undefined, context) => {
  const { total } = await countPendingEans(tx, NO_FILTER);
  if (total > 0) await wantLookup(tx, 0, context);
  return { status: "queued" as const, pending: total };
});

/** A supplier's own name of a product. */
interface SupplierName {
  supplierId: string;
  supplierReference: string;
}

/** What a waiting row says of its supplier. */
function suppliedBy({ rowData }: PendingEan): SupplierName[] {
  // Written by `storePendingEans`, from such a row.
  const { supplier, ...row } = (rowData as PendingRow).row as SuppliedRow;
  const { supplierReference } = identityOf(row);
  return supplier && supplierReference !== null ? [{ supplierId: supplier.id, supplierReference }] : [];
}

/** The products that rows may mean, by SKU and by what their suppliers call them. */
async function productsLike(tx: Tx, rows: readonly PendingEan[]) {
  const isUsable = ({ eanStatus, deletedAtMs }: StoredRow) => eanStatus === "valid" && deletedAtMs === null;
  const sameReference = (
    await findRowsByReferences(
      tx,
      rows.map(({ sku }) => sku),
    )
  ).filter(isUsable);
  const names = rows.flatMap(suppliedBy);
  const links = names.length > 0 ? await findSupplied(tx, names) : [];
  const linked = (await findRowsByIds(tx, [...new Set(links.map(({ productId }) => productId))])).filter(isUsable);
  const byId = new Map(linked.map((row) => [row.id, row]));
  return {
    bySku: Map.groupBy(sameReference, ({ reference }) => reference ?? ""),
    bySupplier: Map.groupBy(
      links.flatMap(({ productId, ...name }) => {
        const row = byId.get(productId);
        return row ? [{ row, key: supplierKey(name.supplierId, name.supplierReference) }] : [];
      }),
      ({ key }) => key,
    ),
  };
}

/**
 * Looks in the catalog for what waiting rows may mean. A row whose code is one slip away from that of the one product with
 * its SKU is resolved; of the others the codes that were found are stored.
 */
export const lookUpPending = mutation(
  "imports.look-up-eans",
  async (tx, { ids }: { ids: string[] }, context): Promise<void> => {
    const rows = await findWaiting(tx, ids);
    if (rows.length === 0) return;
    const { bySku, bySupplier } = await productsLike(tx, rows);
    const unresolved: Parameters<typeof setFound>[1][number][] = [];
    for (const row of rows) {
      const same = bySku.get(row.sku) ?? [];
      const meant = same.filter(({ ean }) => repairsOf(row).some((repair) => repair.ean === ean));
      const [certain, another] = meant;
      if (certain && !another && (await isResolved(tx, { id: row.id, ean: certain.ean ?? "" }, context))) continue;
      const ofSupplier = suppliedBy(row).flatMap(
        ({ supplierId, supplierReference }) => bySupplier.get(supplierKey(supplierId, supplierReference)) ?? [],
      );
      const found = [
        ...same.map(({ ean }): FoundEan => ({ ean: ean ?? "", reason: "same_reference" })),
        ...ofSupplier.map(({ row: { ean } }): FoundEan => ({ ean: ean ?? "", reason: "same_supplier_reference" })),
      ];
      unresolved.push(
        scored(row, [...new Map(found.toReversed().map((each) => [each.ean, each])).values()].toReversed()),
      );
    }
    await setFound(tx, unresolved);
  },
);

function scored({ id, resolutionScore, found: before }: PendingEan, found: FoundEan[]) {
  const hadSome = Array.isArray(before) && before.length > 0;
  const score = resolutionScore + (Number(found.length > 0) - Number(hadSome)) * FOUND_SCORE;
  const eanType = score >= RESOLVABLE_FROM ? ("ean_to_resolve" as const) : ("ean_not_resolvable" as const);
  return { id, found, resolutionScore: score, eanType };
}

/** Whether a row could be imported with an EAN. */
async function isResolved(tx: Tx, resolution: { id: string; ean: string }, context: MutationContext): Promise<boolean> {
  try {
    await resolveWaiting(tx, resolution, "lookup", context);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
