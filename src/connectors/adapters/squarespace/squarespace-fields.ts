import { isSent, sentFields } from "../../engine/fields.ts";
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

/** What a variant there is made and changed with, but its stock: of the product itself, or of a variant of it. */
export const variantFields = (item: PushItem, sold: Sold = item) => ({
  sku: sold.sku,
  ...sentFields(item, {
    price: pricing(sold, item.currency),
    weight: sold.weight !== null && { shippingMeasurements: { weight: { unit: "KILOGRAM", value: sold.weight } } },
  }),
});

/** Its name and texts, its tags, and what search engines read. */
export function productFields(item: PushItem) {
  const { title: name, description, tags, seoTitle, seoDescription } = item;
  const seoOptions = {
    ...(isSent(item, "seo_title") && { title: seoTitle }),
    ...(isSent(item, "seo_description") && { description: seoDescription }),
  };
  return {
    ...sentFields(item, { name: { name }, description: { description }, tags: tags.length > 0 && { tags } }),
    ...(Object.values(seoOptions).some((text) => text !== "") && { seoOptions }),
  };
}
