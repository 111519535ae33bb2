import { isSent, sentFields } from "../../engine/fields.ts";
import { member, priceText } from "../../engine/platform-values.ts";
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

/** What a parcel weighs and measures: a site takes its three sizes, or none. */
function measuresOf(item: PushItem, { weight }: Sold) {
  const { length, width, height } = item;
  const isWhole = length !== null && width !== null && height !== null;
  const measures = sentFields(item, {
    weight: weight !== null && { weight: { unit: "KILOGRAM", value: weight } },
    dimensions: isWhole && { dimensions: { unit: "CENTIMETER", length, width, height } },
  });
  return Object.keys(measures).length > 0 ? { shippingMeasurements: measures } : {};
}

/** What a variant there is made and changed with, but its stock: of the product itself, or of a variant of it. */
export const variantFields = (item: PushItem, sold: Sold = item) => ({
  sku: sold.sku,
  ...sentFields(item, { price: pricing(sold, item.currency) }),
  ...measuresOf(item, sold),
});

/** Whether a site has all that is sent: then nothing is. */
export function isSame(there: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(there) && there.length === sent.length && sent.every((each, at) => isSame(there[at], each));
  }
  return typeof sent === "object" && sent !== null
    ? Object.entries(sent).every(([name, value]) => isSame(member(there, name), value))
    : there === sent;
}

/** Its name and texts, its tags, and what search engines read. */
export function productFields(item: PushItem): Record<string, unknown> & { seoOptions?: object } {
  const { title: name, description, tags, slug, seoTitle, seoDescription } = item;
  const seoOptions = {
    ...(isSent(item, "seo_title") && { title: seoTitle }),
    ...(isSent(item, "seo_description") && { description: seoDescription }),
  };
  return {
    ...sentFields(item, {
      name: { name },
      description: { description },
      tags: tags.length > 0 && { tags },
      slug: slug !== "" && { urlSlug: slug },
    }),
    ...(Object.values(seoOptions).some((text) => text !== "") && { seoOptions }),
  };
}
