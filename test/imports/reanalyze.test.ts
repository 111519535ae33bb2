import { beforeAll, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, lines, type Tenant, upload } from "./import-client.ts";

let tenant: Tenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const reanalyze = (id: string, body: Record<string, unknown>) => tenant.post(`/imports/${id}/reanalyze`, body);

async function uploaded(content: string | Uint8Array, name = "list.csv") {
  const { status, body } = await upload(tenant, content, { name });
  expect([status, body.error]).toEqual([202, undefined]);
  return { id: body.id as string, analysis: body.data.file_analysis };
}

test("encoding, delimiter and quote are what a person says; it stays said, and null takes it back", async () => {
  const { id } = await uploaded(Buffer.from("sku;name\n1;'caf\xe9; noir'\n", "latin1"));
  const said = await reanalyze(id, { encoding: "cp850", delimiter: ";", quote: "'" });
  expect(said.body).toMatchObject({
    encoding: "cp850",
    delimiter: ";",
    quote: "'",
    sample_data: [{ sku: "1", name: "cafÚ; noir" }],
  });
  const more = await reanalyze(id, { encoding: "windows-1252" });
  expect(more.body).toMatchObject({ quote: "'", sample_data: [{ sku: "1", name: "café; noir" }] });
  expect((await reanalyze(id, { quote: null })).body.sample_data[0].name).toBe("'café");
});

test("the header is the row that a person says, or none", async () => {
  const { id } = await uploaded(lines("Acme prices", "a,b", "1,2", "sku,name", "S1,First"));
  expect((await reanalyze(id, { header_row: 4 })).body).toMatchObject({
    columns: ["sku", "name"],
    header_row: 4,
    row_count: 1,
  });
  expect((await reanalyze(id, { header_row: 0 })).body).toMatchObject({
    columns: ["column_1", "column_2"],
    header_row: null,
  });
  expect((await reanalyze(id, { skip_header_rows: 1 })).body).toMatchObject({ columns: ["a", "b"], row_count: 3 });
});

const BMECAT = `<CATALOG><HEADER><GROUPS>${[1, 2, 3, 4, 5].map((n) => `<GROUP id="${n}"><NAME>g${n}</NAME></GROUP>`).join("")}</GROUPS></HEADER>
  <THING><CODE>${EANS[0]}</CODE><TITLE>Only one</TITLE></THING></CATALOG>`;

test("the places where rows might be are listed with counts and samples, and one of them can be chosen", async () => {
  const { id, analysis } = await uploaded(BMECAT, "one.xml");
  expect(analysis.record_path).toBe("CATALOG.HEADER.GROUPS.GROUP");
  expect(analysis.record_paths).toContainEqual({
    path: "CATALOG.HEADER.GROUPS.GROUP",
    count: 5,
    sample: { "@id": "1", NAME: "g1" },
  });
  const place = { path: "CATALOG.THING", count: 1, sample: { CODE: EANS[0], TITLE: "Only one" } };
  expect(analysis.record_paths).toContainEqual(place);
  const { body } = await reanalyze(id, { record_path: "CATALOG.THING" });
  expect(body).toMatchObject({
    record_path: "CATALOG.THING",
    row_count: 1,
    sample_data: [{ CODE: EANS[0], TITLE: "Only one" }],
  });
  await tenant.post(`/imports/${id}/save-mapping`, { column_mapping: { CODE: "ean", TITLE: "name" } });
  await tenant.post(`/imports/${id}/start-processing`);
  await runJobs();
  expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "completed", products_created: 1 });
});

test("rows within others keep what stands beside them, and an object alone is one row", async () => {
  const nested = {
    shop: "Acme",
    products: [
      { id: "P1", title: "Shirt", sizes: [{ size: "S" }, { size: "M" }] },
      { id: "P2", title: "Coat", sizes: [{ size: "L" }] },
    ],
  };
  const { id, analysis } = await uploaded(JSON.stringify(nested), "nested.json");
  expect(analysis.record_paths.map(({ path, count }: { path: string; count: number }) => [path, count])).toEqual(
    expect.arrayContaining([
      ["products.*", 2],
      ["products.*.sizes.*", 3],
      ["", 1],
    ]),
  );
  const inner = await reanalyze(id, { record_path: "products.*.sizes.*" });
  expect(inner.body.sample_data).toEqual([
    { id: "P1", title: "Shirt", "sizes.size": "S" },
    { id: "P1", title: "Shirt", "sizes.size": "M" },
    { id: "P2", title: "Coat", "sizes.size": "L" },
  ]);
  expect((await reanalyze(id, { record_path: "" })).body).toMatchObject({
    row_count: 1,
    sample_data: [{ shop: "Acme" }],
  });
});

test("decimal sign, currency and language of a file hold for its rows", async () => {
  const own = await newTenant();
  const { body: sent } = await upload(own, lines("ean;name;price", `${EANS[0]};Lampe;1.250`), { name: "list.csv" });
  expect(sent.data.file_analysis.decimal_separator).toBe("undecided");
  const body = { decimal_separator: ".", currency: "EUR", language: "fr" };
  const read = await own.post(`/imports/${sent.id}/reanalyze`, body);
  expect(read.body).toMatchObject({ decimal_separator: ".", currency: "EUR", language: "fr", warnings: [] });
  const mapping = { column_mapping: { ean: "ean", name: "name", price: "price" } };
  await own.post(`/imports/${sent.id}/save-mapping`, mapping);
  await own.post(`/imports/${sent.id}/start-processing`);
  await runJobs();
  expect((await own.get("/products")).body.items[0]).toMatchObject({ title: "Lampe", price: 1.25 });
  const { body: other } = await upload(own, lines("ean,name,price", `${EANS[1]},Lamp,10.00`), { name: "usd.csv" });
  await own.post(`/imports/${other.id}/reanalyze`, { currency: "USD" });
  await own.post(`/imports/${other.id}/save-mapping`, mapping);
  await own.post(`/imports/${other.id}/start-processing`);
  await runJobs();
  const { items } = (await own.get(`/imports/${other.id}/errors`)).body;
  expect(items).toMatchObject([{ severity: "warning", field: "price", message: expect.stringContaining("in USD") }]);
});

test("what cannot be is refused by field", async () => {
  const { id } = await uploaded(BMECAT, "one.xml");
  const field = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await reanalyze(id, body);
    return [status, answer.error?.details?.[0]?.field];
  };
  expect(await field({ encoding: "klingon" })).toEqual([422, "encoding"]);
  expect(await field({ delimiter: "x" })).toEqual([422, "delimiter"]);
  expect(await field({ quote: "x" })).toEqual([422, "quote"]);
  expect(await field({ header_row: -1 })).toEqual([422, "header_row"]);
  expect(await field({ decimal_separator: "x" })).toEqual([422, "decimal_separator"]);
  expect(await field({ currency: "XQX" })).toEqual([422, "currency"]);
  expect(await field({ language: "tlh" })).toEqual([422, "language"]);
  const { status, body } = await reanalyze(id, { record_path: "CATALOG.NOTHING" });
  expect([status, body.error.details[0].field]).toEqual([422, "record_path"]);
  expect(body.error.details[0].message).toContain("CATALOG.THING");
});
