import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { EANS, HEADER, importFile, lines, MAPPING, problemCounts, problemsOf, productRows } from "./import-client.ts";

describe("a run", () => {
  test("D3-159 D3-160 D3-161 ends completed with every field when all rows are good", async () => {
    const tenant = await newTenant();

    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1.50,3`), { mapping: MAPPING });

    expect(record).toMatchObject({
      status: "completed",
      current_step: "completed",
      total_rows: 1,
      processed_rows: 1,
      successful_rows: 1,
      products_created: 1,
      prices_updated: 0,
      error_code: null,
      duration_seconds: 0,
      is_archived: false,
    });
    expect(record.started_at).toBeString();
    expect(record.completed_at).toBeString();
    expect(await productRows(tenant)).toMatchObject([{ title: "Apple", reference: "A1", price_cents: 150, stock: 3 }]);
  });

  test("D3-163 counts prices and stock that really changed", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1.50,3`, `${EANS[1]},B1,Bean,2,4`), {
      mapping: MAPPING,
    });

    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1.60,3`, `${EANS[1]},B1,Bean,2.00,5`), {
      mapping: MAPPING,
    });

    expect(record).toMatchObject({ products_updated: 2, prices_updated: 1, stock_updated: 1 });
    expect(await productRows(tenant)).toMatchObject([{ price_cents: 160 }, { stock: 5 }]);
  });

  test("D3-156 import_options leave prices, stock, known and unknown products alone", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1.50,3`), { mapping: MAPPING });
    const next = lines(HEADER, `${EANS[0]},A1,Apricot,9,9`, `${EANS[1]},B1,Bean,2,4`);

    const frozen = await importFile(tenant, next, {
      mapping: MAPPING,
      options: { overwrite_existing: false, create_missing: false },
    });
    const partly = await importFile(tenant, next, {
      mapping: MAPPING,
      options: { update_prices: false, update_stock: false, create_missing: false },
    });

    expect(frozen).toMatchObject({ status: "completed", skipped_rows: 2, successful_rows: 0 });
    expect(partly).toMatchObject({ skipped_rows: 1, products_updated: 1, prices_updated: 0, stock_updated: 0 });
    expect(await productRows(tenant)).toMatchObject([{ title: "Apricot", price_cents: 150, stock: 3 }]);
  });

  test("D3-156 validation_rules fail a row or only warn", async () => {
    const tenant = await newTenant();
    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,5,`, `${EANS[1]},B1,Bean,50,`), {
      mapping: MAPPING,
      rules: { price: { max: 10 }, stock: { required: true, severity: "warning" } },
    });
    expect(record).toMatchObject({ status: "completed_with_errors", failed_rows: 1, error_count: 1, warning_count: 2 });
    expect(await problemCounts(tenant, record.id)).toEqual({ rule_violation: 1, missing_required_field: 2 });
  });

  test("D3-159 fails at more errors than it may have, and applies nothing after that", async () => {
    const tenant = await newTenant();
    const rows = Array.from({ length: 1_200 }, (_, index) => `bad,S${index},Name ${index},1,1`);
    const record = await importFile(tenant, lines(HEADER, ...rows), { mapping: MAPPING, options: { max_errors: 5 } });
    expect(record).toMatchObject({ status: "failed", error_code: "VALIDATION_FAILED", processed_rows: 500 });
    expect(record.error_message).toContain("5");
  });

  test("D3-178 a row that would make a product without a name fails", async () => {
    const tenant = await newTenant();
    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},A1,,1,1`), { mapping: MAPPING });
    expect(await problemsOf(tenant, record.id)).toMatchObject([
      { row_number: 2, error_type: "missing_required_field", field: "name", severity: "error" },
    ]);
  });

  test("D3-155 texts of other languages become content; the name comes from any of them", async () => {
    const tenant = await newTenant();
    const file = lines("ean,fr,en,de", `${EANS[0]},Pomme,Apple,Apfel`, `${EANS[1]},,Bean,`);
    const mapping = {
      ean: "ean",
      fr: "name",
      en: { field: "name", language: "en" },
      de: { field: "name", language: "de" },
    };

    const first = await importFile(tenant, file, { mapping });
    const second = await importFile(tenant, file, { mapping });

    expect(first).toMatchObject({ products_created: 2, failed_rows: 0 });
    expect(second).toMatchObject({ products_updated: 0 });
    expect(await productRows(tenant)).toMatchObject([{ title: "Bean" }, { title: "Pomme" }]);
    const contents = await tenant.db.all(
      "select language, content from content_variant where tenant_id = :tenant order by language, content",
      {},
      (row) => `${row["language"]} ${row["content"]}`,
    );
    expect(contents).toEqual(['de {"title":"Apfel"}', 'en {"title":"Apple"}', 'en {"title":"Bean"}']);
  });

  test("brands are made, categories only on request, and attributes join the existing ones", async () => {
    const tenant = await newTenant();
    const mapping = {
      ean: "ean",
      name: "name",
      brand: "brand",
      category: "category",
      a: "attributes.a",
      b: "attributes.b",
    };
    const file = (row: string) => lines("ean,name,brand,category,a,b", row);

    const first = await importFile(tenant, file(`${EANS[0]},Apple,Orchard,Food > Fruit,1,`), { mapping });
    await importFile(tenant, file(`${EANS[0]},Apple,ORCHARD,Food > Fruit,,2`), {
      mapping,
      options: { create_categories: true },
    });

    expect(await problemCounts(tenant, first.id)).toEqual({ unknown_category: 1 });
    const [product] = await productRows(tenant);
    expect(JSON.parse(String(product?.["extra"]))["attributes"]).toEqual({ a: "1", b: "2" });
    const count = (table: string) =>
      tenant.db.one(`select count(*) as n from ${table} where tenant_id = :tenant`, {}, (row) => row["n"]);
    expect([await count("brand"), await count("category")]).toEqual([1, 2]);
  });
});

test("what no field of a product holds yet is stored with it, and is equal the second time", async () => {
  const tenant = await newTenant();
  const file = lines("ean,name,mpn,map_price,tags,photo", `${EANS[0]},Kept,M-1,12.50,a|b,https://x.example/1.jpg`);
  const mapping = { ean: "ean", name: "name", mpn: "mpn", map_price: "map_price", tags: "tags", photo: "image_urls" };
  await importFile(tenant, file, { mapping });

  const [row] = await productRows(tenant);
  expect(JSON.parse(String(row?.["extra"]))).toMatchObject({
    mpn: "M-1",
    map_price: 1250,
    // The one in `image_url`.
    image_urls: true,
  });
  expect(await importFile(tenant, file, { mapping })).toMatchObject({ products_created: 0, products_updated: 0 });
});
