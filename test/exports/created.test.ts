import { describe, expect, test } from "bun:test";
import { newId } from "../../src/runtime/new-id.ts";
import { addProducts } from "../add-products.ts";
import { givenPlatform } from "../export-platforms/given.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { bytesAt, readCsv, readRecords } from "./export-file.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

async function given() {
  const tenant = await newTenant();
  await services.write(addProducts, tenant.id, [{ title: "One" }, { title: "Two" }]);
  return tenant;
}

async function fileOf(tenant: Tenant, body: object) {
  const created = await tenant.post("/exports/create", body);
  expect(created.status).toBe(202);
  await runJobs();
  const done = (await tenant.get(`/exports/${created.body.id}`)).body;
  const { bytes } = await bytesAt(tenant, String(done.file_url).replace("/api/v1", ""));
  return { done, bytes };
}

describe("the older exports", () => {
  test("D3-136 D3-137 S36.18 one is pending, then completed with its file", async () => {
    const tenant = await given();
    const { status, body, headers } = await tenant.post("/exports/create", {
      export_type: "products",
      filters: { search: "One" },
    });
    expect([status, body]).toEqual([
      202,
      {
        ...{ id: expect.any(String), export_type: "products", format: "csv", status: "pending" },
        ...{ created_at: expect.any(String), file_url: null, total_records: 0 },
      },
    ]);
    expect(headers.get("deprecation")).toBe("true");
    expect(headers.get("link")).toBe('</api/v1/exports/csv/products>; rel="successor-version"');
    await runJobs();
    const done = await tenant.get(`/exports/${body.id}`);
    expect(done.body).toMatchObject({ id: body.id, status: "completed", total_records: 1 });
    expect(done.headers.get("deprecation")).toBe("true");
    const { bytes } = await bytesAt(tenant, done.body.file_url.replace("/api/v1", ""));
    expect(readRecords(bytes).map(({ title }) => title)).toEqual(["One"]);
  });

  test.each(["orders", "customers"])("S36.18 a catalog has no %s: a header only", async (export_type) => {
    const { done, bytes } = await fileOf(await given(), { export_type });
    const { header, rows } = readCsv(bytes);
    expect([done.total_records, header[0], rows]).toEqual([0, "id", []]);
  });

  test("S36.18 other formats, suppliers and the list of imports", async () => {
    const tenant = await given();
    for (const export_type of ["suppliers", "imports", "orders"]) {
      const { bytes } = await fileOf(tenant, { export_type, format: "json" });
      expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual([]);
      const workbook = await fileOf(tenant, { export_type, format: "excel" });
      expect(new TextDecoder().decode(workbook.bytes.subarray(0, 2))).toBe("PK");
    }
    const form = new FormData();
    form.set("file", new File(["ean,name\n4006381333931,A\n"], "list.csv", { type: "text/csv" }));
    const uploaded = await tenant.post("/imports/upload", form);
    expect(uploaded.status).toBeLessThan(300);
    const { done, bytes } = await fileOf(tenant, { export_type: "imports" });
    expect(done.total_records).toBe(1);
    expect(readRecords(bytes)).toMatchObject([{ file_name: "list.csv", id: expect.any(String) }]);
    const none = await fileOf(tenant, { export_type: "imports", filters: { status: "failed" } });
    expect(none.done.total_records).toBe(0);
  });

  test.each([
    [{}, "export_type"],
    [{ export_type: "prices" }, "export_type"],
    [{ export_type: "products", format: "zip" }, "format"],
    [{ export_type: "products", filters: { nothing: 1 } }, "filters.nothing"],
    [{ export_type: "suppliers", filters: { nothing: 1 } }, "filters.nothing"],
    [{ export_type: "imports", filters: { status: "late" } }, "filters.status"],
    [{ export_type: "imports", filters: { supplier_code: 1 } }, "filters.supplier_code"],
  ])("D3-136 refuses %j", async (body, field) => {
    const { status, body: answer } = await (await newTenant()).post("/exports/create", body);
    expect(status).toBe(422);
    expect(JSON.stringify(answer)).toContain(field);
  });

  test("D3-137 S36.8 DELETE cancels an open one, and deletes one that is over with its file", async () => {
    const tenant = await given();
    const open = (await tenant.post("/exports/create", { export_type: "products" })).body;
    const cancelled = await tenant.delete(`/exports/${open.id}`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    await runJobs();
    expect((await tenant.get(`/exports/${open.id}`)).body).toMatchObject({ status: "cancelled", file_url: null });
    expect((await tenant.delete(`/exports/${open.id}`)).status).toBe(204);
    const { done } = await fileOf(tenant, { export_type: "products" });
    expect((await tenant.delete(`/exports/${done.id}`)).status).toBe(204);
    expect((await tenant.get(`/exports/${done.id}`)).status).toBe(404);
    expect((await tenant.get(done.file_url.replace("/api/v1", ""))).status).toBe(404);
    expect((await tenant.delete(`/exports/${done.id}`)).status).toBe(404);
  });

  test("S36.19 the list holds platform jobs too, by status and type; ids of tasks are not theirs", async () => {
    // No request is sent before jobs run.
    const { tenant, bulk } = await givenPlatform(1, [{}, {}]);
    const job = await bulk();
    clock.nowMs += 1_000;
    const made = (await tenant.post("/exports/create", { export_type: "suppliers" })).body;
    const list = async (query = "") => (await tenant.get(`/exports${query}`)).body;
    const { items, total } = await list();
    expect([total, items.map(({ id }: { id: string }) => id)]).toEqual([2, [made.id, job.id]]);
    expect(items[1]).toMatchObject({ export_type: null, status: "pending", file_url: null, total_records: 2 });
    expect((await list("?export_type=suppliers")).total).toBe(1);
    expect((await list("?status=completed")).total).toBe(0);
    expect((await list("?limit=1&offset=1")).items[0].id).toBe(job.id);
    const first = await list("?limit=1");
    expect((await list(`?limit=1&cursor=${first.next_cursor}`)).items[0].id).toBe(job.id);
    expect((await tenant.get("/exports?status=late")).status).toBe(400);

    const task = (await tenant.post("/exports/csv/products", {})).body.task_id;
    expect((await tenant.get(`/exports/${task}`)).status).toBe(404);
    expect((await tenant.get(`/exports/progress/${made.id}`)).status).toBe(404);
    expect((await tenant.get(`/exports/jobs/${made.id}`)).status).toBe(404);
    expect((await tenant.get(`/exports/${job.id}`)).headers.get("link")).toContain(`/exports/jobs/${job.id}`);
    const cancelled = await tenant.delete(`/exports/${job.id}`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
    expect((await tenant.delete(`/exports/${job.id}`)).status).toBe(204);
    expect((await list()).total).toBe(1);
  });

  test("an id in a path hides none of the other routes, and must be one", async () => {
    const tenant = await given();
    for (const path of ["products", "jobs", "jobs/stats", "platforms", "schedules"]) {
      expect([path, (await tenant.get(`/exports/${path}`)).status]).toEqual([path, 200]);
    }
    expect((await tenant.get("/exports/")).body.total).toBe(0);
    expect((await tenant.get("/exports/none")).status).toBe(422);
    expect((await tenant.get(`/exports/${newId()}`)).status).toBe(404);
    expect((await (await newTenant()).get("/exports")).body.items).toEqual([]);
  });
});
