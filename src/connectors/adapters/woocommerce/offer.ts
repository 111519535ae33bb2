import type { PushItem } from "../../engine/adapter.ts";
import { priceText } from "../../engine/platform-values.ts";

/** A product or a variant of one. */
type Offer = Pick<PushItem, "stock" | "priceCents">;

export const stockFields = ({ stock }: Pick<Offer, "stock">) => ({ manage_stock: true, stock_quantity: stock });
export const priceFields = ({ priceCents }: Pick<Offer, "priceCents">) =>
  priceCents === null ? {} : { regular_price: priceText(priceCents) };
