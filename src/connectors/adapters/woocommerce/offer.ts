import { finePrice } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice } from "../../engine/push/push-item.ts";

export const stockFields = ({ stock }: Pick<PushItem, "stock">) => ({ manage_stock: true, stock_quantity: stock });

/** A price that is reduced no more is no sale any longer; a sale that the shop has made itself stays. */
export const priceFields = ({ priceCents, compareAtPriceCents, wasReduced }: PushPrice) =>
  priceCents === null
    ? {}
    : {
        regular_price: finePrice(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: finePrice(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: "" }),
      };
