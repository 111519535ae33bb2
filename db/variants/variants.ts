import type { Tx } from "../ports.ts";

/** A size, colour or the like of a product. */
interface Variant {
  id: string;
  productId: string;
  /** Unique in the tenant, exactly as written. */
  sku: string;
  /** The SKU as search compares it. */
  skuKey: string;
  ean: string | null;
  /** The EAN padded to 14 digits. */
  gtin14: string | null;
  /** Name of the option to its value. */
  optionValues: Record<string, string>;
  /** `null`: the product's own. */
  priceCents: number | null;
  compareAtPriceCents: number | null;
  costPriceCents: number | null;
  stock: number;
  weightKg: number | null;
  imageUrl: string | null;
  isActive: boolean;
  position: number;
  createdAtMs: number;
  /** Grows with every change; it is the ETag. */
  updatedAtUs: number;
}

const argsOf = ({ optionValues, isActive, ...variant }: Variant) => ({
  ...variant,
  optionValues: JSON.stringify(optionValues),
  isActive: isActive ? 1 : 0,
});

export const insertVariants = (tx: Tx, variants: readonly Variant[]): Promise<void> =>
  tx.runMany(
    `insert into product_variant (tenant_id, id, product_id, sku, sku_key, ean, gtin14, option_values, price_cents,
        compare_at_price_cents, cost_price_cents, stock, weight_kg, image_url, is_active, position, created_at_ms,
        updated_at_us)
      values (:tenant, :id, :productId, :sku, :skuKey, :ean, :gtin14, :optionValues, :priceCents,
        :compareAtPriceCents, :costPriceCents, :stock, :weightKg, :imageUrl, :isActive, :position, :createdAtMs,
        :updatedAtUs)`,
    variants.map(argsOf),
  );
