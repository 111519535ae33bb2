import { describe, expect, test } from "bun:test";
import { PRODUCT_FIELDS } from "../../src/products/fields/catalogue.ts";
import { CONTENT_FIELDS } from "../../src/products/views/resolve-content.ts";
import { addProducts } from "../add-products.ts";
import { exportAs } from "../exports/export-file.ts";
import { newTenant, services } from "../harness.ts";
import { CATALOG } from "./every-field.ts";
import { prepare, runImport, type Tenant, upload } from "./import-client.ts";

type Fields = Record<string, unknown>;

/** The ways in which a catalog leaves as one file: the options that leave nothing out. */
const FORMATS: readonly [name: string, kind: string, file: string, options: Fields][] = [
  ["CSV", "csv/products", "products.csv", {}],
  ["CSV with semicolons, unmarked", "csv/products", "products.csv", { delimiter: ";", utf8_bom: false }],
  ["Excel", "excel/products", "products.xlsx", {}],
  ["Excel, plain", "excel/products", "products.xlsx", { formatting: false }],
  ["Excel of three sheets", "excel/products", "p.xlsx", { include_sheets: ["suppliers", "products", "categories"] }],
  ["JSON", "json/products", "products.json", {}],
  ["JSON with relations", "json/products", "products.json", { include_relations: true, pretty: false }],
  ["JSON lines", "json/products", "products.ndjson", { json_lines: true }],
  ["ZIP of several parts", "zip/products", "products.zip", { max_rows_per_file: 2 }],
  ["ZIP of one part", "zip/products", "products.zip", { delimiter: "\t" }],
];

/** What no file brings: it is computed, or a catalog's own. */
const OWN = new Set(["brand_id", "category_id", "supplier_id", "workflow_status", "erp_category"]);
/** The key of a product in requests. */
const FIELDS = PRODUCT_FIELDS.filter(
  ({ name, place, means }) => place !== "elsewhere" && means === undefined && !OWN.has(name),
);
const FIELD_NAMES = FIELDS.map(({ name }) => name);

async function given() {
  const tenant = await newTenant();
  expect((await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en", "de"] })).status).toBe(
    200,
  );
  return tenant;
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== "";

/** All facts of a catalog's products, by their EAN: each field of the catalogue, and what they name. */
async function catalogOf(tenant: Tenant) {
  const { body: list } = await tenant.get("/products?per_page=100");
  const products = new Map<string, Fields>();
  for (const { id } of list.items) {
    const { body } = await tenant.get(`/products/${id}`);
    const { body: contents } = await tenant.get(`/products/${id}/content-variants`);
    const texts = contents.variants.map((variant: Fields) => [
      variant["language"],
      Object.fromEntries(CONTENT_FIELDS.map((field) => [field, variant[field]])),
    ]);
    const stored = await tenant.db.one(
      "select extra, image_url from product where tenant_id = :tenant and id = :id",
      { id },
      (row): Fields => ({ ...JSON.parse(String(row["extra"])), image_url: row["image_url"] }),
    );
    products.set(body.ean, {
      ...Object.fromEntries(
        FIELDS.map(({ name, exportAs }) => [name, body[name] ?? body[exportAs || name] ?? stored[name] ?? null]),
      ),
      brand: body.brand?.name ?? null,
      category: body.category?.path ?? null,
      supplier: body.supplier?.code ?? null,
      stock: body.stock,
      is_active: body.is_active,
      discontinued: body.discontinued,
      texts: Object.fromEntries(texts),
    });
  }
  const names = async (path: string, field: string) =>
    (await tenant.get(`${path}?per_page=100`)).body.items.map((each: Fields) => each[field]).toSorted();
  return {
    products: Object.fromEntries([...products].toSorted(([one], [other]) => one.localeCompare(other))),
    brands: await names("/brands", "name"),
    categories: await names("/categories", "path"),
  };
}

describe("S35.5 a catalog that moves", () => {
  test("the sample has each field of the catalogue, and each text in another language", async () => {
    const tenant = await given();
    await services.write(addProducts, tenant.id, CATALOG);
    const { products } = await catalogOf(tenant);
    const all = Object.values(products);
    const filled = FIELD_NAMES.filter((name) => all.some((product) => isFilled(product[name])));
    expect(filled).toEqual(FIELD_NAMES);
    const english = all.map(({ texts }) => (texts as Record<string, Fields>)["en"] ?? {});
    const translated = CONTENT_FIELDS.filter((name) => english.some((texts) => isFilled(texts[name])));
    expect(translated).toEqual([...CONTENT_FIELDS]);
  });

  test.each(FORMATS)("as %s is the same one in an empty tenant", async (_, kind, name, options) => {
    const [source, empty] = [await given(), await given()];
    await services.write(addProducts, source.id, CATALOG);
    const { bytes } = await exportAs(source, kind, { languages: ["fr", "en", "de"], ...options });

    const fields = { name, ...(name.endsWith(".xlsx") && { sheet_name: "Products" }) };
    const uploaded = await upload(empty, bytes, fields);
    expect(uploaded.status).toBe(202);
    const mapping = uploaded.body.data.file_analysis.suggested_mapping;
    const id = await prepare(empty, bytes, { fields, mapping, options: { create_categories: true } });
    const record = await runImport(empty, id);

    expect(record).toMatchObject({
      status: "completed",
      products_created: CATALOG.length,
      error_count: 0,
      warning_count: 0,
    });
    expect(await catalogOf(empty)).toEqual(await catalogOf(source));
  });

  test.each(FORMATS)("as %s brings products without an EAN back by their reference", async (_, kind, name, options) => {
    const [source, empty] = [await given(), await given()];
    const titles = ["Screw", "Nut", "Bolt"];
    await services.write(
      addProducts,
      source.id,
      titles.map((title) => ({
        title,
        reference: `R-${title}`,
        referenceKey: `r-${title.toLowerCase()}`,
        priceCents: 500,
      })),
    );
    const { bytes } = await exportAs(source, kind, options);
    const fields = { name, ...(name.endsWith(".xlsx") && { sheet_name: "Products" }) };
    const mapping = (await upload(empty, bytes, fields)).body.data.file_analysis.suggested_mapping;
    const shown = async () =>
      (await empty.get("/products?sort_by=title")).body.items.map((item: Fields) => [
        item["title"],
        item["reference"],
        item["ean"],
      ]);

    for (const created of [titles.length, 0]) {
      const id = await prepare(empty, bytes, { fields, mapping });
      expect(await runImport(empty, id)).toMatchObject({ products_created: created, error_count: 0 });
      expect((await shown()).toSorted()).toEqual(titles.toSorted().map((title) => [title, `R-${title}`, null]));
    }
  });

  test("variants and images of its JSON do not become products, nor their values those of products", async () => {
    const [source, empty] = [await given(), await given()];
    const [id] = await services.write(addProducts, source.id, [{ title: "Shirt", reference: "S", priceCents: 1000 }]);
    for (const [index, ean] of ["4006381333931", "3400949497294", "5901234123457"].entries()) {
      await source.post(`/products/${id}/variants`, { sku: `V-${index}`, ean, price: 5, stock: 9 });
    }
    const { bytes } = await exportAs(source, "json/products", { include_relations: true });
    const { body } = await upload(empty, bytes, { name: "products.json" });
    const mapping = body.data.file_analysis.suggested_mapping;
    const ready = await prepare(empty, bytes, { fields: { name: "products.json" }, mapping });
    expect(await runImport(empty, ready)).toMatchObject({ total_rows: 1, products_created: 1, error_count: 0 });
    const { body: list } = await empty.get("/products");
    expect(list.items[0]).toMatchObject({ title: "Shirt", reference: "S", ean: null, price: 10 });
  });
});
