import type { Static } from "@sinclair/typebox";
import { findBrandNames } from "../../../db/brands/brand-names.ts";
import { eanLookups, findWaitingRows, type LookupSource } from "../../../db/ean-lookup/lookups.ts";
import { mutation, type Reader } from "../../../db/ports.ts";
import { findRowsByGtins, findRowsByIds } from "../../../db/products/match.ts";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { findVariantsByGtins } from "../../../db/variants/variant-codes.ts";
import { emitEvents } from "../../events/emit-events.ts";
import type { FoundProduct as FoundProductBody } from "./schema.ts";

/** A code as `validateCode` read it. */
interface Code {
  ean: string;
  gtin14: string;
}

export type FoundProduct = Static<typeof FoundProductBody>;

export interface Lookup {
  ean: string;
  source: LookupSource | null;
  product: FoundProduct | null;
}

const foundProduct = (row: ProductRow, sku: string | null, brands: ReadonlyMap<string, string>): FoundProduct => ({
  id: row.id,
  sku,
  title: row.title,
  brand_name: (row.brandId === null ? undefined : brands.get(row.brandId)) ?? null,
  image_url: row.imageUrl,
});

/** The items by their keys, in their order; of several with one key the first. */
function firstByKey<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T> {
  const byKey = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return byKey;
}

/** Finds what codes belong to: a product, else a variant, else a row that waits for an EAN. Six statements at most. */
async function findAll(db: Reader, codes: readonly Code[]): Promise<Lookup[]> {
  const gtins = [...new Set(codes.map(({ gtin14 }) => gtin14))];
  const products = new Map((await findRowsByGtins(db, gtins)).map((row) => [row.gtin14, row] as const));
  const variants = new Map((await findVariantsByGtins(db, gtins)).map((variant) => [variant.gtin14, variant] as const));
  const parentIds = [...new Set([...variants.values()].map(({ productId }) => productId))];
  const parents = new Map((await findRowsByIds(db, parentIds)).map((row) => [row.id, row] as const));
  const eans = codes.map(({ ean }) => ean);
  const waiting = firstByKey(await findWaitingRows(db, eans), ({ ean }) => ean);
  const rows = [...products.values(), ...parents.values()];
  const brands = await findBrandNames(db, [...new Set(rows.flatMap(({ brandId }) => brandId ?? []))]);
  return codes.map(({ ean, gtin14 }): Lookup => {
    const product = products.get(gtin14);
    if (product && product.deletedAtMs === null)
      return { ean, source: "catalog", product: foundProduct(product, product.reference, brands) };
    const variant = variants.get(gtin14);
    const parent = variant && parents.get(variant.productId);
    if (parent && parent.deletedAtMs === null)
      return { ean, source: "variant", product: foundProduct(parent, variant.sku, brands) };
    const row = waiting.get(ean);
    if (!row) return { ean, source: null, product: null };
    return {
      ean,
      source: "pending_import",
      product: { id: null, sku: row.sku, title: row.name, brand_name: null, image_url: null },
    };
  });
}

/** Looks codes up, records that it was done, and emits an event for each that was found. In the order given. */
export const lookUpEans = mutation(
  "ean-lookup.look-up",
  async (tx, { codes }: { codes: Code[] }, context): Promise<Lookup[]> => {
    const lookups = await findAll(tx, codes);
    const createdAtMs = context.now();
    await eanLookups.insertAll(
      tx,
      lookups.map(({ ean, source, product }) => ({
        id: context.newId(),
        ean,
        source,
        productId: product?.id ?? null,
        createdAtMs,
      })),
    );
    const events = lookups.flatMap(({ ean, source, product }) =>
      product
        ? [
            {
              type: "ean.resolved" as const,
              data: { ean, product_id: product.id, sku: product.sku, name: product.title, source },
            },
          ]
        : [],
    );
    await emitEvents(tx, events, context);
    return lookups;
  },
);
