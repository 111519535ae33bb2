import type { ProductRow } from "../../db/products/product-row.ts";
import { priceOf } from "../products/cents.ts";

/** Prices are kept without a currency: they are in this one. */
const CURRENCY = "EUR";

export interface EntityPrice {
  price: number | null;
  currency: string;
  /** Where the price comes from: the product's own. */
  source: "base";
}

/** What a product costs at an entity. The one place where a price list of the entity's channel takes part. */
export const entityPrice = ({ priceCents }: ProductRow): EntityPrice => ({
  price: priceOf(priceCents),
  currency: CURRENCY,
  source: "base",
});
