import { describe, expect, test } from "bun:test";
import { Buffer } from "node:buffer";
import { newTenant, runJobs } from "../../harness.ts";
import { problemsOf, upload } from "../import-client.ts";
import { readFile, refusalOf, zipOf } from "./packages.ts";
import { PUBLISHED } from "./published-forms.ts";

test.each(PUBLISHED)("$name is imported as it is suggested", async ({ file, content, products = 2, expected }) => {
  const tenant = await newTenant();
  const { body } = await upload(tenant, new TextEncoder().encode(content), { name: file });
  await tenant.post(`/imports/${body.id}/save-mapping`, {
    column_mapping: body.data.file_analysis.suggested_mapping,
    import_options: { create_categories: true },
  });
  await tenant.post(`/imports/${body.id}/start-processing`);
  await runJobs();
  const { status, products_created } = (await tenant.get(`/imports/${body.id}`)).body;
  expect({ status, products_created, problems: await problemsOf(tenant, body.id) }).toMatchObject({
    status: "completed",
    products_created: products,
  });
  const { items } = (await tenant.get("/products")).body;
  const found = items.find(({ title }: { title: string }) => title === Object(expected).title);
  expect((await tenant.get(`/products/${found?.id}`)).body).toMatchObject(expected);
});

test("a member of objects alike is no code where a product describes itself with them", async () => {
  const product = { price: { amount: 1, currency: "EUR" }, cost: { amount: 2, currency: "EUR" } };
  expect((await readFile("a.json", JSON.stringify(product))).rows).toHaveLength(1);
});

const PEN = { ean: "4006381333931", name: "Blue pen", price: 1.5 };
const INK = { ean: "3400949497294", name: "Black ink", price: 4.2 };
const jsonOf = (product: object) => JSON.stringify(product);
const xmlOf = ({ ean, name, price }: typeof PEN) =>
  `<product><ean>${ean}</ean><name>${name}</name><price>${price}</price></product>`;

const listOf = (...products: (typeof PEN)[]) => `<list>${products.map(xmlOf).join("")}</list>`;

describe("files of one product each, in a ZIP", () => {
  test.each([
    ["json", jsonOf],
    ["xml", xmlOf],
  ])("are read in the order of their names: %s", async (ending, write) => {
    const packed = await zipOf({
      [`items/10.${ending}`]: write(INK),
      [`items/2.${ending}`]: write({ ...PEN, color: "blue" } as typeof PEN),
      "readme.txt": "one file a product",
      [`__MACOSX/items/._2.${ending}`]: "x",
    });
    const { rows, suggestedMapping, numbers } = await readFile("all.zip", packed);
    expect(rows.map(({ ean, name }) => [ean, name])).toEqual([
      [PEN.ean, PEN.name],
      [INK.ean, INK.name],
    ]);
    expect(numbers).toEqual([1, 2]);
    expect(suggestedMapping).toMatchObject({ ean: "ean", name: "name", price: "price" });
  });

  test.each<[string, string, Record<string, string>]>([
    ["several lists", "archive_many_files", { "a.json": jsonOf([PEN, INK]), "b.json": jsonOf([PEN]) }],
    ["a list behind a product", "archive_many_files", { "a.xml": listOf(PEN), "b.xml": listOf(PEN, INK) }],
    ["two kinds", "archive_many_files", { "a.json": jsonOf(PEN), "b.xml": xmlOf(INK) }],
    ["another form", "archive_other_form", { "a.json": jsonOf(PEN), "b.json": "[1]" }],
    ["another root", "archive_other_form", { "a.xml": xmlOf(PEN), "b.xml": "<list><p/></list>" }],
    ["a damaged file", "json_broken", { "a.json": jsonOf(PEN), "b.json": '{"ean": ' }],
    ["what is no such file", "json_broken", { "a.json": jsonOf(PEN), "b.json": "PK no" }],
    [
      "many files",
      "archive_too_many_entries",
      Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.json`, "{}"])),
    ],
  ])("are refused with %s", async (_, code, files) => {
    expect(await refusalOf("all.zip", await zipOf(files))).toMatchObject({ code });
  });

  test("are refused with a path that leaves the archive", async () => {
    const packed = Buffer.from(await zipOf({ "a.json": jsonOf(PEN), "xx/xx/b.json": jsonOf(INK) }));
    const leaving = Buffer.from(packed.toString("latin1").replaceAll("xx/xx/", "../../"), "latin1");
    expect(await refusalOf("all.zip", new Uint8Array(leaving))).toMatchObject({ code: "archive_broken" });
  });

  test("are imported, and their failed rows come back", async () => {
    const tenant = await newTenant();
    const packed = await zipOf({ "a.json": jsonOf(PEN), "b.json": jsonOf({ ...INK, ean: "12" }) });
    const { body } = await upload(tenant, packed, { name: "products.zip" });
    await tenant.post(`/imports/${body.id}/save-mapping`, {
      column_mapping: body.data.file_analysis.suggested_mapping,
      import_options: { ean_policy: "reject" },
    });
    await tenant.post(`/imports/${body.id}/start-processing`);
    await runJobs();
    expect((await tenant.get(`/imports/${body.id}`)).body).toMatchObject({ products_created: 1, failed_rows: 1 });
    const failed = await tenant.get(`/imports/${body.id}/failed-rows`);
    expect(failed.body).toMatchObject([{ ean: "12", name: INK.name }]);
  });
});
