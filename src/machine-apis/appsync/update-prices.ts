import type { Static } from "@sinclair/typebox";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByGtins, findRowsByIds } from "../../../db/products/match.ts";
import type { StoredRow } from "../../../db/products/product-row.ts";
import { findVariantsByIds, updateVariants } from "../../../db/variants/variants.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { centsOf } from "../../kit/cents.ts";
import { commit } from "../../products/changes/commit/commit.ts";
import type { ProductChange } from "../../products/changes/set/product-change.ts";
import { applyFields } from "../../products/fields/apply-fields.ts";
import { Variants } from "../../products/variants/variant-body.ts";
import { findTargets, gtinOf, updatedEvent } from "./find-targets.ts";
import type { PriceUpdates } from "./schema.ts";

/** Prices that an ERP knows, in cents: the code as sent and padded to 14 digits; `null` leaves a price as it is. */
type PriceUpdate = [ean: string, gtin14: string, costPriceCents: number | null, priceCents: number | null];

const centsOrNull = (price: number | null = null) => (price === null ? null : centsOf(price));

/** Throws VALIDATION_FAILED that names each item without a price. */
export function priceUpdates(sent: Static<typeof PriceUpdates>): PriceUpdate[] {
  const updates = sent.map(({ ean, price_ht, price_ttc }): PriceUpdate => {
    return [ean.trim(), gtinOf(ean), centsOrNull(price_ht), centsOrNull(price_ttc)];
  });
  const priceless = updates.flatMap(([, , cost, price], index) => (cost === null && price === null ? [index] : []));
  if (priceless.length === 0) return updates;
  throw invalidBody(priceless.slice(0, 100).map((index) => ({ field: `${index}.price_ttc`, type: "missing" })));
}

/** The prices of one product or variant; of several updates the last counts for each price. */
interface Prices {
  cost_price?: number;
  price?: number;
}

/** Stores the prices of variants, by id. Returns what the histories of their products keep of it, by product. */
async function storeVariants(
  tx: Tx,
  prices: ReadonlyMap<string, Prices>,
  context: MutationContext,
): Promise<Map<string, NonNullable<ProductChange["history"]>>> {
  const known = prices.size > 0 ? await findVariantsByIds(tx, [...prices.keys()]) : [];
  const pairs = known.map((variant) => {
    const { price = variant.priceCents, cost_price = variant.costPriceCents } = prices.get(variant.id) ?? {};
    return { before: variant, after: { ...variant, priceCents: price, costPriceCents: cost_price } };
  });
  const changed = pairs.filter(
    ({ before, after }) => before.priceCents !== after.priceCents || before.costPriceCents !== after.costPriceCents,
  );
  await updateVariants(
    tx,
    changed.map(({ after }) => after),
    context.now(),
  );
  const byProduct = Map.groupBy(changed, ({ after }) => after.productId);
  return new Map(
    [...byProduct].map(([id, pairs]) => [
      id,
      pairs.map(({ before, after }) => ({
        field: "variants",
        before: Variants.of(before),
        after: Variants.of(after),
      })),
    ]),
  );
}

/** Stores new prices of products and of their variants, by id; a product whose variant has another one has changed, too. */
async function storePrices(
  tx: Tx,
  known: readonly StoredRow[],
  { products, variants }: { products: ReadonlyMap<string, Prices>; variants: ReadonlyMap<string, Prices> },
  context: MutationContext,
): Promise<void> {
  const histories = await storeVariants(tx, variants, context);
  const read = new Set(known.map(({ id }) => id));
  const others = [...histories.keys()].filter((id) => !read.has(id));
  const rows = others.length > 0 ? [...known, ...(await findRowsByIds(tx, others))] : known;
  const changes = rows.flatMap((before): ProductChange[] => {
    const { row, changed } = applyFields(before, { ...products.get(before.id) });
    const history = histories.get(before.id);
    if (!history && changed.length === 0) return [];
    return [{ before, row: row === before ? { ...row } : row, changed, history: history ?? [] }];
  });
  await commit(tx, changes, context, { source: "appsync", isSilent: true });
}

/**
 * Sets prices by EAN. `updates` is `PriceUpdate[]` as JSON, which crosses threads several times faster than the objects.
 * Says of each whether a product or variant was found.
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
    await storePrices(tx, known, { products, variants }, context);
    if (eans.length > 0) await emitEvents(tx, [updatedEvent("price.updated", eans)], context);
    return found;
  },
);
