import { describe, expect, test } from "bun:test";
import { findVariantsByGtins } from "../../db/variants/variant-codes.ts";
import { addVariants, type StatedVariant } from "../add-variants.ts";
import { services } from "../harness.ts";
import { EANS, HEADER, importFile, lines, MAPPING, problemsOf } from "../imports/import-client.ts";
import { given, newEan } from "../products/given.ts";

/** Two products, with these variants of the first. */
async function givenVariants(...variants: Omit<StatedVariant, "productId">[]) {
  const made = await given({ title: "Parent", reference: "P" }, { title: "Other", reference: "O" });
  const stated = variants.map((variant) => ({ ...variant, productId: made.id }));
  const variantIds = await services.write(addVariants, made.tenant.id, stated);
  return { ...made, variantIds, other: made.ids[1] ?? "" };
}

describe("EANs of variants", () => {
  test("are found by their 14 digits, in the tenant alone", async () => {
    const ean = newEan();
    const { db, id, variantIds } = await givenVariants({ sku: "A-1", ean }, { sku: "Â-2" });
    const { db: elsewhere } = await given({});

    const found = { id: variantIds[0], productId: id, sku: "A-1", gtin14: `0${ean}`, isActive: true, isDeleted: false };
    expect(await findVariantsByGtins(db, [`0${ean}`, "0".repeat(14)])).toEqual([found] as never);
    expect(await findVariantsByGtins(elsewhere, [`0${ean}`])).toEqual([]);
  });

  test("S13.3 S13.4 D2-089 a product may have that of its own variant, not that of another's", async () => {
    const ean = newEan();
    const { tenant, id, other, variantIds } = await givenVariants({ sku: "A", ean });
    const details = { ean, existing_id: variantIds[0], existing_type: "variant", deleted: false };

    const created = await tenant.post("/products", { name: "New", barcode: ean });
    const changed = await tenant.put(`/products/${other}`, { barcode: ean });

    for (const { status, body } of [created, changed]) {
      expect([status, body.error.error_code, body.error.details]).toEqual([409, "DUPLICATE_EAN", details]);
    }
    expect((await tenant.put(`/products/${id}`, { barcode: ean })).body.ean).toBe(ean);
    expect((await (await given()).tenant.post("/products", { name: "New", barcode: ean })).status).toBe(201);
  });

  test("S13.4 one of a deleted product's variant says so", async () => {
    const ean = newEan();
    const { tenant, id, variantIds } = await givenVariants({ sku: "A", ean });
    await tenant.delete(`/products/${id}`);

    const { body } = await tenant.post("/products", { name: "New", barcode: ean });

    expect(body.error.details).toMatchObject({ existing_id: variantIds[0], existing_type: "variant", deleted: true });
    await tenant.delete(`/products/${id}?permanent=true`);
    expect((await tenant.post("/products", { name: "New", barcode: ean })).status).toBe(201);
  });

  test("S37.16 fail the rows of an import that mean another product, and only those", async () => {
    const { tenant, id } = await givenVariants({ sku: "A", ean: EANS[0] });

    const record = await importFile(
      tenant,
      lines(HEADER, `${EANS[0]},X,Apple,1,1`, `${EANS[1]},Y,Bean,1,1`, `${EANS[0]},P,Parent,1,1`),
      { mapping: MAPPING },
    );

    expect(record).toMatchObject({ successful_rows: 2, failed_rows: 1, products_created: 1, products_updated: 1 });
    expect(await problemsOf(tenant, record.id)).toContainEqual(
      expect.objectContaining({ row_number: 2, error_type: "ean_used_by_variant", field: "ean", raw_value: EANS[0] }),
    );
    expect((await tenant.get(`/products/${id}`)).body.ean).toBe(EANS[0]);
  });
});

test("S21.1 D2-032 in_stock also counts a variant that is active and has stock", async () => {
  const { tenant, ids } = await given({}, {}, {}, { stock: 1 });
  const [sold = "", inactive = "", empty = "", own = ""] = ids;
  await services.write(addVariants, tenant.id, [
    { productId: sold, sku: "A", stock: 2 },
    { productId: inactive, sku: "B", stock: 2, isActive: false },
    { productId: empty, sku: "C", stock: 0 },
  ]);
  const listed = async (flag: boolean) =>
    (await tenant.get(`/products?in_stock=${flag}&sort_order=asc`)).body.items.map(({ id }: { id: string }) => id);
  expect([await listed(true), await listed(false)]).toEqual([
    [sold, own],
    [inactive, empty],
  ]);
});
