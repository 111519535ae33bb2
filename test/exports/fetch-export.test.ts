import { describe, expect, test } from "bun:test";
import { sweepExports } from "../../workers/maintenance/maintain.ts";
import { addProducts } from "../add-products.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { bytesAt, exportProducts } from "./export-file.ts";

async function given(products: number) {
  const tenant = await newTenant();
  if (products > 0)
    await services.write(
      addProducts,
      tenant.id,
      Array.from({ length: products }, () => ({})),
    );
  return tenant;
}

describe("GET /exports/progress/{task_id} and /exports/download/{task_id}", () => {
  test("D3-092 goes from PENDING to SUCCESS with a result", async () => {
    const tenant = await given(2);
    const { body: started } = await tenant.post("/exports/csv/products", {});
    const at = `/exports/progress/${started.task_id}`;
    expect((await tenant.get(at)).body).toEqual({
      state: "PENDING",
      current: 0,
      total: 0,
      percent: 0,
      message: "Waiting in the queue",
      result: null,
    });

    await runJobs();

    const { bytes } = await bytesAt(tenant, `/exports/download/${started.task_id}`);
    const { body } = await tenant.get(at, { "accept-language": "fr" });
    expect(body).toEqual({
      state: "SUCCESS",
      current: 2,
      total: 2,
      percent: 100,
      message: "2 lignes écrites",
      result: {
        file_name: expect.stringMatching(/^products_\d{8}_\d{6}\.csv$/),
        cut_cells: 0,
        file_size: bytes.length,
        content_type: "text/csv",
        rows: 2,
        download_url: `/api/v1/exports/download/${started.task_id}`,
        expires_at: new Date(clock.nowMs + 24 * 3_600_000).toISOString(),
        expired: false,
      },
    });
  });

  test("D3-094 downloads as an attachment of CSV, as often as wanted", async () => {
    const tenant = await given(1);
    const { taskId, bytes, response } = await exportProducts(tenant);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="products_\d{8}_\d{6}\.csv"$/);
    expect((await bytesAt(tenant, `/exports/download/${taskId}`)).bytes).toEqual(bytes);
  });

  test("D3-093 there is nothing to download before SUCCESS", async () => {
    const tenant = await given(0);
    const { body: started } = await tenant.post("/exports/csv/products", {});
    const { status, body } = await tenant.get(`/exports/download/${started.task_id}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ error_code: "EXPORT_NOT_READY", details: { state: "PENDING" } });
  });

  test.each(["progress", "download"])("D3-093 %s of an unknown task is 404, of another tenant's too", async (what) => {
    const tenant = await given(0);
    const { body: started } = await tenant.post("/exports/csv/products", {});
    const other = await newTenant();
    expect((await other.get(`/exports/${what}/${started.task_id}`)).status).toBe(404);
    expect((await other.get(`/exports/${what}/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await other.get(`/exports/${what}/nothing`)).status).toBe(422);
    expect((await (await other.withScopes("products:read")).get(`/exports/${what}/${started.task_id}`)).status).toBe(
      403,
    );
  });

  test("S35.4 an expired file does not exist, and its task says so; the sweep takes it from the disk", async () => {
    const tenant = await given(1);
    const { taskId } = await exportProducts(tenant);
    const key = `${tenant.id}/exports/${taskId}`;
    const expired = { ...services, now: () => clock.nowMs + 24 * 3_600_000 };

    await sweepExports(services);
    expect(await services.files.sizeBytes(key)).toBeGreaterThan(0);
    await sweepExports(expired);

    expect(await services.files.sizeBytes(key)).toBeUndefined();
    expect((await tenant.get(`/exports/download/${taskId}`)).status).toBe(404);
  });

  test("S35.4 after its time a file is not served, swept or not", async () => {
    const tenant = await given(1);
    const { taskId } = await exportProducts(tenant);
    clock.nowMs += 24 * 3_600_000;
    expect((await tenant.get(`/exports/download/${taskId}`)).status).toBe(404);
    const { body } = await tenant.get(`/exports/progress/${taskId}`);
    expect(body).toMatchObject({ state: "SUCCESS", percent: 100, result: { expired: true, rows: 1 } });
  });
});
