import type { PushItem } from "../../../src/connectors/engine/push/push-item.ts";
import { NO_PARTS, type PushImage } from "../../../src/connectors/engine/push/push-item.ts";

/** A product of which nothing is said. */
export const BLANK: PushItem = {
  productId: "p1",
  externalId: null,
  externalItemId: null,
  ean: null,
  sku: "SKU-1",
  language: "fr",
  title: "Chair",
  description: "",
  shortDescription: "",
  seoTitle: "",
  seoDescription: "",
  slug: "",
  translations: {},
  brand: null,
  category: null,
  categoryId: null,
  categoryPath: [],
  categoryIds: [],
  type: null,
  tags: [],
  priceCents: null,
  compareAtPriceCents: null,
  currency: "EUR",
  taxRate: 20,
  stock: 0,
  weight: null,
  length: null,
  width: null,
  height: null,
  attributes: [],
  images: [],
  options: [],
  variants: [],
  parts: NO_PARTS,
};

/** A picture that is at an address. */
export const picture = (url: string): PushImage => ({ key: url, url, alt: "", file: null });

/** A product as a connector pushes it, which the platform does not have yet. */
export const lamp = (sku: string, known: Partial<PushItem> = {}): PushItem => ({
  ...BLANK,
  productId: `product-${sku}`,
  externalId: null,
  externalItemId: null,
  ean: "4006381333931",
  sku,
  title: `Lamp ${sku}`,
  description: "<p>Bright</p>",
  brand: "Lumen",
  category: "0101",
  categoryPath: ["0101"],
  priceCents: 1_250,
  currency: "EUR",
  taxRate: 20,
  stock: 4,
  weight: 1,
  ...known,
});

/** The same in two sizes. */
export const variedLamp = (sku: string, known: Partial<PushItem> = {}): PushItem =>
  lamp(sku, {
    options: [{ name: "Size", values: ["S", "M"] }],
    variants: ["S", "M"].map((size, place) => ({
      ...{ variantId: `variant-${size}`, externalId: null, sku: `${sku}-${size}`, ean: `400638133394${place}` },
      ...{ options: { Size: size }, priceCents: 1_250 + place, compareAtPriceCents: null, stock: 2, weight: 1 },
      image: picture(`https://images.example/${size}.jpg`),
    })),
    ...known,
  });
