import { priceText } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice, PushVariant } from "../../engine/push/push-item.ts";

/** The address of products, and the path below it. */
export const PRODUCTS = "v2/commerce/products";

/** What a product or a variant of it is sold as. */
type Sold = PushPrice & Pick<PushVariant, "sku" | "weight">;

/** The price of a variant there; one that is reduced no more is no sale any longer. */
export function pricing({ priceCents, compareAtPriceCents, wasReduced }: PushPrice, currency: string) {
  if (priceCents === null) return {};
  const money = (cents: number) => ({ currency, value: priceText(cents, currency) });
  const sale =
    compareAtPriceCents === null ? wasReduced && { onSale: false } : { onSale: true, salePrice: money(priceCents) };
  return { pricing: { basePrice: money(compareAtPriceCents ?? priceCents), ...sale } };
}

/** What a variant there is made and changed with, but its stock. */
export const variantFields = (sold: Sold, currency: string) => ({
  sku: sold.sku,
  ...pricing(sold, currency),
  ...(sold.weight !== null && { shippingMeasurements: { weight: { unit: "KILOGRAM", value: sold.weight } } }),
});

/** Its name and texts, its tags, and what search engines read. */
export const productFields = ({ title: name, description, tags, seoTitle, seoDescription }: PushItem) => ({
  name,
  description,
  ...(tags.length > 0 && { tags }),
  ...((seoTitle !== "" || seoDescription !== "") && { seoOptions: { title: seoTitle, description: seoDescription } }),
});
