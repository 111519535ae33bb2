import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import {
  EANS,
  importFile,
  lines,
  problemCounts,
  problemsOf,
  productRows,
  type Tenant,
  upload,
} from "./import-client.ts";

/** Uploads a file and imports it with the mapping that is suggested, as it is. */
async function importSuggested(tenant: Tenant, file: string, fields: Record<string, string> = {}, options = {}) {
  const { body } = await upload(tenant, file, fields);
  const analysis = body.data.file_analysis;
  const { suggested_mapping: mapping, suggested_computed_columns: computed } = analysis;
  const record = await importFile(tenant, file, { fields, mapping, computed, options });
  return { analysis, record, message: body.message };
}

const measures = ({ db }: Tenant) =>
  db.all(
    "select title, weight, width, stock from product join product_state state on state.row_id = product.row_id where product.tenant_id = :tenant order by title",
    {},
    (row) => row,
  );

describe("the suggested mapping does no harm", () => {
  test("S37.4 a column of another meaning is left out, and the products come in", async () => {
    const tenant = await newTenant();

    const { record } = await importSuggested(tenant, lines("ean,name,Statut", `${EANS[0]},Absinthium,Lieferbar`));

    expect(record).toMatchObject({ status: "completed", products_created: 1 });
  });

  test("S37.12 a supplier's code makes no row mean another product", async () => {
    const tenant = await newTenant();
    const acme = { supplier_code: "ACME" };
    await importSuggested(tenant, lines("ean,name,supplier_code", `${EANS[0]},Product A,SUP1`), acme);

    const { record } = await importSuggested(tenant, lines("ean,name,supplier_code", ",Another product,SUP1"), acme);

    expect(record).toMatchObject({ products_updated: 0, failed_rows: 1 });
    expect(await productRows(tenant)).toMatchObject([{ title: "Product A" }]);
    expect((await tenant.get("/products?per_page=5")).body.items).toMatchObject([{ supplier_name: "SUP1" }]);
  });

  test("S12.5 S37.15 names beside ids of another system make brands and categories", async () => {
    const tenant = await newTenant();
    const id = "01a203b2-18af-7000-8000-000000000001";
    const options = { create_categories: true };

    await importSuggested(
      tenant,
      lines("EAN,Name,BrandID,BrandName,CategoryID,CategoryName", `${EANS[0]},Tea,17,Lipton,5,Teas`),
      {},
      options,
    );
    const { record } = await importSuggested(
      tenant,
      lines("ean,name,brand_id,brand,category_id,category", `${EANS[1]},Pen,${id},Bic,${id},Office > Pens`),
      {},
      options,
    );

    expect(record.warning_count).toBe(0);
    const { items } = (await tenant.get("/products?sort_by=title&sort_order=asc")).body;
    expect(items).toMatchObject([
      { title: "Pen", brand_name: "Bic", category_name: "Pens" },
      { title: "Tea", brand_name: "Lipton", category_name: "Teas" },
    ]);
  });

  test("S37.13 decimals with a point and three digits stay what they are", async () => {
    const tenant = await newTenant();
    const file = lines("ean;name;weight", `${EANS[0]};A;1.250`, `${EANS[1]};B;0.500`, `${EANS[2]};C;12.075`);

    const { analysis } = await importSuggested(tenant, file);

    expect(analysis.decimal_separator).toBe(".");
    expect((await measures(tenant)).map(({ weight }) => weight)).toEqual([1.25, 0.5, 12.075]);
  });

  test("S37.13 where nothing shows it, the sender is asked, and nothing is multiplied", async () => {
    const tenant = await newTenant();
    const file = lines("ean;name;weight", `${EANS[0]};A;1.250`, `${EANS[1]};B;2.500`);

    const { analysis, record, message } = await importSuggested(tenant, file);

    expect(analysis).toMatchObject({
      decimal_separator: "undecided",
      warnings: [{ code: "decimal_separator_undecided", column: "weight", message: expect.stringContaining("1.250") }],
    });
    expect(message).toContain("import_options.decimal_separator");
    expect(record).toMatchObject({ status: "completed", products_created: 2, warning_count: 2 });
    expect((await measures(tenant)).map(({ weight }) => weight)).toEqual([null, null]);
    await importSuggested(tenant, file, {}, { decimal_separator: "." });
    expect((await measures(tenant)).map(({ weight }) => weight)).toEqual([1.25, 2.5]);
  });

  test("S37.19 what says nothing exact costs the field, with a warning that shows it", async () => {
    const tenant = await newTenant();
    const file = lines(
      "ean;name;weight;stock;price;Width (inch)",
      `${EANS[0]};A;0;En stock;12,-;2`,
      `${EANS[1]};B;500 g;10 Stk;ab 12,50;5`,
      `${EANS[2]};C;2,5 kg;3;9,90;n/a`,
    );

    const { record } = await importSuggested(tenant, file);

    expect(record).toMatchObject({ status: "completed", products_created: 3, failed_rows: 0 });
    expect(await measures(tenant)).toEqual([
      { title: "A", weight: null, width: 5.08, stock: 0 },
      { title: "B", weight: 0.5, width: 12.7, stock: 10 },
      { title: "C", weight: 2.5, width: null, stock: 3 },
    ]);
    const problems = await problemsOf(tenant, record.id);
    expect(problems.map(({ severity, field, raw_value }) => [severity, field, raw_value])).toEqual([
      ["warning", "weight", "0"],
      ["warning", "stock", "En stock"],
      ["warning", "price", "ab 12,50"],
      ["warning", "width", "n/a"],
    ]);
  });

  test("a header behind titles, and numbers of rows that count them", async () => {
    const tenant = await newTenant();
    const file = lines("Tarif 2024;;", "", "ean;name;price", `${EANS[0]};A;1,50`, "12;B;2,50");

    const { analysis, record } = await importSuggested(tenant, file);

    expect(analysis).toMatchObject({ header_row: 3, row_count: 2, warnings: [{ code: "header_not_first" }] });
    expect(record).toMatchObject({ products_created: 1, total_rows: 2 });
    expect(await problemsOf(tenant, record.id)).toMatchObject([{ row_number: 5, error_type: "ean_too_short" }]);
  });

  test("a file without a header is imported whole", async () => {
    const tenant = await newTenant();
    const file = lines(`${EANS[0]};Eau de source;12,50`, `${EANS[1]};Jus de pomme;3,99`);

    const { analysis, record } = await importSuggested(tenant, file);

    expect(analysis).toMatchObject({ header_row: null, columns: ["column_1", "column_2", "column_3"] });
    expect(record).toMatchObject({ status: "completed", products_created: 2, total_rows: 2 });
  });

  test("S37.16 rows that repeat a SKU are reported, and the later one wins", async () => {
    const tenant = await newTenant();

    const { record } = await importSuggested(
      tenant,
      lines("sku;name", "404.038.96;Chair", "1;Table", "404.038.96;Chair, red"),
    );

    expect(await problemCounts(tenant, record.id)).toEqual({ duplicate_in_file: 1 });
    expect((await problemsOf(tenant, record.id))[0]).toMatchObject({
      row_number: 4,
      field: "sku",
      raw_value: "404.038.96",
    });
    expect(await productRows(tenant)).toMatchObject([{ title: "Chair, red" }, { title: "Table" }]);
  });

  test("S37.16 a name that only another language has is taken, and that is reported", async () => {
    const tenant = await newTenant();
    await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en", "de"] });
    const file = lines("ean;name_en;name_de", `${EANS[0]};Chair;Stuhl`, `${EANS[1]};;Tisch`);

    const { record } = await importSuggested(tenant, file);

    expect(await productRows(tenant)).toMatchObject([{ title: "Chair" }, { title: "Tisch" }]);
    expect(await problemsOf(tenant, record.id)).toMatchObject([
      { severity: "warning", field: "name", raw_value: "Chair" },
      { severity: "warning", field: "name", raw_value: "Tisch" },
    ]);
  });
});
