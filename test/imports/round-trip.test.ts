import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { bytesAt, readCsv } from "../exports/export-file.ts";
import { newTenant, services } from "../harness.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { CATALOG } from "./every-field.ts";
import { changeTimes, EANS, importFile, type Tenant, upload } from "./import-client.ts";

const STREAM = "/exports/stream/csv/products";
/** Exports with these options; those of a choice of fields hold what an import needs. */
const EXPORTS: Record<string, string> = {
  "with every field": STREAM,
  "with semicolons": `${STREAM}?delimiter=;`,
  "with tabs": `${STREAM}?delimiter=%09`,
  "with bars": `${STREAM}?delimiter=|`,
  "of some fields by other names": `${STREAM}?include_fields=id,barcode,sku,name,brand_name,category_path,supplier_code,price,cost_price,stock`,
  "without ids": `${STREAM}?exclude_fields=id,brand_id,category_id,supplier_id`,
  "of ids and prices": `${STREAM}?include_fields=id,ean,title,price`,
  "of the catalog": "/products/export/csv",
  "of the catalog in two languages": "/products/export/csv?languages=fr,en",
};
const DELIMITERS: Record<string, string> = { "with semicolons": ";", "with tabs": "\t", "with bars": "|" };
/** What belongs to one catalog alone, and what it works out itself. */
const OWN = new Set(
  "id brand_id category_id supplier_id created_at updated_at completeness_score completeness_grade".split(" "),
);

const exported = async (tenant: Tenant, path: string) => (await bytesAt(tenant, path)).bytes;

/** Imports a file as it is suggested to. */
async function importSuggested(tenant: Tenant, file: Uint8Array) {
  const { body } = await upload(tenant, file);
  const mapping = body.data.file_analysis.suggested_mapping;
  return importFile(tenant, file, { mapping, options: { create_categories: true } });
}

/** An export without what belongs to its catalog, rows by their EAN. */
function comparable(bytes: Uint8Array, delimiter = ","): Record<string, Record<string, string>> {
  const { header, rows } = readCsv(bytes, delimiter);
  const records = rows.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ""])));
  const keyOf = (record: Record<string, string>) => record["ean"] ?? record["barcode"] ?? "";
  const stored = (record: Record<string, string>) => Object.entries(record).filter(([name]) => !OWN.has(name));
  return Object.fromEntries(records.map((record) => [keyOf(record), Object.fromEntries(stored(record))]));
}

async function given() {
  const tenant = await newTenant();
  expect((await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] })).status).toBe(200);
  return tenant;
}

async function givenCatalog() {
  const tenant = await given();
  await services.write(addProducts, tenant.id, CATALOG);
  return tenant;
}

/** Stock, offers and what counts of products, as far as an import could touch them. */
const stockOf = ({ db }: Tenant) =>
  db.all(
    `select product.title, state.stock, state.generic_stock, state.supplier_count,
            (select json_group_array(json_array(supplier_id, stock, cost_price_cents)) from product_supplier link
              where link.tenant_id = :tenant and link.product_id = product.id) as offers
       from product join product_state state on state.row_id = product.row_id
      where product.tenant_id = :tenant order by product.title`,
    {},
    (row) => row,
  );

test.each(["of the catalog", "with every field", "without ids"])(
  "an export %s brings a product without an EAN back by its reference",
  async (name) => {
    const [source, empty] = [await given(), await given()];
    await services.write(addProducts, source.id, [{ title: "Screw", reference: "R-1", referenceKey: "r-1" }]);
    // Beside one that has an EAN the column is mapped, and blank in the other's row.
    await source.post("/products", { name: "Nail", barcode: EANS[0] });
    const record = await importSuggested(empty, await exported(source, EXPORTS[name] ?? ""));
    expect(record).toMatchObject({ products_created: 2, error_count: 0 });
    expect((await empty.get("/products?sort_by=title&sort_order=asc")).body.items).toMatchObject([
      { title: "Nail", ean: EANS[0] },
      { title: "Screw", reference: "R-1", ean: null },
    ]);
  },
);

describe.each(Object.entries(EXPORTS))("an export %s", (name, path) => {
  test("S35.5 imported where it came from changes nothing", async () => {
    const tenant = await givenCatalog();
    const before = { stock: await stockOf(tenant), times: await changeTimes(tenant) };

    const record = await importSuggested(tenant, await exported(tenant, path));

    expect(record).toMatchObject({
      status: "completed",
      total_rows: CATALOG.length,
      products_created: 0,
      products_updated: 0,
    });
    expect(record).toMatchObject({ prices_updated: 0, stock_updated: 0, error_count: 0, warning_count: 0 });
    expect({ stock: await stockOf(tenant), times: await changeTimes(tenant) }).toEqual(before);
  });

  test("S35.5 imported into an empty catalog makes the same one", async () => {
    const [source, empty] = [await givenCatalog(), await given()];
    const file = await exported(source, path);

    const record = await importSuggested(empty, file);

    expect(record).toMatchObject({
      status: "completed",
      products_created: CATALOG.length,
      error_count: 0,
      warning_count: 0,
    });
    const again = await exported(empty, path);
    expect(comparable(again, DELIMITERS[name])).toEqual(comparable(file, DELIMITERS[name]));
    const times = await changeTimes(empty);
    expect(await importSuggested(empty, again)).toMatchObject({ products_created: 0, products_updated: 0 });
    expect(await changeTimes(empty)).toEqual(times);
  });
});

describe.each([
  ["of every field in a language", `${STREAM}?language=en`],
  ["of the catalog in a language", "/products/export/csv?language=en"],
])("an export %s", (_, path) => {
  test("S35.7 imported where it came from changes nothing, and stores no false translations", async () => {
    const tenant = await givenCatalog();
    const before = { stock: await stockOf(tenant), times: await changeTimes(tenant) };

    const record = await importSuggested(tenant, await exported(tenant, path));

    expect(record).toMatchObject({ products_created: 0, products_updated: 0, error_count: 0, warning_count: 0 });
    expect({ stock: await stockOf(tenant), times: await changeTimes(tenant) }).toEqual(before);
  });

  test("S35.7 imported into an empty catalog shows the same in that language", async () => {
    const [source, empty] = [await givenCatalog(), await given()];
    const file = await exported(source, path);

    const record = await importSuggested(empty, file);

    expect(record).toMatchObject({ status: "completed", products_created: CATALOG.length, error_count: 0 });
    expect(comparable(await exported(empty, path))).toEqual(comparable(file));
    const { body } = await empty.get("/products?search=Chair");
    const { body: variants } = await empty.get(`/products/${body.items[0].id}/content-variants`);
    expect(JSON.stringify(variants)).toContain('"en"');
  });
});

test("S35.5 blanks at the ends of texts and elements are no change where they came from", async () => {
  const tenant = await given();
  const texts = { seo_title: " a ", seo_keywords: ["\u00a0=1", " b", " "], bullet_points: ["c "] };
  const body = { name: "Banc", reference: "R", description: "\n Un banc\n", ...texts };
  const { body: product } = await tenant.post("/products", body);
  const path = `/products/${product.id}/content-variants/en`;
  expect((await tenant.put(path, { title: "Bench\u00a0" })).status).toBeLessThan(300);
  const before = await changeTimes(tenant);
  for (const path of [STREAM, `${STREAM}?language=en`, "/products/export/csv?languages=fr,en"]) {
    expect(await importSuggested(tenant, await exported(tenant, path))).toMatchObject({ products_updated: 0 });
  }
  expect(await changeTimes(tenant)).toEqual(before);
});

test("S35.5 an export with uploaded images changes nothing where it came from", async () => {
  const tenant = await givenCatalog();
  const ids = (await tenant.get("/products?per_page=10")).body.items.map(({ id }: { id: string }) => id);
  for (const id of ids) {
    const { status } = await tenant.post(`/products/${id}/media/upload`, formOf(FORMATS["image/png"](9, 9)));
    expect(status).toBe(201);
  }
  const before = await changeTimes(tenant);

  for (const path of [STREAM, "/products/export/csv"]) {
    const record = await importSuggested(tenant, await exported(tenant, path));
    expect(record).toMatchObject({ status: "completed", products_updated: 0, warning_count: 0 });
  }

  expect(await changeTimes(tenant)).toEqual(before);
});
