import { mutation } from "../db/ports.ts";
import { insertVariants } from "../db/variants/variants.ts";
import { eanOf } from "../src/products/fields/ean.ts";
import { nameKey } from "../src/text/name-key.ts";

/** A variant as a test states it. */
export interface StatedVariant {
  productId: string;
  sku: string;
  ean?: string;
  stock?: number;
  isActive?: boolean;
}

/** Adds variants as they are stated, past all rules. Returns their ids. */
export const addVariants = mutation("test.add-variants", async (tx, variants: StatedVariant[], { now, newId }) => {
  const rows = variants.map(({ ean = "", ...variant }, index) => ({
    id: newId(),
    skuKey: nameKey(variant.sku),
    ean: eanOf(ean)?.ean ?? null,
    gtin14: eanOf(ean)?.gtin14 ?? null,
    optionValues: {},
    priceCents: null,
    compareAtPriceCents: null,
    costPriceCents: null,
    stock: 0,
    weightKg: null,
    imageUrl: null,
    isActive: true,
    position: index + 1,
    createdAtMs: now(),
    updatedAtUs: now() * 1000,
    ...variant,
  }));
  await insertVariants(tx, rows, now());
  return rows.map(({ id }) => id);
});
