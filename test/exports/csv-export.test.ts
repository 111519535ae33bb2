import { describe, expect, test } from "bun:test";
import { EXPORT_FIELDS } from "../../src/exports/tables/exported-fields.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { formOf } from "../media/images.ts";
import { exportProducts, readCsv, readRecords } from "./export-file.ts";

async function given(...products: Parameters<typeof addProducts.run>[1]) {
  const tenant = await newTenant();
  const ids = products.length > 0 ? await services.write(addProducts, tenant.id, products) : [];
  return { tenant, ids };
}

const problemsOf = (answer: { body: { error: { details: { field: string }[] } } }) =>
  answer.body.error.details.map(({ field }) => field);

describe("POST /exports/csv/products", () => {
  test("D3-091 answers 202 with the task, pending, and where to look", async () => {
    const { tenant } = await given();
    const { status, body } = await tenant.post("/exports/csv/products", {});
    expect(status).toBe(202);
    expect(body).toEqual({
      task_id: expect.any(String),
      id: body.task_id,
      status: "pending",
      message: "Waiting in the queue",
      check_progress_url: `/api/v1/exports/progress/${body.task_id}`,
    });
  });

  test("D3-091 needs no body, and ignores the fields of other formats", async () => {
    const { tenant } = await given({});
    expect(readCsv((await exportProducts(tenant)).bytes).rows.length).toBe(1);
    expect(readCsv((await exportProducts(tenant, { pretty: 7, json_lines: "x" })).bytes).rows.length).toBe(1);
  });

  test("D3-096 has every field, in the documented order, under its name", async () => {
    const { tenant } = await given({});
    const { header } = readCsv((await exportProducts(tenant)).bytes);
    expect(header).toEqual(EXPORT_FIELDS.map(({ name }) => name));
    expect(header.slice(0, 6)).toEqual(["id", "ean", "reference", "title", "short_description", "description"]);
    expect(header.slice(-2)).toEqual(["created_at", "updated_at"]);
    expect(new Set(header).size).toBe(header.length);
  });

  test("D3-096 writes what a product holds", async () => {
    const { tenant, ids } = await given({
      ean: "0012345678905",
      reference: "007",
      title: "Bêche",
      brand: "Acmé",
      category: "Garden > Tools",
      supplierCode: "SUP1",
      priceCents: 1990,
      costPriceCents: 1000,
      taxRate: 5.5,
      weight: 0.25,
      stock: 12,
      imageUrl: "https://example.com/a.jpg",
      completenessScore: 75,
      status: "inactive",
      lifecycleStatus: "discontinued",
      createdAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
      extra: { seo_keywords: ["a", "b|c"], technical_specs: { watt: 12 }, dangerous_goods: false, lead_time_days: 3 },
    });
    const { body: product } = await tenant.get(`/products/${ids[0]}`);
    const [record = {}] = readRecords((await exportProducts(tenant)).bytes);
    expect(record).toMatchObject({
      id: String(ids[0]),
      ean: "0012345678905",
      reference: "007",
      title: "Bêche",
      brand: "Acmé",
      category: "Garden > Tools",
      supplier_code: "SUP1",
      price: "19.90",
      cost_price: "10.00",
      map_price: "",
      tax_rate: "5.5",
      weight: "0.25",
      stock: "12",
      image_url: "https://example.com/a.jpg",
      image_urls: "https://example.com/a.jpg",
      completeness_score: "75",
      completeness_grade: "B",
      status: "inactive",
      is_active: "false",
      lifecycle_status: "discontinued",
      discontinued: "true",
      seo_keywords: "a|b\\|c",
      technical_specs: '{"watt":12}',
      dangerous_goods: "false",
      lead_time_days: "3",
      color: "",
      created_at: "2026-01-02T03:04:05.006Z",
      updated_at: product.updated_at,
    });
  });

  test("D3-096 include gives exactly these columns, in that order and by the names requested", async () => {
    const { tenant } = await given({ title: "A", ean: "4006381333931", brand: "B" });
    const { bytes } = await exportProducts(tenant, { include_fields: ["name", "barcode", "brand_name", "name"] });
    expect(readCsv(bytes)).toEqual({ header: ["name", "barcode", "brand_name"], rows: [["A", "4006381333931", "B"]] });
  });

  test("D3-096 exclude takes away, under any name", async () => {
    const { tenant } = await given({});
    const { bytes } = await exportProducts(tenant, {
      include_fields: ["id", "title", "ean"],
      exclude_fields: ["name", "id"],
    });
    expect(readCsv(bytes).header).toEqual(["ean"]);
  });

  test("D3-096 refuses unknown fields, and leaving no field", async () => {
    const { tenant } = await given();
    const unknown = await tenant.post("/exports/csv/products", {
      include_fields: ["ean", "nope"],
      exclude_fields: ["no"],
    });
    expect([unknown.status, problemsOf(unknown)]).toEqual([422, ["include_fields.1", "exclude_fields.0"]]);
    const none = await tenant.post("/exports/csv/products", { include_fields: ["sku"], exclude_fields: ["reference"] });
    expect([none.status, problemsOf(none)]).toEqual([422, ["exclude_fields"]]);
    expect((await tenant.post("/exports/csv/products", { include_fields: [] })).status).toBe(422);
  });

  test("D3-095 filters restrict the rows, and an unknown one is refused", async () => {
    const { tenant } = await given(
      { title: "A", brand: "Acme", status: "active" },
      { title: "B", brand: "Other", status: "active" },
      { title: "C", brand: "Acme", status: "inactive" },
      { title: "D", brand: "Acme", deletedAtMs: 1 },
    );
    const { bytes } = await exportProducts(tenant, {
      filters: { is_active: true, brand: "ACME" },
      include_fields: ["title"],
    });
    expect(readCsv(bytes).rows).toEqual([["A"]]);
    const typo = await tenant.post("/exports/csv/products", { filters: { brnad: "Acme" } });
    expect([typo.status, problemsOf(typo)]).toEqual([422, ["filters.brnad"]]);
    expect((await tenant.post("/exports/csv/products", { filters: "brand" })).status).toBe(422);
  });

  test("D3-097 texts are in the requested language, field by field; what has none is in the pivot", async () => {
    const texts = { de: { title: "Spaten", seo_keywords: ["garten"], description: "" } };
    const { tenant } = await given(
      { title: "Bêche", description: "Une bêche", extra: { seo_keywords: ["jardin"] }, texts },
      { title: "Râteau" },
    );
    const include_fields = ["title", "description", "seo_keywords"];
    const german = await exportProducts(tenant, { language: "de", include_fields });
    expect(readCsv(german.bytes).rows).toEqual([
      ["Spaten", "Une bêche", "garten"],
      ["Râteau", "", ""],
    ]);
    for (const body of [{ include_fields }, { language: "fr", include_fields }]) {
      expect(readCsv((await exportProducts(tenant, body)).bytes).rows[0]).toEqual(["Bêche", "Une bêche", "jardin"]);
    }
  });

  test.each(["FR", "fra", "ja", ""])("D3-098 refuses the language %j", async (language) => {
    const { tenant } = await given();
    const answer = await tenant.post("/exports/csv/products", { language });
    expect([answer.status, problemsOf(answer)]).toEqual([422, ["language"]]);
  });

  test("D3-099 the byte order mark is there unless it is refused", async () => {
    const { tenant } = await given({});
    expect([...(await exportProducts(tenant)).bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { bytes } = await exportProducts(tenant, { utf8_bom: false });
    expect(new TextDecoder().decode(bytes.slice(0, 3))).toBe("id,");
  });

  test.each([";", "\t", "|"])("S35.8 parts the cells by %j on request", async (delimiter) => {
    const { tenant } = await given({ title: `a${delimiter}b`, reference: "r" });
    const { bytes } = await exportProducts(tenant, { delimiter, include_fields: ["title", "reference"] });
    expect(readCsv(bytes, delimiter).rows).toEqual([[`a${delimiter}b`, "r"]]);
    expect((await tenant.post("/exports/csv/products", { delimiter: ":" })).status).toBe(422);
  });

  test("S35.11 an empty catalog is a header", async () => {
    const { tenant } = await given();
    const { bytes } = await exportProducts(tenant, { include_fields: ["id", "ean"], utf8_bom: false });
    expect(new TextDecoder().decode(bytes)).toBe("id,ean\r\n");
  });

  test("images that are stored here have their whole addresses, as the caller knows the service", async () => {
    const { tenant, ids } = await given({ title: "A" });
    const url = async () => (await tenant.post(`/products/${ids[0]}/media/upload`, formOf(SMALL))).body.url;
    const [first, second] = [await url(), await url()].map((path) => `http://localhost${path}`);
    const { bytes } = await exportProducts(tenant, { include_fields: ["image_url", "image_urls"] });
    expect(readCsv(bytes).rows).toEqual([[first ?? "", `${first}|${second}`]]);
  });

  test("D3-105 five thousand rows equal the database, row by row, with leading zeros", async () => {
    const products = Array.from({ length: 5_000 }, (_, index) => ({
      ean: String(index).padStart(13, "0"),
      reference: `0${index}`,
      title: index % 7 === 0 ? `=cmd|' /C calc'!A${index}` : `Line\n"${index}", è`,
      priceCents: index * 3,
      brand: `Brand ${index % 11}`,
    }));
    const { tenant, ids } = await given(...products);

    const { bytes } = await exportProducts(tenant, {
      include_fields: ["id", "ean", "reference", "title", "price", "brand"],
    });

    const expected = products.map(({ ean, reference, title, priceCents, brand }, index) => [
      ids[index],
      ean,
      reference,
      title.startsWith("=") ? `'${title}` : title,
      (priceCents / 100).toFixed(2),
      brand,
    ]);
    expect(readCsv(bytes).rows).toEqual(expected as string[][]);
  });

  test("a session needs MANAGE_EXPORTS and a key exports:manage", async () => {
    const { tenant } = await given();
    const viewer = await tenant.as("viewer");
    expect((await viewer.post("/exports/csv/products", {})).status).toBe(403);
    const key = await tenant.withScopes("products:read");
    expect((await key.post("/exports/csv/products", {})).status).toBe(403);
    expect((await tenant.admin.post("/exports/csv/products", {})).status).toBe(202);
    expect((await (await tenant.withScopes("exports:manage")).post("/exports/csv/products")).status).toBe(202);
  });

  test("D3-091 other combinations do not exist", async () => {
    const { tenant } = await given();
    expect((await tenant.post("/exports/csv/orders", {})).status).toBe(404);
  });
});
