import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findRowsByGtins } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { stampProducts } from "../../db/products/product-state.ts";
import { findVariantsByIds, updateVariants } from "../../db/variants/variants.ts";
import { commit } from "../catalog/commit.ts";
import { emitEvents } from "../events/emit-events.ts";
import { applyFields } from "../products/fields/apply-fields.ts";
import { recordChanges } from "../products/history/record-changes.ts";
import { variantBody } from "../variants/variant-body.ts";
import { findTargets, updatedEvent } from "./find-targets.ts";

/** Prices that an ERP knows, in cents: the code as sent and padded to 14 digits; `null` leaves a price as it is. */
export type PriceUpdate = [ean: string, gtin14: string, costPriceCents: number | null, priceCents: number | null];

/** The prices of one product or variant; of several updates the last counts for each price. */
interface Prices {
  cost_price?: number;
  price?: number;
}

/** Stores prices, by id, of these products. Returns the ids of those that were really changed. */
async function storeProducts(
  tx: Tx,
  products: readonly ProductRow[],
  prices: ReadonlyMap<string, Prices>,
  context: MutationContext,
): Promise<ReadonlySet<string>> {
  const changes = products.flatMap((before) => {
    const { row, changed } = applyFields(before, { ...prices.get(before.id) });
    return changed.length > 0 ? [{ before, row, changed }] : [];
  });
  return new Set((await commit(tx, changes, context, { source: "appsync", isSilent: true })).keys());
}

/** Stores the prices of variants, and brings their products forward in the change feed. */
async function storeVariants(
  tx: Tx,
  prices: ReadonlyMap<string, Prices>,
  stamped: ReadonlySet<string>,
  context: MutationContext,
): Promise<void> {
  const known = await findVariantsByIds(tx, [...prices.keys()]);
  const pairs = known.map((variant) => {
    const { price = variant.priceCents, cost_price = variant.costPriceCents } = prices.get(variant.id) ?? {};
    return { before: variant, after: { ...variant, priceCents: price, costPriceCents: cost_price } };
  });
  const changed = pairs.filter(
    ({ before, after }) => before.priceCents !== after.priceCents || before.costPriceCents !== after.costPriceCents,
  );
  if (changed.length === 0) return;
  const stale = [...new Set(changed.map(({ after }) => after.productId))].filter((id) => !stamped.has(id));
  await updateVariants(
    tx,
    changed.map(({ after }) => after),
    context.now(),
  );
  await stampProducts(tx, stale, context.now());
  const history = changed.map(({ before, after }) => ({
    productId: after.productId,
    field: "variants",
    before: variantBody(before),
    after: variantBody(after),
  }));
  await recordChanges(tx, history, context);
}

/**
 * Sets prices by EAN. `updates` is `PriceUpdate[]` as JSON, which crosses threads several times faster than what it
 * stands for. Says of each whether a product or variant was found.
 */
export const updatePrices = mutation(
  "appsync.update-prices",
  async (tx, { updates }: { updates: string }, context): Promise<boolean[]> => {
    // Written by the routes from such a list.
    const rows = JSON.parse(updates) as PriceUpdate[];
    const codes = [...new Set(rows.map(([, gtin14]) => gtin14))];
    const known = (await findRowsByGtins(tx, codes)).filter(({ deletedAtMs }) => deletedAtMs === null);
    const targets = await findTargets(tx, codes, known);
    const products = new Map<string, Prices>();
    const variants = new Map<string, Prices>();
    const eans: string[] = [];
    const found = rows.map(([ean, gtin14, cost, price]) => {
      const target = targets.get(gtin14);
      if (!target) return false;
      const prices = target.variantId === null ? products : variants;
      const id = target.variantId ?? target.productId;
      prices.set(id, {
        ...prices.get(id),
        ...(cost !== null && { cost_price: cost }),
        ...(price !== null && { price }),
      });
      eans.push(ean);
      return true;
    });
    const stamped = await storeProducts(tx, known, products, context);
    if (variants.size > 0) await storeVariants(tx, variants, stamped, context);
    if (eans.length > 0) await emitEvents(tx, [updatedEvent("price.updated", eans)], context);
    return found;
  },
);
