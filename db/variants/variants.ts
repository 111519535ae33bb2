import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { boolean, json, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** A size, colour or the like of a product. */
export interface Variant {
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

const COLUMNS = `product_variant.id, product_variant.product_id, product_variant.sku, product_variant.sku_key,
  product_variant.ean, product_variant.gtin14, product_variant.option_values, product_variant.price_cents,
  product_variant.compare_at_price_cents, product_variant.cost_price_cents, product_variant.stock,
  product_variant.weight_kg, product_variant.image_url, product_variant.is_active, product_variant.position,
  product_variant.created_at_ms, product_variant.updated_at_us`;

const readVariant = (row: Row): Variant => ({
  id: text(row, "id"),
  productId: text(row, "product_id"),
  sku: text(row, "sku"),
  skuKey: text(row, "sku_key"),
  ean: textOrNull(row, "ean"),
  gtin14: textOrNull(row, "gtin14"),
  // Written by the statements below from such an object.
  optionValues: json(row, "option_values") as Record<string, string>,
  priceCents: numberOrNull(row, "price_cents"),
  compareAtPriceCents: numberOrNull(row, "compare_at_price_cents"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  stock: number(row, "stock"),
  weightKg: numberOrNull(row, "weight_kg"),
  imageUrl: textOrNull(row, "image_url"),
  isActive: boolean(row, "is_active"),
  position: number(row, "position"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
});

/** All variants of a product, in their order. */
export const listVariants = (db: Reader, productId: string): Promise<Variant[]> =>
  db.all(
    `select ${COLUMNS} from product_variant where product_variant.tenant_id = :tenant and product_variant.product_id = :productId
      order by product_variant.position, product_variant.id`,
    { productId },
    readVariant,
  );

/** The active variants of these products, each product's in their order. */
export const listActiveVariants = (db: Reader, productIds: readonly string[]): Promise<Variant[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:productIds) wanted
      cross join product_variant on product_variant.tenant_id = :tenant and product_variant.product_id = wanted.value
      where product_variant.is_active = 1
      order by product_variant.product_id, product_variant.position, product_variant.id`,
    { productIds: JSON.stringify(productIds) },
    readVariant,
  );

/** A variant of this product. */
export const findVariant = (db: Reader, productId: string, id: string): Promise<Variant | undefined> =>
  db.first(
    `select ${COLUMNS} from product_variant where product_variant.tenant_id = :tenant
      and product_variant.id = :id and product_variant.product_id = :productId`,
    { id, productId },
    readVariant,
  );

/** The variants with these ids, in no order. */
export const findVariantsByIds = (db: Reader, ids: readonly string[]): Promise<Variant[]> =>
  db.all(
    `select ${COLUMNS} from json_each(:ids) wanted
      cross join product_variant on product_variant.tenant_id = :tenant and product_variant.id = wanted.value`,
    { ids: JSON.stringify(ids) },
    readVariant,
  );

/** The ids of the variants that have these SKUs, by SKU. */
export const findSkus = async (db: Reader, skus: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      `select product_variant.sku, product_variant.id from json_each(:skus) wanted
        cross join product_variant on product_variant.tenant_id = :tenant and product_variant.sku = wanted.value`,
      { skus: JSON.stringify(skus) },
      (row) => [text(row, "sku"), text(row, "id")] as const,
    ),
  );

const argsOf = ({ optionValues, isActive, ...variant }: Variant) => ({
  ...variant,
  optionValues: JSON.stringify(optionValues),
  isActive: isActive ? 1 : 0,
});

export async function insertVariants(tx: Tx, given: readonly Variant[], nowMs: number): Promise<Variant[]> {
  const variants = await numbered(tx, given, nowMs);
  await tx.runMany(
    `insert into product_variant (tenant_id, id, product_id, sku, sku_key, ean, gtin14, option_values, price_cents,
        compare_at_price_cents, cost_price_cents, stock, weight_kg, image_url, is_active, position, created_at_ms,
        updated_at_us)
      values (:tenant, :id, :productId, :sku, :skuKey, :ean, :gtin14, :optionValues, :priceCents,
        :compareAtPriceCents, :costPriceCents, :stock, :weightKg, :imageUrl, :isActive, :position, :createdAtMs,
        :updatedAtUs)`,
    variants.map(argsOf),
  );
  return variants;
}

/** Stores whole variants by their id, and returns them with their change numbers; one that is missing is passed over. */
export async function updateVariants(tx: Tx, given: readonly Variant[], nowMs: number): Promise<Variant[]> {
  const variants = await numbered(tx, given, nowMs);
  await tx.runMany(
    `update product_variant set sku = :sku, sku_key = :skuKey, ean = :ean, gtin14 = :gtin14,
        option_values = :optionValues, price_cents = :priceCents, compare_at_price_cents = :compareAtPriceCents,
        cost_price_cents = :costPriceCents, stock = :stock, weight_kg = :weightKg, image_url = :imageUrl,
        is_active = :isActive, position = :position, updated_at_us = :updatedAtUs
      where tenant_id = :tenant and id = :id`,
    variants.map(argsOf),
  );
  return variants;
}

export const deleteVariant = (tx: Tx, id: string): Promise<number> =>
  tx.run("delete from product_variant where tenant_id = :tenant and id = :id", { id });
