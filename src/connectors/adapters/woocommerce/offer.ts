import { finePrice } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";

/** A product or a variant of one. */
type Offer = Pick<PushItem, "stock" | "priceCents" | "compareAtPriceCents" | "wasReduced">;

export const stockFields = ({ stock }: Pick<Offer, "stock">) => ({ manage_stock: true, stock_quantity: stock });

/** A price that is reduced no more is no sale any longer; a sale that the shop has made itself stays. */
export const priceFields = ({ priceCents, compareAtPriceCents, wasReduced }: Omit<Offer, "stock">) =>
  priceCents === null
    ? {}
    : {
        regular_price: finePrice(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: finePrice(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: "" }),
      };
