import { describe, expect, test } from "bun:test";
import { app, clock, newTenant } from "../harness.ts";
import { EANS, HEADER, importFile, lines, MAPPING, type Tenant, upload } from "./import-client.ts";

const GOOD = lines(HEADER, `${EANS[0]},A1,Apple,1,1`);
const BAD_EANS = ["", "ABC", "1234567", "123456789012345", "3400949497295", "1234567890", "9.78043902348e+12"];
const BAD = lines(
  HEADER,
  ...BAD_EANS.map((ean, index) => `${ean},S${index},"Name, ${index}",1,1`),
  `${EANS[1]},Z,=1+1,-5,`,
);

async function uploads(tenant: Tenant, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    clock.nowMs += 1_000;
    ids.unshift((await upload(tenant, GOOD, { supplier_code: index % 2 === 0 ? "EVEN" : "ODD" })).body.id);
  }
  return ids;
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe("GET /imports/", () => {
  test("D3-181 pages newest first, by status and supplier", async () => {
    const tenant = await newTenant();
    const ids = await uploads(tenant, 5);

    const { body } = await tenant.get("/imports/?per_page=2&page=2");

    expect(idsOf(body.items)).toEqual(ids.slice(2, 4));
    expect(body.meta).toMatchObject({
      total: 5,
      page: 2,
      per_page: 2,
      total_pages: 3,
      has_next: true,
      has_previous: true,
    });
    expect((await tenant.get("/imports?supplier_code=even")).body.meta.total).toBe(3);
    expect((await tenant.get("/imports?status=awaiting_mapping,ready")).body.meta.total).toBe(5);
    expect((await tenant.get("/imports?status=completed")).body.meta.total).toBe(0);
    expect((await tenant.get("/imports?status=over")).status).toBe(400);
    expect((await tenant.get("/imports?per_page=101")).status).toBe(400);
  });

  test("D3-182 a cursor meets every import once, also while new ones come", async () => {
    const tenant = await newTenant();
    const ids = await uploads(tenant, 5);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await tenant.get(`/imports/?use_cursor=true&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(body.items));
      await uploads(tenant, 1);
      if (!body.meta.has_next) break;
      cursor = body.meta.next_cursor;
    }
    expect(seen).toEqual(ids);
    expect((await tenant.get("/imports/?use_cursor=true&cursor=x")).status).toBe(400);
  });

  test("the cursor of a numbered page leads on", async () => {
    const tenant = await newTenant();
    const ids = await uploads(tenant, 3);
    const { body } = await tenant.get("/imports?per_page=2");
    const next = await tenant.get(`/imports?per_page=2&cursor=${body.meta.next_cursor}`);
    expect(idsOf(next.body.items)).toEqual(ids.slice(2));
  });
});

describe("reading imports", () => {
  test("D3-183 recent ones and field templates", async () => {
    const tenant = await newTenant();
    const ids = await uploads(tenant, 3);
    expect(idsOf((await tenant.get("/imports/recent?limit=2")).body)).toEqual(ids.slice(0, 2));
    expect((await tenant.get("/imports/recent?limit=51")).status).toBe(400);
    const { templates } = (await tenant.get("/imports/templates")).body;
    expect(idsOf(templates)).toEqual(["basic_catalog", "full_catalog", "prices", "stock", "multilingual_content"]);
    expect(templates[0].fields[0]).toMatchObject({ name: "ean", required: false, translatable: false });
  });

  test("D3-184 stats sum up all", async () => {
    const tenant = await newTenant();
    expect((await tenant.get("/imports/stats")).body).toMatchObject({ total_jobs: 0, success_rate: 0 });
    await importFile(tenant, GOOD, { mapping: MAPPING });
    await uploads(tenant, 1);
    expect((await tenant.get("/imports/stats")).body).toEqual({
      total_jobs: 2,
      completed_jobs: 1,
      failed_jobs: 0,
      total_rows_processed: 1,
      total_products_created: 1,
      total_products_updated: 0,
      success_rate: 100,
    });
  });

  test("D3-185 exports the records as CSV, by status, supplier and day", async () => {
    const tenant = await newTenant();
    await uploads(tenant, 2);
    const today = new Date(clock.nowMs).toISOString().slice(0, 10);
    const rowsOf = async (query: string) => {
      const answer = await tenant.get(`/imports/export${query}`);
      expect(answer.headers.get("content-type")).toContain("text/csv");
      return String(answer.body).trim().split("\r\n").slice(1);
    };
    expect(await rowsOf("")).toHaveLength(2);
    expect(await rowsOf(`?status_filter=completed`)).toHaveLength(0);
    expect(await rowsOf(`?supplier_code=ODD&start_date=${today}&end_date=${today}`)).toHaveLength(1);
    expect(await rowsOf("?end_date=2020-01-01")).toHaveLength(0);
    expect((await tenant.get("/imports/export?start_date=2020-13-45")).status).toBe(400);
    expect((await tenant.get("/imports/export?status_filter=over")).status).toBe(400);
  });
});

describe("the problems of an import", () => {
  async function given() {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, BAD, { mapping: MAPPING, options: { ean_policy: "reject" } });
    return { tenant, id };
  }

  test("D3-175 D3-177 come in the order of the rows, each EAN with its type", async () => {
    const { tenant, id } = await given();
    const { body } = await tenant.get(`/imports/${id}/errors`);
    expect(body.items.map((item: { error_type: string }) => item.error_type)).toEqual([
      "ean_missing",
      "ean_non_numeric",
      "ean_too_short",
      "ean_too_long",
      "ean_checksum_invalid",
      "ean_format_invalid",
      "ean_format_invalid",
      "invalid_value",
    ]);
    expect(body.items[1]).toEqual({
      row_number: 3,
      severity: "error",
      error_type: "ean_non_numeric",
      field: "ean",
      message: expect.any(String),
      raw_value: "ABC",
      created_at: expect.any(String),
    });
    expect(body.meta).toMatchObject({ total: 8, per_page: 50 });
    expect((await tenant.get(`/imports/${id}/errors?per_page=201`)).status).toBe(400);
  });

  test("D3-176 filters combine, and an offset wins over the page", async () => {
    const { tenant, id } = await given();
    const rowsOf = async (query: string) =>
      (await tenant.get(`/imports/${id}/errors?${query}`)).body.items.map(
        (item: { row_number: number }) => item.row_number,
      );
    expect(await rowsOf("error_type=ean_format_invalid")).toEqual([7, 8]);
    expect(await rowsOf("error_type=ean_format_invalid&search=9.78")).toEqual([8]);
    expect(await rowsOf("severity=warning")).toEqual([]);
    expect(await rowsOf("offset=6&page=1&per_page=5")).toEqual([8, 9]);
    expect((await tenant.get(`/imports/${id}/errors?severity=fatal`)).status).toBe(400);
  });

  test("a cursor leads on from a page of problems", async () => {
    const { tenant, id } = await given();
    const { body } = await tenant.get(`/imports/${id}/errors?per_page=6`);
    const next = (await tenant.get(`/imports/${id}/errors?per_page=6&cursor=${body.meta.next_cursor}`)).body;
    expect(next.items.map((item: { row_number: number }) => item.row_number)).toEqual([8, 9]);
    expect(next.meta).toMatchObject({ next_cursor: null, has_next: false, has_previous: true });
  });

  test("D3-180 the report holds a summary and every problem, the other file those of EANs", async () => {
    const { tenant, id } = await given();
    const report = await tenant.get(`/imports/${id}/report`);
    const eans = await tenant.get(`/imports/${id}/export-invalid-eans`);
    expect(report.headers.get("content-type")).toContain("text/csv");
    const [summary = "", problems = ""] = String(report.body).split("\r\n\r\n");
    expect(summary).toContain("failed_rows,8");
    expect(problems.trim().split("\r\n")).toHaveLength(9);
    expect(problems).toStartWith("row_number,severity,error_type,field,message,raw_value");
    expect(String(eans.body).trim().split("\r\n")).toHaveLength(8);
  });

  test("S8.8 are shown, searched and reported in the language of the reader", async () => {
    const tenant = await newTenant();
    const { id } = await importFile(tenant, lines(HEADER, ",A,B,1,1"), { mapping: MAPPING });
    const read = async (path: string, language: string) => {
      const headers = { "x-api-key": tenant.apiKey, "accept-language": language };
      const response = await app.handle(new Request(`http://localhost/api/v1/imports/${id}/${path}`, { headers }));
      expect(response.headers.get("content-language")).toBe(language);
      return response.text();
    };

    for (const [language, message] of [
      ["fr", "La ligne n'a pas d'EAN"],
      ["en", "The row has no EAN"],
    ] as const) {
      expect(JSON.parse(await read("errors?severity=error", language)).items[0].message).toBe(message);
      expect(JSON.parse(await read(`errors?search=${encodeURIComponent(message)}`, language)).meta.total).toBe(1);
      expect(await read("report", language)).toContain(message);
      expect(await read("export-invalid-eans", language)).toContain(message);
    }
  });
});
