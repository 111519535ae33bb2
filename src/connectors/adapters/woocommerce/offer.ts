import { finePrice } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice } from "../../engine/push/push-item.ts";

export const stockFields = ({ stock }: Pick<PushItem, "stock">) => ({ manage_stock: true, stock_quantity: stock });

/**
 * A level that was read just now is changed by the difference, which the shop adds to what it has by then: what it sells between
 * stays sold. Its documentation does not name `inventory_delta`; it takes it in place of `stock_quantity`.
 */
export const levelFields = ({ stock, stockThere = null }: Pick<PushItem, "stock" | "stockThere">) =>
  stockThere === null ? stockFields({ stock }) : { manage_stock: true, inventory_delta: stock - stockThere };

/** Differences count each time that they are sent. */
export const onceIn = (all: readonly object[]): { isOnce?: true } =>
  all.some((fields) => "inventory_delta" in fields) ? { isOnce: true } : {};

/** A price that is reduced no more is no sale any longer; a sale that the shop has made itself stays. */
export const priceFields = ({ priceCents, compareAtPriceCents, wasReduced }: PushPrice) =>
  priceCents === null
    ? {}
    : {
        regular_price: finePrice(compareAtPriceCents ?? priceCents),
        ...(compareAtPriceCents !== null && { sale_price: finePrice(priceCents) }),
        ...(compareAtPriceCents === null && wasReduced && { sale_price: "" }),
      };
