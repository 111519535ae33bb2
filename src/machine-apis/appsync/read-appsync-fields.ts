import { validateBody } from "../../http/input/validation.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { centsOf } from "../../kit/cents.ts";
import type { Item } from "../../products/changes/set/items.ts";
import { itemOf, withoutNulls } from "../../products/changes/set/items.ts";
import { eanOf } from "../../products/fields/ean.ts";
import { nameKey } from "../../text/name-key.ts";
import { catalogFields, SyncProduct } from "./appsync-fields.ts";
import type { PriceUpdate } from "./update-prices.ts";
import type { StockUpdate } from "./update-stock.ts";

let checkItem: ReturnType<typeof validateBody> | undefined;

/** Reads an item of a sync; null is "unchanged". Throws VALIDATION_FAILED with all that is wrong with it. */
export function syncItemOf(item: unknown): Item {
  // Compiled at the first sync, as routes do it.
  checkItem ??= validateBody(SyncProduct);
  // The schema is that of an object.
  return itemOf(withoutNulls(catalogFields(checkItem(item) as Record<string, unknown>)));
}

/** Reads a checked body of a PATCH: null clears. */
export const patchItemOf = (body: Record<string, unknown>): Item => itemOf(catalogFields(body));

// The schema lets only such codes through.
const gtinOf = (ean: string): string => eanOf(ean)?.gtin14 ?? "";
const keyOf = (code: string | null | undefined): string | null =>
  code === null || code === undefined || nameKey(code) === "" ? null : nameKey(code);

interface SentStock {
  ean: string;
  stock: number;
  supplier_code?: string | null;
}

export const stockUpdates = (sent: readonly SentStock[]): StockUpdate[] =>
  sent.map(({ ean, stock, supplier_code }) => [ean.trim(), gtinOf(ean), stock, keyOf(supplier_code)]);

interface SentPrices {
  ean: string;
  price_ht?: number | null;
  price_ttc?: number | null;
}

const centsOrNull = (price: number | null | undefined) =>
  price === null || price === undefined ? null : centsOf(price);

/** Throws VALIDATION_FAILED that names each item without a price. */
export function priceUpdates(sent: readonly SentPrices[]): PriceUpdate[] {
  const updates = sent.map(({ ean, price_ht, price_ttc }): PriceUpdate => {
    return [ean.trim(), gtinOf(ean), centsOrNull(price_ht), centsOrNull(price_ttc)];
  });
  const priceless = updates.flatMap(([, , cost, price], index) => (cost === null && price === null ? [index] : []));
  if (priceless.length === 0) return updates;
  throw invalidBody(priceless.slice(0, 100).map((index) => ({ field: `${index}.price_ttc`, type: "missing" })));
}
