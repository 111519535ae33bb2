import { fixed, keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { numbered } from "../products/sequence.ts";
import { text } from "../rows.ts";
import { FLAG, jsonColumn, NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const VARIANT = {
  id: TEXT,
  productId: fixed(TEXT),
  /** Unique in the tenant, exactly as written. */
  sku: TEXT,
  /** The SKU as search compares it. */
  skuKey: TEXT,
  ean: TEXT_OR_NULL,
  /** The EAN padded to 14 digits. */
  gtin14: TEXT_OR_NULL,
  /** Name of the option to its value. */
  optionValues: jsonColumn<Record<string, string>>(),
  /** `null`: the product's own. */
  priceCents: NUMBER_OR_NULL,
  compareAtPriceCents: NUMBER_OR_NULL,
  costPriceCents: NUMBER_OR_NULL,
  stock: NUMBER,
  weightKg: NUMBER_OR_NULL,
  imageUrl: TEXT_OR_NULL,
  isActive: FLAG,
  position: NUMBER,
  createdAtMs: fixed(NUMBER),
  /** Grows with every change; it is the ETag. */
  updatedAtUs: NUMBER,
};
const table = keyedTable("product_variant", VARIANT);
/** A size, colour or the like of a product. */
export type Variant = ValuesOf<typeof VARIANT>;
const { selected, read } = table;

/** All variants of a product, in their order. */
export const listVariants = (db: Reader, productId: string): Promise<Variant[]> =>
  db.all(
    `select ${selected} from product_variant where product_variant.tenant_id = :tenant and product_variant.product_id = :productId
      order by product_variant.position, product_variant.id`,
    { productId },
    read,
  );

const listOf =
  (which: string) =>
  (db: Reader, productIds: readonly string[]): Promise<Variant[]> =>
    db.all(
      `select ${selected} from json_each(:productIds) wanted
        cross join product_variant on product_variant.tenant_id = :tenant and product_variant.product_id = wanted.value
        ${which} order by product_variant.product_id, product_variant.position, product_variant.id`,
      { productIds: JSON.stringify(productIds) },
      read,
    );

/** All variants of these products, each product's in their order. */
export const listVariantsOf = listOf("");

/** The active ones. */
export const listActiveVariants = listOf("where product_variant.is_active = 1");

/** Which of these products have variants. */
export const findVaried = async (db: Reader, productIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    await db.all(
      `select wanted.value as id from json_each(:productIds) wanted where exists (select 1 from product_variant
        where product_variant.tenant_id = :tenant and product_variant.product_id = wanted.value)`,
      { productIds: JSON.stringify(productIds) },
      ({ id }) => String(id),
    ),
  );

/** A variant of this product. */
export const findVariant = (db: Reader, productId: string, id: string): Promise<Variant | undefined> =>
  table.find(db, { id, productId });

/** The variants with these ids, in no order. */
export const findVariantsByIds = (db: Reader, ids: readonly string[]): Promise<Variant[]> =>
  table.list(db, { where: { id: ids } });

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

export async function insertVariants(tx: Tx, given: readonly Variant[], nowMs: number): Promise<Variant[]> {
  const variants = await numbered(tx, given, nowMs);
  await table.insertAll(tx, variants);
  return variants;
}

/** Stores whole variants by their id, and returns them with their change numbers; one that is missing is passed over. */
export async function updateVariants(tx: Tx, given: readonly Variant[], nowMs: number): Promise<Variant[]> {
  const variants = await numbered(tx, given, nowMs);
  await table.updateAll(tx, variants);
  return variants;
}

/** Deletes the variants with these ids. */
export const deleteVariants = (tx: Tx, ids: readonly string[]): Promise<number> => table.erase(tx, { id: ids });
