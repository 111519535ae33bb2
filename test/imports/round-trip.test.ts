import { describe, expect, test } from "bun:test";
import { addProducts, type StatedProduct } from "../add-products.ts";
import { bytesAt, readCsv } from "../exports/export-file.ts";
import { newTenant, services } from "../harness.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { changeTimes, importFile, type Tenant, upload } from "./import-client.ts";

const EXTRA = {
  marketing_description: "<p>À offrir</p>",
  seo_title: "Chaise rouge",
  seo_meta_description: "Une chaise",
  seo_keywords: ["chaise", "rouge"],
  bullet_points: ["solide", "légère"],
  key_features: ["4 pieds"],
  promotional_text: "Offre",
  attributes: { legs: 4, wood: "oak" },
  upc: "012345678905",
  gtin: "03400949497294",
  external_id: "X-1",
  unit_of_measure: "pce",
  hs_code: "9401",
  shopping_category: "436",
  marketplace_category: "Chaises",
  map_price: 1500,
  package_weight: 1250,
  package_length: 10.5,
  package_width: 20,
  package_height: 30,
  package_quantity: 2,
  lead_time_days: 3,
  dangerous_goods: true,
  dangerous_goods_class: "3",
  min_order_quantity: 2,
  max_order_quantity: 20,
  order_increment: 2,
  backorder_allowed: true,
  preorder_available: false,
  requires_quote: false,
  is_b2b_only: true,
  reach_compliant: true,
  rohs_compliant: true,
  ce_marked: false,
  weee_category: "4",
  energy_class: "A++",
  recyclable: true,
  eco_friendly: false,
  carbon_footprint_kg: 1.25,
  warranty_type: "legal",
  warranty_duration: 24,
  return_policy_days: 14,
  return_allowed: true,
  color: "red",
  color_secondary: "blue",
  size: "L",
  material: "oak",
  finish: "matt",
  style: "modern",
  pattern: "plain",
  end_of_life_date: "2030-12-31",
  technical_specs: { height: "90 cm" },
  compatibility: ["A", "B"],
};

const EANS = ["3400949497294", "3400949497706", "4006381333931", "5901234123457"] as const;
const product = (index: number, stated: StatedProduct): StatedProduct => {
  const ean = EANS[index] ?? "";
  const extra = { url_slug: `slug-${index}`, ...stated.extra };
  return { ean, gtin14: `0${ean}`, eanStatus: "valid", reference: `R-${index}`, ...stated, extra };
};

/** A catalog with all that an export can hold: every field, several suppliers, stock of each kind and translations. */
const CATALOG: StatedProduct[] = [
  product(0, {
    title: "Chaise",
    description: "<p>Rouge</p>",
    shortDescription: "Une chaise",
    brand: "Nordik",
    category: "Maison > Chaises",
    supplierCode: "ACME",
    sellers: [
      { code: "ACME", stock: 20 },
      { code: "Other", stock: 30 },
    ],
    priceCents: 1999,
    costPriceCents: 1000,
    taxRate: 20,
    weight: 1.25,
    width: 40.5,
    height: 90,
    depth: 45,
    asin: "B00EXAMPLE",
    countryOfOrigin: "FR",
    status: "active",
    lifecycleStatus: "active",
    imageUrl: "https://img.example/1.jpg",
    extra: { ...EXTRA, image_urls: ["https://img.example/1.jpg", "https://img.example/2.jpg"] },
    texts: { en: { title: "Chair", description: "<p>Red</p>" } },
  }),
  product(1, { title: "Table", brand: "Nordik", category: "Maison", status: "inactive", weight: 12.075, stock: 0 }),
  product(2, {
    title: "Lampe",
    supplierCode: "Other",
    sellers: [{ code: "Other" }],
    priceCents: 100_050,
    lifecycleStatus: "new",
  }),
  product(3, { title: 'Banc; "long"\n| deux', sellers: [{ code: "ACME", stock: 7 }], weight: 2.5, status: "draft" }),
];

const STREAM = "/exports/stream/csv/products";
/** Exports by what is asked for; those of a choice of fields hold what an import needs. */
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
  const kept = (record: Record<string, string>) => Object.entries(record).filter(([name]) => !OWN.has(name));
  return Object.fromEntries(records.map((record) => [keyOf(record), Object.fromEntries(kept(record))]));
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

describe.each(Object.entries(EXPORTS))("an export %s", (name, path) => {
  test("S35.5 imported where it came from changes nothing", async () => {
    const tenant = await givenCatalog();
    const before = { stock: await stockOf(tenant), times: await changeTimes(tenant) };

    const record = await importSuggested(tenant, await exported(tenant, path));

    expect(record).toMatchObject({ status: "completed", total_rows: 4, products_created: 0, products_updated: 0 });
    expect(record).toMatchObject({ prices_updated: 0, stock_updated: 0, error_count: 0, warning_count: 0 });
    expect({ stock: await stockOf(tenant), times: await changeTimes(tenant) }).toEqual(before);
  });

  test("S35.5 imported into an empty catalog makes the same one", async () => {
    const [source, empty] = [await givenCatalog(), await given()];
    const file = await exported(source, path);

    const record = await importSuggested(empty, file);

    expect(record).toMatchObject({ status: "completed", products_created: 4, error_count: 0, warning_count: 0 });
    const again = await exported(empty, path);
    expect(comparable(again, DELIMITERS[name])).toEqual(comparable(file, DELIMITERS[name]));
    const times = await changeTimes(empty);
    expect(await importSuggested(empty, again)).toMatchObject({ products_created: 0, products_updated: 0 });
    expect(await changeTimes(empty)).toEqual(times);
  });
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
