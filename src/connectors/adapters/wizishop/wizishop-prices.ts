import { amountOf, centsOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushPrice } from "../../engine/push/push-item.ts";

// Source: https://github.com/WiziShop/api-v3-js-sdk, src/forms/product/product-create.form.ts: a product and an option have a reduction,
// by a percentage or an amount. Whether an amount is with tax is said nowhere: a percentage is both.
const HUNDRED = 100;

/** What a product or an option costs, without tax and without its reduction; one that is reduced no more has none. */
export function priceFields({ priceCents, compareAtPriceCents, wasReduced }: PushPrice) {
  if (priceCents === null) return {};
  const whole = compareAtPriceCents ?? priceCents;
  const reduction = compareAtPriceCents === null ? 0 : amountOf(HUNDRED * HUNDRED * (1 - priceCents / whole));
  return {
    price_tax_excluded: amountOf(whole),
    ...((compareAtPriceCents !== null || wasReduced) && { reduction, reduction_type: "percentage" }),
  };
}

/** What a product or an option costs now; a reduction with dates, or by an amount, is the owner's own, and not of the catalog. */
export function priceNow(product: unknown): number | undefined {
  const whole = centsOf(member(product, "price_tax_excluded"));
  const isDated = ["reduction_from", "reduction_to"].some((name) => textOf(member(product, name)) !== undefined);
  const percent = member(product, "reduction_type") === "percentage" && !isDated;
  const reduction = percent ? (numberOf(member(product, "reduction")) ?? 0) : 0;
  return whole === undefined ? undefined : whole * (1 - reduction / HUNDRED);
}
