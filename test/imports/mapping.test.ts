import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { filesPath } from "../../src/config/config.ts";
import { newTenant, services } from "../harness.ts";
import {
  EANS,
  HEADER,
  importFile,
  lines,
  MAPPING,
  prepare,
  productRows,
  runImport,
  type Tenant,
  upload,
} from "./import-client.ts";

const CSV = lines(HEADER, `${EANS[0]},A1,Apple,1.50,3`, "12,B1,Bean,x,1");

async function given(content = CSV): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await newTenant();
  const { body } = await upload(tenant, content);
  return { tenant, id: body.id };
}

describe("POST /imports/{import_id}/save-mapping", () => {
  test("a list without codes comes in by what is suggested for it: the name is the reference too", async () => {
    const { tenant, id } = await given(lines("name,price", "Apple,1.50", "Pear,2.50"));
    const { body } = await tenant.post(`/imports/${id}/reanalyze`, {});
    const { suggested_mapping: mapping, suggested_computed_columns: computed, warnings } = body;

    expect(computed).toEqual([{ field: "sku", expression: "{{name}}" }]);
    expect(warnings).toContainEqual(expect.objectContaining({ code: "codes_of_names", field: "sku" }));
    const without = await tenant.post(`/imports/${id}/save-mapping`, { column_mapping: mapping });
    expect(without.status).toBe(422);
    const saved = { column_mapping: mapping, computed_columns: computed };
    expect((await tenant.post(`/imports/${id}/save-mapping`, saved)).status).toBe(200);
    await runImport(tenant, id);
    expect(await productRows(tenant)).toMatchObject([
      { reference: "Apple", title: "Apple" },
      { reference: "Pear", title: "Pear" },
    ]);
  });

  test.each([
    [{ column_mapping: { nothing: "ean" } }, "column_mapping.nothing"],
    [{ column_mapping: { ean: "barcodes" } }, "column_mapping.ean"],
    [{ column_mapping: { name: "name" } }, "column_mapping"],
    [{ column_mapping: { ean: "ean", name: { field: "name", language: "sv" } } }, "column_mapping.name"],
    [{ column_mapping: MAPPING, import_options: { overwrite: true } }, "import_options.overwrite"],
    [{ column_mapping: MAPPING, import_options: { max_errors: -1 } }, "import_options.max_errors"],
    [{ column_mapping: MAPPING, validation_rules: { price: { least: 1 } } }, "validation_rules.price.least"],
    [
      { column_mapping: MAPPING, computed_columns: [{ field: "nope", expression: "{{ean}}" }] },
      "computed_columns.0.field",
    ],
    [
      { column_mapping: MAPPING, computed_columns: [{ field: "name", expression: "= round(" }] },
      "computed_columns.0.expression",
    ],
    [{ column_mapping: MAPPING, computed_columns: [{ field: "name" }] }, "computed_columns.0.expression"],
    [{ column_mapping: MAPPING, default_values: { nope: 1 } }, "default_values.nope"],
    [{}, "column_mapping"],
  ])("D3-154 D3-155 refuses %j", async (body, field) => {
    const { tenant, id } = await given();
    const refused = await tenant.post(`/imports/${id}/save-mapping`, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.map((problem: { field: string }) => problem.field)).toContain(field);
    expect((await tenant.get(`/imports/${id}`)).body.status).toBe("awaiting_mapping");
  });

  test("D3-154 a saved mapping can be replaced until the import starts", async () => {
    const { tenant, id } = await given();
    for (const column_mapping of [{ ean: "ean" }, MAPPING]) {
      expect((await tenant.post(`/imports/${id}/save-mapping`, { column_mapping })).body).toEqual({
        id,
        status: "ready",
      });
    }
    await runImport(tenant, id);
    expect((await tenant.post(`/imports/${id}/save-mapping`, { column_mapping: MAPPING })).status).toBe(409);
    expect(await productRows(tenant)).toMatchObject([{ title: "Apple" }]);
  });

  test("computed columns and default values fill what the file lacks", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines("ean,brand,model", `${EANS[0]},Acme,X1`), {
      mapping: { ean: "ean" },
      computed: [{ field: "name", expression: "{{brand}} {{model}}" }],
      defaults: { price: 9.5 },
    });
    expect(await productRows(tenant)).toMatchObject([{ title: "Acme X1", price_cents: 950 }]);
  });
});

describe("POST /imports/{import_id}/start-processing", () => {
  test("D3-157 asks for a mapping first, and starts once", async () => {
    const { tenant, id } = await given();
    const early = await tenant.post(`/imports/${id}/start-processing`);
    expect([early.status, early.body.error.error_code]).toEqual([409, "MAPPING_REQUIRED"]);

    await tenant.post(`/imports/${id}/save-mapping`, { column_mapping: MAPPING });
    const started = await tenant.post(`/imports/${id}/start-processing`);
    const again = await tenant.post(`/imports/${id}/start-processing`);

    expect(started.status).toBe(202);
    expect(started.body).toEqual({ id, status: "processing", started_at: expect.any(String) });
    expect([again.status, again.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
  });
});

describe("POST /imports/{import_id}/reanalyze", () => {
  test("D3-164 finds another header and forgets the mapping", async () => {
    const { tenant, id } = await given(`Price list,,,,\n${CSV}`);
    const { status, body } = await tenant.post(`/imports/${id}/reanalyze`, { skip_header_rows: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      columns: HEADER.split(","),
      row_count: 2,
      sample_data: [{ name: "Apple" }, { name: "Bean" }],
    });
    expect((await tenant.get(`/imports/${id}`)).body).toMatchObject({ status: "awaiting_mapping", total_rows: 2 });
  });

  test("refuses more records than the file has, and a wrong number", async () => {
    const { tenant, id } = await given();
    expect((await tenant.post(`/imports/${id}/reanalyze`, { skip_header_rows: 50 })).status).toBe(422);
    expect((await tenant.post(`/imports/${id}/reanalyze`, { skip_header_rows: 101 })).status).toBe(422);
    expect((await tenant.get(`/imports/${id}`)).body.total_rows).toBe(2);
  });
});

describe("POST /imports/{import_id}/dry-run", () => {
  test("D3-168 says what would happen and changes nothing, with the suggested mapping before one is saved", async () => {
    const tenant = await newTenant();
    const { body: uploaded } = await upload(tenant, CSV, { supplier_code: "ACME" });

    const { status, body } = await tenant.post(`/imports/${uploaded.id}/dry-run`);

    expect(status).toBe(200);
    expect(body).toEqual({
      job_id: uploaded.id,
      total_rows: 2,
      products_to_create: 1,
      products_to_update: 0,
      rows_with_errors: 1,
      validation_errors: [
        { row_number: 3, field: "price", message: expect.any(String) },
        { row_number: 3, field: "ean", message: expect.any(String) },
      ],
      truncated: false,
      mapping_source: "suggested",
      preview: expect.any(Array),
      warnings: [],
    });
    expect((await tenant.get(`/imports/${uploaded.id}`)).body).toMatchObject({
      status: "awaiting_mapping",
      processed_rows: 0,
    });
    expect(await productRows(tenant)).toEqual([]);
    expect((await tenant.get("/imports/ean-pending")).body.total).toBe(0);
    const suppliers = tenant.db.one(
      "select count(*) as n from supplier where tenant_id = :tenant",
      {},
      (row) => row["n"],
    );
    expect(await suppliers).toBe(0);
  });

  test("D3-169 counts rows that mean a product of an earlier row like the run does", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${EANS[2]},C1,Cherry,1,1`), { mapping: MAPPING });
    const filler = Array.from({ length: 600 }, (_, index) => `,F${index},Filler,,`);
    const file = lines(
      HEADER,
      `${EANS[0]},A1,Apple,1,1`,
      ",C1,Cherry,2,1",
      ...filler,
      `${EANS[0]},A2,Apricot,1,1`,
      ",A2,Apricot,3,1",
      `${EANS[2]},C2,Cherry,2,1`,
      ",C1,Cherry,5,1",
      ",C2,Cherry,6,1",
      `${EANS[0]},A2,Plum,3,2`,
    );
    const id = await prepare(tenant, file, { mapping: MAPPING });

    const { body } = await tenant.post(`/imports/${id}/dry-run`);
    const record = await runImport(tenant, id);

    expect(body).toMatchObject({
      products_to_create: record.products_created,
      products_to_update: record.products_updated,
      rows_with_errors: record.failed_rows,
      truncated: true,
    });
    expect(body.validation_errors).toHaveLength(100);
    expect(record.products_updated).toBeGreaterThan(2);
  });
});

test.each(["reanalyze", "dry-run"])("%s of an import whose file is deleted meanwhile is refused", async (action) => {
  const tenant = await newTenant();
  const { body } = await upload(tenant, lines(HEADER, ",A,B,1,1"));
  rmSync(join(filesPath(services.config), tenant.id), { recursive: true });

  const answer = await tenant.post(`/imports/${body.id}/${action}`, { skip_header_rows: 0 });

  expect([answer.status, answer.body.error.message]).toEqual([409, "The import's file was deleted; upload it again"]);
});
