import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { addProducts } from "../add-products.ts";
import { bytesAt } from "../exports/export-file.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { CATALOG } from "./every-field.ts";
import { textRow, workbookOf, zipOf } from "./formats/packages.ts";
import { changeTimes, importFile, type Tenant, upload } from "./import-client.ts";

const sheetRow = (cells: string[], place: number): string => textRow(place + 1, ...cells);

async function given() {
  const tenant = await newTenant();
  expect((await tenant.admin.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] })).status).toBe(200);
  return tenant;
}
/** A file of all products as a task writes it. */
async function written(tenant: Tenant, format: string): Promise<Uint8Array> {
  const { body } = await tenant.post(`/exports/${format}/products`, {});
  await runJobs();
  const progress = await tenant.get(`/exports/progress/${body.task_id}`);
  return (await bytesAt(tenant, progress.body.result.download_url.replace(/^.*\/api\/v1/, ""))).bytes;
}

describe("S37.23 a dry run", () => {
  const ROWS = [
    { ean: "4006381333931", name: "Pen" },
    { ean: "3400949497294", name: "Ink" },
    { ean: "3400949497295", name: "Bad" },
  ];
  const list = (of: (row: { ean: string; name: string }) => string) => ROWS.map(of).join("\n");
  test.each<[string, () => string | Uint8Array | Promise<Uint8Array>]>([
    ["a.csv", () => `ean,name\n${list(({ ean, name }) => `${ean},${name}`)}\n`],
    ["a.tsv", () => `ean\tname\n${list(({ ean, name }) => `${ean}\t${name}`)}\n`],
    ["a.json", () => JSON.stringify({ products: ROWS })],
    ["a.ndjson", () => list((row) => JSON.stringify(row))],
    ["a.xml", () => `<l>${list(({ ean, name }) => `<p><ean>${ean}</ean><name>${name}</name></p>`)}</l>`],
    [
      "a.xlsx",
      () => workbookOf({ sheets: { A: [["ean", "name"], ...ROWS.map(Object.values)].map(sheetRow).join("") } }),
    ],
    ["a.csv.gz", () => gzipSync(`ean,name\n${list(({ ean, name }) => `${ean},${name}`)}\n`)],
    ["a.zip", () => zipOf({ "a.json": JSON.stringify(ROWS) })],
  ])("of %s says what its run does then", async (name, make) => {
    const tenant = await newTenant();
    const content = await make();
    const { body } = await upload(tenant, content, { name });
    const forecast = (await tenant.post(`/imports/${body.id}/dry-run`)).body;
    expect(forecast).toMatchObject({
      total_rows: 3,
      products_to_create: 2,
      products_to_update: 0,
      rows_with_errors: 1,
    });
    const record = await importFile(tenant, content, { mapping: { ean: "ean", name: "name" }, fields: { name } });
    expect(record).toMatchObject({ total_rows: 3, products_created: 2, failed_rows: 1 });
    const file = await bytesAt(tenant, `/imports/${record.id}/file`);
    expect(Buffer.from(file.bytes).equals(Buffer.from(content))).toBe(true);
  });
});

describe.each([
  ["json", "products.json"],
  ["excel", "products.xlsx"],
])("an export as %s", (format, name) => {
  test("S35.5 imported where it came from changes nothing, as its dry run says", async () => {
    const tenant = await given();
    await services.write(addProducts, tenant.id, CATALOG);
    const before = await changeTimes(tenant);
    const file = await written(tenant, format);
    const { body } = await upload(tenant, file, { name });
    const mapping = body.data.file_analysis.suggested_mapping;
    const forecast = await tenant.post(`/imports/${body.id}/dry-run`);
    expect(forecast.body).toMatchObject({
      total_rows: CATALOG.length,
      products_to_create: 0,
      products_to_update: 0,
      rows_with_errors: 0,
      validation_errors: [],
    });

    const record = await importFile(tenant, file, { mapping, fields: { name } });
    expect(record).toMatchObject({ status: "completed", products_created: 0, products_updated: 0, error_count: 0 });
    expect(await changeTimes(tenant)).toEqual(before);
  });
});
