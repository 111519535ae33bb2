import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";
import { exportAs, readCsv } from "./export-file.ts";
import { unzip } from "./unzip.ts";
import { readWorkbook } from "./workbook.ts";

type Body = Record<string, unknown>;
/** A file as its header and rows, every value as text. */
type Grid = string[][];

const decoded = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const said = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join("|") : String(value);
const gridOf = ({ header, rows }: { header: string[]; rows: string[][] }): Grid => [header, ...rows];
function gridOfObjects(objects: Body[]): Grid {
  return [Object.keys(objects[0] ?? {}), ...objects.map((each) => Object.values(each).map(said))];
}

/** Each format: how it is requested, and how its file is read. */
const FORMATS: Record<string, { kind: string; body: Body; read(bytes: Uint8Array): Grid | Promise<Grid> }> = {
  csv: { kind: "csv", body: {}, read: (bytes) => gridOf(readCsv(bytes)) },
  excel: {
    kind: "excel",
    body: {},
    read: async (bytes) => {
      const [rows = []] = Object.values((await readWorkbook(bytes)).sheets);
      // Empty cells at the end of a row are not in the file.
      return rows.map((row) => Array.from(rows[0] ?? [], (_, index) => said(row[index])));
    },
  },
  json: { kind: "json", body: {}, read: (bytes) => gridOfObjects(JSON.parse(decoded(bytes))) },
  "json in a line": {
    kind: "json",
    body: { pretty: false },
    read: (bytes) => gridOfObjects(JSON.parse(decoded(bytes))),
  },
  "json lines": {
    kind: "json",
    body: { json_lines: true, pretty: true },
    read: (bytes) =>
      gridOfObjects(
        decoded(bytes)
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ),
  },
  zip: {
    kind: "zip",
    body: { max_rows_per_file: 1 },
    read: (bytes) => {
      const parts = Array.from(unzip(bytes).values(), (part) => readCsv(part));
      return [parts[0]?.header ?? [], ...parts.flatMap(({ rows }) => rows)];
    },
  },
};

async function given() {
  const tenant = await newTenant();
  await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] });
  await services.write(addProducts, tenant.id, [
    {
      title: "Chaise",
      brand: "Nordik",
      priceCents: 1050,
      texts: { en: { title: "Chair" } },
      extra: { seo_keywords: ["a", "b"] },
    },
    { title: "Table", brand: "Autre", status: "inactive" },
    { title: "Lampe", brand: "Nordik" },
  ]);
  for (const [name, code, country] of [
    ["Acme", "ACME", "FR"],
    ["Bolt", "BOLT", "DE"],
  ]) {
    await tenant.post("/suppliers", { name, code, country });
  }
  return tenant;
}

const PRODUCTS: [what: string, body: Body, expected: Grid][] = [
  [
    "fields in their order, by alias",
    { include_fields: ["price", "name"] },
    [
      ["price", "name"],
      ["10.5", "Chaise"],
      ["", "Table"],
      ["", "Lampe"],
    ],
  ],
  [
    "fields less some",
    { include_fields: ["title", "brand", "price"], exclude_fields: ["brand_name"] },
    [
      ["title", "price"],
      ["Chaise", "10.5"],
      ["Table", ""],
      ["Lampe", ""],
    ],
  ],
  ["a list", { include_fields: ["seo_keywords"], filters: { search: "Chaise" } }, [["seo_keywords"], ["a|b"]]],
  ["a filter", { include_fields: ["title"], filters: { brand: "nordik" } }, [["title"], ["Chaise"], ["Lampe"]]],
  [
    "two filters",
    { include_fields: ["title"], filters: { brand: ["nordik", "autre"], is_active: false } },
    [["title"], ["Table"]],
  ],
  [
    "a language, the pivot's text where it has none",
    { include_fields: ["title"], language: "en" },
    [["title"], ["Chair"], ["Table"], ["Lampe"]],
  ],
  ["the pivot language", { include_fields: ["title"], language: "fr" }, [["title"], ["Chaise"], ["Table"], ["Lampe"]]],
  [
    "several languages, no text where it has none",
    { include_fields: ["price", "title"], languages: ["en", "fr"], language: "en" },
    [
      ["price", "title_en", "title_fr"],
      ["10.5", "Chair", "Chaise"],
      ["", "", "Table"],
      ["", "", "Lampe"],
    ],
  ],
  [
    "all of it together",
    { include_fields: ["title", "brand"], exclude_fields: ["brand"], language: "en", filters: { brand: "Nordik" } },
    [["title"], ["Chair"], ["Lampe"]],
  ],
];
const SUPPLIERS: typeof PRODUCTS = [
  [
    "fields in their order",
    { include_fields: ["name", "code"] },
    [
      ["name", "code"],
      ["Acme", "ACME"],
      ["Bolt", "BOLT"],
    ],
  ],
  ["fields less some", { include_fields: ["name", "code"], exclude_fields: ["code"] }, [["name"], ["Acme"], ["Bolt"]]],
  [
    "a filter, whatever the language",
    { include_fields: ["code"], filters: { country: "de" }, language: "en" },
    [["code"], ["BOLT"]],
  ],
];
const plain = (grid: Grid): Grid => grid.map((row) => row.map((cell) => cell.replace(/^(\d+\.\d)0$/, "$1")));

describe.each(Object.entries(FORMATS))("S35 products as %s", (_, { kind, body, read }) => {
  test("each option, alone and with others", async () => {
    const tenant = await given();
    for (const [what, options, expected] of PRODUCTS) {
      const { bytes } = await exportAs(tenant, `${kind}/products`, { ...body, ...options });
      expect([what, plain(await read(bytes))]).toEqual([what, expected]);
    }
  });

  test("what is wrong is refused, with the field that it is", async () => {
    const tenant = await given();
    const faultOf = async (options: Body) => {
      const { status, body: answer } = await tenant.post(`/exports/${kind}/products`, { ...body, ...options });
      return [status, answer.error?.details?.[0]?.field];
    };
    expect(await faultOf({ include_fields: ["ean", "eam"] })).toEqual([422, "include_fields.1"]);
    expect(await faultOf({ exclude_fields: ["x"] })).toEqual([422, "exclude_fields.0"]);
    expect(await faultOf({ include_fields: ["ean"], exclude_fields: ["barcode"] })).toEqual([422, "exclude_fields"]);
    expect(await faultOf({ language: "de" })).toEqual([422, "language"]);
    expect(await faultOf({ languages: ["fr", "de"] })).toEqual([422, "languages.1"]);
    expect(await faultOf({ filters: { brnad: "x" } })).toEqual([422, "filters.brnad"]);
  });
});

const OF_SUPPLIERS = Object.entries(FORMATS).filter(([name]) => name !== "zip");

describe.each(OF_SUPPLIERS)("S35 suppliers as %s", (_, { kind, body, read }) => {
  test("each option, alone and with others", async () => {
    const tenant = await given();
    for (const [what, options, expected] of SUPPLIERS) {
      const { bytes } = await exportAs(tenant, `${kind}/suppliers`, { ...body, ...options });
      expect([what, plain(await read(bytes))]).toEqual([what, expected]);
    }
  });
});

describe.each(["csv/products", "csv/suppliers", "zip/products"])("S35.8 %s", (kind) => {
  test.each([",", ";", "\t", "|"])("is separated by %j, with its mark and without", async (delimiter) => {
    const tenant = await given();
    for (const utf8_bom of [true, false, undefined]) {
      const { bytes } = await exportAs(tenant, kind, { delimiter, utf8_bom });
      for (const file of kind.startsWith("zip") ? unzip(bytes).values() : [bytes]) {
        expect(decoded(file).startsWith("\uFEFF")).toBe(utf8_bom !== false);
        const { header, rows } = readCsv(file, delimiter);
        expect(header.length).toBeGreaterThan(9);
        expect(rows.every((row) => row.length === header.length)).toBe(true);
      }
    }
  });
});

test("S35.9 every order of sheets, with formatting and without", async () => {
  const tenant = await given();
  const orders = [["suppliers"], ["categories", "products"], ["products", "categories", "suppliers"]];
  for (const include_sheets of orders) {
    for (const formatting of [true, false]) {
      const { bytes } = await exportAs(tenant, "excel/products", { include_sheets, formatting });
      const { sheets } = await readWorkbook(bytes);
      expect(Object.keys(sheets).map((sheet) => sheet.toLowerCase())).toEqual(include_sheets);
    }
  }
  const { sheets } = await readWorkbook((await exportAs(tenant, "excel/suppliers", { formatting: false })).bytes);
  expect(Object.keys(sheets)).toEqual(["Suppliers"]);
});
