import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { filesPath } from "../../src/config/config.ts";
import { newTenant, send, services } from "../harness.ts";
import { formOf, type Tenant, upload } from "./import-client.ts";

const CSV = "ean;Désignation;Prix TTC\n3400949497294;Anastrozole;31,38\n";

/** How many files a tenant has stored. */
function storedFiles({ id }: Tenant): number {
  const folder = join(filesPath(services.config), id, "imports");
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("POST /imports/upload", () => {
  test("D3-141 D3-143 answers the analysis, and the import waits for its mapping", async () => {
    const tenant = await newTenant();

    const { status, body } = await upload(tenant, CSV, { name: "tarif.csv" });

    expect(status).toBe(202);
    expect(body).toMatchObject({
      status: "awaiting_mapping",
      data: {
        file_info: {
          original_filename: "tarif.csv",
          size: new TextEncoder().encode(CSV).length,
          extension: ".csv",
          content_type: "text/csv",
        },
        file_analysis: {
          columns: ["ean", "Désignation", "Prix TTC"],
          row_count: 1,
          sample_data: [{ ean: "3400949497294", Désignation: "Anastrozole", "Prix TTC": "31,38" }],
          suggested_mapping: { ean: "ean", Désignation: "name", "Prix TTC": "price" },
        },
        import_job: { id: body.id, status: "awaiting_mapping" },
      },
      processing_method: "inline",
    });
    expect((await tenant.get(`/imports/${body.id}`)).body).toMatchObject({ import_type: "manual", total_rows: 1 });
  });

  test("D3-144 drops records before the header", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, `Grossiste;;\n;;\n${CSV}`, { skip_header_rows: "2" });
    expect(body.data.file_analysis).toMatchObject({ columns: ["ean", "Désignation", "Prix TTC"], row_count: 1 });
  });

  test("D3-146 D3-147 recognises columns of other languages, in any encoding and with any delimiter", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, latin("EAN\tName\tdescription_en\n4006381333931\tM\xfcsli\tCr\xe8me\n"), {
      name: "a.tsv",
    });
    const analysis = body.data.file_analysis;
    expect(analysis.suggested_mapping).toEqual({
      EAN: "ean",
      Name: "name",
      description_en: { field: "description", language: "en" },
    });
    expect(analysis.suggested_languages).toEqual({ description_en: "en" });
    expect(analysis.sample_data[0]).toEqual({ EAN: "4006381333931", Name: "Müsli", description_en: "Crème" });
  });

  test.each([
    ["another ending", "products.exe"],
    ["no ending", "products"],
    ["the format of workbooks before 2007", "products.xls"],
  ])("D3-142 refuses a file with %s", async (_, name) => {
    const tenant = await newTenant();
    const { status, body } = await upload(tenant, CSV, { name });
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe("file");
    expect(storedFiles(tenant)).toBe(0);
  });

  test("D3-142 refuses a form without a file, and an empty file", async () => {
    const tenant = await newTenant();
    for (const form of [formOf(undefined, { supplier_code: "A" }), formOf("")]) {
      const { status, body } = await tenant.post("/imports/upload", form);
      expect(status).toBe(422);
      expect(body.error.details[0].field).toBe("file");
    }
  });

  test("D3-142 keeps nothing of content that cannot be read", async () => {
    const tenant = await newTenant();
    const { status, body } = await upload(tenant, latin("PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00"));
    expect(status).toBe(422);
    expect(body.error.error_code).toBe("IMPORT_PARSE_FAILED");
    expect(body.error.details).toMatchObject({ reason: "wrong_extension", file: "products.csv", kind: "ZIP/XLSX" });
    expect(storedFiles(tenant)).toBe(0);
  });

  test.each([
    ["../../etc/products.csv", "products.csv"],
    ["C:\\lists\\products.csv", "products.csv"],
    ["pro\u0000ducts.csv", "products.csv"],
    [`${"x".repeat(300)}.csv`, `${"x".repeat(251)}.csv`],
  ])("shows the name %j as %j", async (name, shown) => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, CSV, { name });
    expect(body.data.file_info.original_filename).toBe(shown);
  });

  test.each([
    [{ skip_header_rows: "-1" }, "skip_header_rows"],
    [{ skip_header_rows: "101" }, "skip_header_rows"],
    [{ skip_header_rows: "two" }, "skip_header_rows"],
    [{ supplier_id: "me" }, "supplier_id"],
    [{ supplier_id: "00000000-0000-4000-8000-000000000000" }, "supplier_id"],
    [{ template_id: "00000000-0000-4000-8000-000000000000" }, "template_id"],
    [{ auto_process: "maybe" }, "auto_process"],
    [{ supplier_code: "x".repeat(300) }, "supplier_code"],
  ])("refuses the fields %j", async (fields, field) => {
    const tenant = await newTenant();
    const { status, body } = await upload(tenant, CSV, fields);
    expect(status).toBe(422);
    expect(body.error.details[0].field).toBe(field);
    expect(storedFiles(tenant)).toBe(0);
  });

  test("D3-145 auto_process without a template waits for a mapping; the supplier's code stays", async () => {
    const tenant = await newTenant();
    const { body } = await upload(tenant, CSV, { auto_process: "true", supplier_code: "ACME" });
    expect((await tenant.get(`/imports/${body.id}`)).body).toMatchObject({
      status: "awaiting_mapping",
      supplier_code: "ACME",
    });
  });

  test("refuses a body that is no form, is cut off, or is too large", async () => {
    const tenant = await newTenant();
    const headers = { "x-api-key": tenant.apiKey };
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nean,name\n1,2';
    const form = { ...headers, "content-type": "multipart/form-data; boundary=x" };
    const limit = services.config.uploadLimitMib * 1024 * 1024;

    expect(
      (await send("POST", "/imports/upload", "{}", { ...headers, "content-type": "application/json" })).status,
    ).toBe(422);
    expect((await send("POST", "/imports/upload", cut, form)).status).toBe(422);
    expect((await upload(tenant, new Uint8Array(limit + 1).fill(97))).status).toBe(413);
    expect(storedFiles(tenant)).toBe(0);
  });

  test("needs the scope or the permission", async () => {
    const tenant = await newTenant();
    const reader = await tenant.withScopes("products:read");
    const viewer = await tenant.as("viewer");
    expect((await reader.post("/imports/upload", formOf(CSV))).status).toBe(403);
    expect((await viewer.post("/imports/upload", formOf(CSV))).status).toBe(403);
    expect((await (await tenant.withScopes("imports:manage")).post("/imports/upload", formOf(CSV))).status).toBe(202);
  });
});

describe("POST /imports/detect-format", () => {
  test("D3-149 says how the file is written and makes no import", async () => {
    const tenant = await newTenant();

    const { status, body } = await tenant.post(
      "/imports/detect-format",
      formOf(latin("ean;D\xe9signation\n1;\x80uro\n")),
    );

    expect(status).toBe(200);
    expect(body).toMatchObject({
      encoding: "windows-1252",
      delimiter: ";",
      sample_rows: [
        ["ean", "Désignation"],
        ["1", "€uro"],
      ],
    });
    expect(body.encoding_confidence).toBeWithin(0, 1.0001);
    expect((await tenant.get("/imports/")).body.meta.total).toBe(0);
  });

  test("refuses an empty and a missing file", async () => {
    const tenant = await newTenant();
    expect((await tenant.post("/imports/detect-format", formOf(""))).status).toBe(422);
    expect((await tenant.post("/imports/detect-format", formOf(undefined, { a: "b" }))).status).toBe(422);
  });
});
