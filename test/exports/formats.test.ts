import { describe, expect, test } from "bun:test";
import { RELATED_NAMES } from "../../db/exports/related.ts";
import { EXPORT_FIELDS } from "../../src/exports/tables/exported-fields.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { formOf } from "../media/images.ts";
import { bytesAt, exportAs, readCsv, readRecords } from "./export-file.ts";
import { unzip } from "./unzip.ts";
import { readWorkbook } from "./workbook.ts";

async function given(...products: Parameters<typeof addProducts.run>[1]) {
  const tenant = await newTenant();
  const ids = await services.write(addProducts, tenant.id, products);
  return { tenant, ids };
}
const givenMany = (count: number) => given(...Array.from({ length: count }, () => ({})));
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("format exports", () => {
  test.each([
    ["csv/products", "text/csv; charset=utf-8", "products", "csv"],
    ["csv/suppliers", "text/csv; charset=utf-8", "suppliers", "csv"],
    ["excel/products", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "products", "xlsx"],
    ["excel/suppliers", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "suppliers", "xlsx"],
    ["json/products", "application/json", "products", "json"],
    ["json/suppliers", "application/json", "suppliers", "json"],
    ["zip/products", "application/zip", "products", "zip"],
  ])("D3-091 D3-094 %s is a task whose file is served as %s", async (kind, type, resource, ending) => {
    const { tenant } = await given({});
    const started = await tenant.post(`/exports/${kind}`);
    expect([started.status, started.body.status]).toEqual([202, "pending"]);
    const { response, taskId } = await exportAs(tenant, kind, {});
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="${resource}_\\d{8}_\\d{6}\\.${ending}"$`),
    );
    const { body } = await tenant.get(`/exports/progress/${taskId}`);
    const rows = resource === "products" ? 1 : 0;
    expect(body).toMatchObject({ state: "SUCCESS", percent: 100, current: rows, result: { rows } });
  });

  test("D3-091 there is no ZIP of suppliers", async () => {
    const { tenant } = await given();
    expect((await tenant.post("/exports/zip/suppliers", {})).status).toBe(404);
    expect((await tenant.post("/exports/xml/products", {})).status).toBe(404);
  });

  test("D3-105 every format has as many rows, and EANs keep their zeros", async () => {
    const { tenant } = await given(
      ...Array.from({ length: 1_205 }, (_, index) => ({ ean: String(1e12 + index).replace("1", "0") })),
    );
    const body = { include_fields: ["ean"], max_rows_per_file: 500, json_lines: true };
    const csv = readRecords((await exportAs(tenant, "csv/products", body)).bytes).map(({ ean }) => ean);
    const lines = textOf((await exportAs(tenant, "json/products", body)).bytes)
      .trimEnd()
      .split("\n");
    const { sheets } = await readWorkbook((await exportAs(tenant, "excel/products", body)).bytes);
    const parts = unzip((await exportAs(tenant, "zip/products", body)).bytes);
    const { bytes } = await bytesAt(tenant, "/exports/stream/json/products?include_fields=ean");
    expect(csv.length).toBe(1_205);
    expect(csv[0]).toStartWith("0");
    expect(lines.map((line) => JSON.parse(line).ean)).toEqual(csv);
    expect(sheets["Products"]?.slice(1).map(([ean]) => ean)).toEqual(csv);
    expect([...parts.values()].flatMap((part) => readRecords(part).map(({ ean }) => ean))).toEqual(csv);
    expect(JSON.parse(textOf(bytes)).map(({ ean }: { ean: string }) => ean)).toEqual(csv);
  });
});

describe("JSON", () => {
  test("S35.10 is what JSON.stringify writes, every field as a value of its own type", async () => {
    const { tenant } = await given(
      {
        title: 'Bêche "2\n"',
        priceCents: 1990,
        weight: 0.25,
        stock: 3,
        extra: { seo_keywords: ["a", "b|c"], technical_specs: { watt: 12 }, dangerous_goods: false, map_price: 1850 },
      },
      {},
    );
    const pretty = textOf((await exportAs(tenant, "json/products", {})).bytes);
    const products = JSON.parse(pretty);
    expect(pretty).toBe(`${JSON.stringify(products, null, 2)}\n`);
    expect(Object.keys(products[0])).toEqual(EXPORT_FIELDS.map(({ name }) => name));
    expect(products[0]).toMatchObject({
      ...{ title: 'Bêche "2\n"', price: 19.9, map_price: 18.5, weight: 0.25, stock: 3, is_active: true },
      ...{ seo_keywords: ["a", "b|c"], technical_specs: { watt: 12 }, dangerous_goods: false, asin: null },
    });
    const line = textOf((await exportAs(tenant, "json/products", { pretty: false })).bytes);
    expect(line).toBe(JSON.stringify(products));
    const lines = await exportAs(tenant, "json/products", { json_lines: true });
    expect(lines.response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(textOf(lines.bytes)).toBe(products.map((each: unknown) => `${JSON.stringify(each)}\n`).join(""));
  });

  test("D3-101 an empty catalog is an empty array, and no line", async () => {
    const { tenant } = await given();
    expect(textOf((await exportAs(tenant, "json/products", {})).bytes)).toBe("[]\n");
    expect(textOf((await exportAs(tenant, "json/products", { pretty: false })).bytes)).toBe("[]");
    expect(textOf((await exportAs(tenant, "json/products", { json_lines: true })).bytes)).toBe("");
  });

  test("D3-101 D3-104 include_relations adds all that belongs to a product, and only then", async () => {
    const { tenant, ids } = await given({ title: "Desk" }, { title: "Chair", reference: "C-1" });
    const [scheduler, chair] = ids.map(String);
    await tenant.post(`/products/${scheduler}/variants`, { sku: "V-1", price: 12.5 });
    await tenant.put(`/products/${scheduler}/content-variants/en`, { title: "Desk in English" });
    await tenant.post(`/products/${scheduler}/relations`, {
      related_product_id: chair,
      relationship_type: "accessory",
    });
    await tenant.post("/suppliers", { name: "Acme", code: "ACME" });
    await tenant.post(`/products/${scheduler}/suppliers`, { supplier_code: "ACME", cost_price: 5 });
    await tenant.post(`/products/${scheduler}/media/upload`, formOf(SMALL));

    const path = "/exports/stream/json/products?include_fields=title&include_relations=true";
    const [one, other] = JSON.parse(textOf((await bytesAt(tenant, path)).bytes));
    expect(one).toMatchObject({
      title: "Desk",
      variants: [{ sku: "V-1", price: 12.5, is_active: true }],
      relations: [{ related_product_id: chair, related_reference: "C-1", relationship_type: "accessory" }],
      suppliers: [{ code: "ACME", cost_price: 5 }],
      prices: [],
      images: [{ is_primary: true, url: expect.stringMatching(/^http:\/\/localhost\/api\/v1\/media\//) }],
    });
    expect(one.content_variants).toContainEqual(
      expect.objectContaining({ language: "en", content: { title: "Desk in English" } }),
    );
    expect(other).toEqual({ title: "Chair", ...Object.fromEntries(RELATED_NAMES.map((name) => [name, []])) });
    const file = JSON.parse(textOf((await exportAs(tenant, "json/products", { include_relations: true })).bytes));
    expect(file[0].variants).toEqual(one.variants);
    expect(Object.keys(JSON.parse(textOf((await exportAs(tenant, "json/products")).bytes))[0])).not.toContain(
      "variants",
    );
  });

  test("D3-103 D3-104 streams take limit, offset, fields and filters", async () => {
    const { tenant } = await given({ title: "A" }, { title: "B", brand: "Acme" }, { title: "C", brand: "Acme" });
    const get = async (query: string) =>
      textOf((await bytesAt(tenant, `/exports/stream/json/products?${query}`)).bytes);
    expect(await get("include_fields=title&limit=1&offset=1")).toBe('[{"title":"B"}]');
    expect(await get(`include_fields=title&json_lines=true&filters=${encodeURIComponent('{"brand":"acme"}')}`)).toBe(
      '{"title":"B"}\n{"title":"C"}\n',
    );
    expect((await tenant.get("/exports/stream/json/products?filters=x")).status).toBe(400);
    expect((await tenant.get("/exports/stream/json/products?language=FR")).status).toBe(400);
  });
});

describe("ZIP", () => {
  test("D3-102 has ceil(rows / n) files, each with a header and its mark, and no row twice", async () => {
    const { tenant } = await givenMany(2_501);
    const parts = unzip(
      (await exportAs(tenant, "zip/products", { include_fields: ["id"], max_rows_per_file: 1_000 })).bytes,
    );
    expect([...parts.keys()]).toEqual(["products_0001.csv", "products_0002.csv", "products_0003.csv"]);
    const read = [...parts.values()].map((part) => readCsv(part));
    expect(read.map(({ header, rows }) => [header, rows.length])).toEqual([
      [["id"], 1_000],
      [["id"], 1_000],
      [["id"], 501],
    ]);
    expect(new Set(read.flatMap(({ rows }) => rows.flat())).size).toBe(2_501);
    for (const part of parts.values()) expect([...part.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test("S35.11 an empty catalog is one header; the rows of a file are from 1 to a million", async () => {
    const { tenant } = await given();
    const parts = unzip((await exportAs(tenant, "zip/products", { include_fields: ["id"], utf8_bom: false })).bytes);
    expect([...parts].map(([name, bytes]) => [name, textOf(bytes)])).toEqual([["products_0001.csv", "id\r\n"]]);
    for (const max_rows_per_file of [0, 1_000_001, 1.5]) {
      expect((await tenant.post("/exports/zip/products", { max_rows_per_file })).status).toBe(422);
    }
  });
});

describe("Excel", () => {
  test("D3-100 has the sheets that are requested, in that order", async () => {
    const { tenant } = await given({ title: "Desk", category: "Home > Desks", supplierCode: "SUP" });
    const only = await readWorkbook((await exportAs(tenant, "excel/products", { include_fields: ["title"] })).bytes);
    expect(only.sheets).toEqual({ Products: [["title"], ["Desk"]] });
    const include_sheets = ["categories", "products", "suppliers"];
    const { bytes, taskId } = await exportAs(tenant, "excel/products", { include_fields: ["title"], include_sheets });
    const { sheets } = await readWorkbook(bytes);
    expect(Object.keys(sheets)).toEqual(["Categories", "Products", "Suppliers"]);
    expect(sheets["Categories"]?.map((row) => row.at(-1))).toEqual(["path", "Home", "Home > Desks"]);
    expect(sheets["Suppliers"]?.map((row) => row[1])).toEqual(["code", "SUP"]);
    expect((await tenant.get(`/exports/progress/${taskId}`)).body.result.rows).toBe(4);
    for (const wrong of [[], ["brands"]]) {
      expect((await tenant.post("/exports/excel/products", { include_sheets: wrong })).status).toBe(422);
    }
  });

  test("D3-100 without formatting it is still a workbook of the same values", async () => {
    const { tenant } = await given({ title: "Desk", priceCents: 1990, ean: "0012345678905" });
    const body = { include_fields: ["title", "ean", "price"] };
    const plain = await exportAs(tenant, "excel/products", { ...body, formatting: false });
    const pretty = await exportAs(tenant, "excel/products", body);
    const { sheets } = await readWorkbook(plain.bytes);
    expect(sheets).toEqual({ Products: [body.include_fields, ["Desk", "0012345678905", 19.9]] });
    expect((await readWorkbook(pretty.bytes)).sheets).toEqual(sheets);
    const xml = async (bytes: Uint8Array) => textOf(unzip(bytes).get("xl/worksheets/sheet1.xml") ?? bytes);
    expect(await xml(pretty.bytes)).toMatch(/state="frozen".*autoFilter/);
    expect(await xml(plain.bytes)).not.toMatch(/frozen|autoFilter|<cols>| s="[12]"/);
  });
});
