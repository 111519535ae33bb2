import { upsertContent } from "../db/content-variants/content-variants.ts";
import { mutation } from "../db/ports.ts";
import type { ProductRow } from "../db/products/product-row.ts";
import { insertProducts } from "../db/products/write.ts";
import { setSupplierTerms } from "../db/sourcing/product-suppliers.ts";
import { refreshStock } from "../db/stock/product-stock.ts";
import { newProductRow } from "../src/products/changes/new-product-row.ts";
import { SUPPLIER_WEIGHT } from "../src/products/fields/completeness.ts";
import { nameKey } from "../src/text/name-key.ts";
import { makeBrands, makeCategories, makeSuppliers } from "./make-named.ts";

/** A product as a test states it: columns of the row, and by name what it refers to. */
export interface StatedProduct extends Partial<ProductRow> {
  brand?: string;
  /** `Garden > Tools`. */
  category?: string;
  supplierCode?: string;
  /** Who sells it, and how many they have; its stock follows from it. */
  sellers?: { code: string; stock?: number }[];
  /** Texts by language. */
  texts?: Record<string, Record<string, unknown>>;
}

const stated = (values: (string | undefined)[]) => values.filter((value) => value !== undefined);

/** Adds products as they are stated, past all rules; brands, categories and suppliers are made. Returns their ids. */
export const addProducts = mutation("test.add-products", async (tx, products: StatedProduct[], context) => {
  const nowMs = context.now();
  const brands = await makeBrands(tx, stated(products.map(({ brand }) => brand)), context);
  const categories = await makeCategories(tx, stated(products.map(({ category }) => category)), context);
  const suppliers = await makeSuppliers(
    tx,
    stated(products.flatMap((each) => [each.supplierCode, ...(each.sellers ?? []).map(({ code }) => code)])),
    context,
  );
  const rows = products.map(({ brand, category, supplierCode, texts: _texts, sellers: _sellers, ...row }, index) => ({
    ...newProductRow({ id: context.newId(), nowMs }),
    title: `Product ${index}`,
    titleKey: nameKey(row.title ?? `Product ${index}`),
    brandId: brand === undefined ? null : (brands.get(nameKey(brand)) ?? null),
    categoryId: category === undefined ? null : (categories.get(category) ?? null),
    supplierId: supplierCode === undefined ? null : (suppliers.get(nameKey(supplierCode))?.id ?? null),
    ...row,
  }));
  await insertProducts(tx, rows, nowMs);
  const texts = products.flatMap(({ texts = {} }, index) =>
    Object.entries(texts).map(([language, content]) => ({ productId: rows[index]?.id ?? "", language, content })),
  );
  await upsertContent(tx, texts, { nowMs, newId: context.newId });
  const terms = products.flatMap(({ sellers = [] }, index) =>
    sellers.map(({ code, ...rest }) => ({
      productId: rows[index]?.id ?? "",
      supplierId: suppliers.get(nameKey(code))?.id ?? "",
      ...rest,
    })),
  );
  if (terms.length > 0) {
    await setSupplierTerms(tx, terms, nowMs);
    await refreshStock(
      tx,
      terms.map(({ productId }) => productId),
      { supplierWeight: SUPPLIER_WEIGHT },
    );
  }
  return rows.map(({ id }) => id);
});
