import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { findRowsByGtins } from "../../db/products/match.ts";
import type { ProductRow } from "../../db/products/product-row.ts";
import { stampProducts } from "../../db/products/product-state.ts";
import { takeTicks, updateProducts } from "../../db/products/write.ts";
import { findVariantsByIds, updateVariants } from "../../db/variants/variants.ts";
import { emitEvents } from "../events/emit-events.ts";
import { type FieldChange, recordChanges } from "../history/record-changes.ts";
import { applyFields } from "../products/apply-fields.ts";
import { fieldChanges } from "../products/field-changes.ts";
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
  const rows: ProductRow[] = [];
  const before = new Map<string, ProductRow>();
  const history: FieldChange[] = [];
  for (const known of products) {
    const { row, changed } = applyFields(known, { ...prices.get(known.id) });
    if (changed.length === 0) continue;
    rows.push(row);
    before.set(known.id, known);
    history.push(...fieldChanges(known, row, changed));
  }
  if (rows.length === 0) return new Set();
  const first = await takeTicks(tx, rows.length, context.now());
  await updateProducts(
    tx,
    rows.map((row, index) => ({ ...row, updatedAtUs: first + index })),
    before,
  );
  await recordChanges(tx, history, context);
  return new Set(before.keys());
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
  const first = await takeTicks(tx, changed.length + stale.length, context.now());
  const stored = changed.map(({ before, after }, index) => ({
    before,
    after: { ...after, updatedAtUs: first + index },
  }));
  await updateVariants(
    tx,
    stored.map(({ after }) => after),
  );
  await stampProducts(tx, stale, first + changed.length);
  const history = stored.map(({ before, after }) => ({
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
