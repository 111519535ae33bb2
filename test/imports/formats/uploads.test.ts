import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { newTenant, runJobs } from "../../harness.ts";
import { EANS, formOf, problemsOf, runImport, type Tenant, upload } from "../import-client.ts";
import { textRow, workbookOf, zipOf } from "./packages.ts";

const PRODUCTS = EANS.map((ean, n) => ({ ean, sku: `S-${n}`, name: `Product ${n}`, price: n + 1.25 }));
const HEADER = ["ean", "sku", "name", "price"];
const sheet = (products: object[]) =>
  [HEADER, ...products.map((product) => Object.values(product).map(String))]
    .map((cells, n) => textRow(n + 1, ...cells))
    .join("");
const elements = (products: object[]) =>
  products.map(
    (product) =>
      `<product>${Object.entries(product)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join("")}</product>`,
  );
const xml = (products: object[]) => `<?xml version="1.0"?><products>${elements(products).join("")}</products>`;
const csv = (products: object[]) => [HEADER, ...products.map((product) => Object.values(product))].join("\n");

/** The same products in every format. */
const FILES: [string, (products: object[]) => string | Uint8Array | Promise<Uint8Array>][] = [
  ["list.xlsx", (products) => workbookOf({ sheets: { Info: textRow(1, "Prices"), List: sheet(products) } })],
  ["list.json", (products) => JSON.stringify({ data: { products } })],
  ["list.ndjson", (products) => products.map((product) => JSON.stringify(product)).join("\n")],
  ["list.xml", xml],
  ["list.csv.gz", (products) => gzipSync(csv(products))],
  ["list.zip", async (products) => zipOf({ "list.xml": xml(products) })],
];

const titles = async (tenant: Tenant) => {
  const { body } = await tenant.get("/products?sort_by=title&sort_order=asc");
  return body.items.map((item: { title: string; price: unknown }) => [item.title, item.price]);
};

describe("D3-141 POST /imports/upload of every format", () => {
  test.each(FILES)("%s is analysed, tried out, imported, and imported again without change", async (name, make) => {
    const tenant = await newTenant();
    const content = await make(PRODUCTS);
    const uploaded = await upload(tenant, content, { name });
    expect(uploaded.status).toBe(202);
    const { file_analysis: analysis, file_info: info } = uploaded.body.data;
    expect(info).toMatchObject({ original_filename: name, extension: name.slice(name.lastIndexOf(".")) });
    expect(analysis).toMatchObject({ columns: HEADER, row_count: 3 });
    expect(analysis.sample_data[0]).toEqual({ ean: EANS[0], sku: "S-0", name: "Product 0", price: "1.25" });
    expect(analysis.suggested_mapping).toEqual({ ean: "ean", sku: "sku", name: "name", price: "price" });

    const { id } = uploaded.body;
    const mapping = { column_mapping: analysis.suggested_mapping };
    expect((await tenant.post(`/imports/${id}/save-mapping`, mapping)).status).toBe(200);
    expect(await runImport(tenant, id)).toMatchObject({ status: "completed", products_created: 3, failed_rows: 0 });
    expect(await titles(tenant)).toEqual([
      ["Product 0", 1.25],
      ["Product 1", 2.25],
      ["Product 2", 3.25],
    ]);

    await upload(tenant, content, { name });
    const again = await upload(tenant, await make(PRODUCTS), { name });
    await tenant.post(`/imports/${again.body.id}/save-mapping`, mapping);
    const second = await runImport(tenant, again.body.id);
    expect(second).toMatchObject({ status: "completed", products_created: 0, products_updated: 0 });
  });

  test.each(FILES)("%s says which row of it is wrong, and can be retried", async (name, make) => {
    const tenant = await newTenant();
    const content = await make([...PRODUCTS.slice(0, 1), { ean: "123", sku: "S", name: "Bad", price: 1 }]);
    const { body } = await upload(tenant, content, { name });
    await tenant.post(`/imports/${body.id}/save-mapping`, { column_mapping: { ean: "ean", name: "name" } });
    expect(await runImport(tenant, body.id)).toMatchObject({ successful_rows: 1, failed_rows: 1 });
    const isNamed = /json|xml|zip/.test(name);
    const [problem] = await problemsOf(tenant, body.id);
    // S37.19: rows of JSON and XML count from 1, those of a sheet with its header.
    expect(problem).toMatchObject({ row_number: isNamed ? 2 : 3, error_type: "ean_too_short" });
    expect((await tenant.post(`/imports/${body.id}/retry`)).status).toBe(202);
    await runJobs();
    expect((await tenant.get(`/imports/${body.id}`)).body).toMatchObject({ successful_rows: 1, failed_rows: 1 });
  });
});

describe("sheets of a workbook", () => {
  const book = () =>
    workbookOf({
      sheets: {
        June: sheet(PRODUCTS.slice(0, 1)),
        July: sheet(PRODUCTS),
        Notes: "",
      },
    });

  test("D3-144 sheet_name chooses one, and the answer lists all", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, await book(), { name: "list.xlsx", sheet_name: "July" });
    expect(body.data.file_analysis).toMatchObject({
      row_count: 3,
      sheet: "July",
      sheets: ["June", "July", "Notes"],
      encoding: null,
      delimiter: null,
      header_row: 1,
    });
  });

  test("reanalyze takes another sheet, and stays with it", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, await book(), { name: "list.xlsx" });
    expect(body.data.file_analysis.row_count).toBe(1);
    const other = await tenant.post(`/imports/${body.id}/reanalyze`, { skip_header_rows: 0, sheet_name: "July" });
    expect(other.body).toMatchObject({ row_count: 3, sheet: "July" });
    const again = await tenant.post(`/imports/${body.id}/reanalyze`, { skip_header_rows: 1 });
    expect(again.body).toMatchObject({ sheet: "July", header_row: 2 });
  });

  test.each([["August"], ["Notes"]])("S37.1 refuses the sheet %s with the field", async (sheet_name) => {
    const tenant = await newTenant();
    const { status, body } = await upload(tenant, await book(), { name: "list.xlsx", sheet_name });
    expect(status).toBe(422);
    expect(body.error.details[0]).toMatchObject({ field: "file" });
    expect(body.error.details[0].message).toContain(sheet_name);
  });
});

describe("D3-149 POST /imports/detect-format", () => {
  const detect = async (name: string, content: string | Uint8Array) => {
    const tenant = await newTenant();
    const { status, body } = await tenant.post("/imports/detect-format", formOf(content, { name }));
    expect((await tenant.get("/imports/")).body.meta.total).toBe(0);
    return { status, body };
  };

  test("S37.29 recognises a workbook, without encoding and delimiter", async () => {
    const { body } = await detect("list.xlsx", await workbookOf({ sheets: { List: sheet(PRODUCTS) } }));
    expect(body).toMatchObject({ format: "xlsx", encoding: null, delimiter: null, sheets: ["List"] });
    expect(body.sample_rows).toEqual([HEADER, ...PRODUCTS.map((product) => Object.values(product).map(String))]);
  });

  test.each([
    ["list.json", JSON.stringify(PRODUCTS)],
    ["list.json", `${JSON.stringify(PRODUCTS).slice(0, -1)},{"ean":"34`],
    ["list.ndjson", `${PRODUCTS.map((product) => JSON.stringify(product)).join("\n")}\n{"ean":"3400`],
    ["list.xml", xml(PRODUCTS)],
    ["list.xml", `${xml(PRODUCTS).replace("</products>", "")}<product><ean>34`],
  ])("recognises %s, also by its beginning", async (name, content) => {
    const { status, body } = await detect(name, content);
    expect(status).toBe(200);
    expect(body).toMatchObject({ encoding: "utf-8", delimiter: null, encoding_confidence: 1 });
    expect(body.sample_rows.slice(0, 2)).toEqual([HEADER, Object.values(PRODUCTS[0] ?? {}).map(String)]);
  });

  test("recognises a packed list by its contents", async () => {
    const { body } = await detect("list.csv.gz", gzipSync("a;b\n1;2\n"));
    expect(body).toMatchObject({
      format: "csv",
      delimiter: ";",
      sample_rows: [
        ["a", "b"],
        ["1", "2"],
      ],
    });
  });
});
