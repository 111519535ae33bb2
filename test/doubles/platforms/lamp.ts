import type { PushItem } from "../../../src/connectors/engine/adapter.ts";

/** A product as a connector pushes it, which the platform does not have yet. */
export const lamp = (sku: string, known: Partial<PushItem> = {}): PushItem => ({
  productId: `product-${sku}`,
  externalId: null,
  externalItemId: null,
  ean: "4006381333931",
  sku,
  title: `Lamp ${sku}`,
  description: "<p>Bright</p>",
  brand: "Lumen",
  category: "0101",
  priceCents: 1_250,
  currency: "EUR",
  stock: 4,
  weight: 1,
  imageUrl: null,
  ...known,
});
