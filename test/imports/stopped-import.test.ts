import { describe, expect, test } from "bun:test";
import { newTenant, runJobs } from "../harness.ts";
import { EANS, HEADER, lines, MAPPING, prepare, problemsOf, runImport, type Tenant } from "./import-client.ts";

describe("an import that is stopped on its way", () => {
  const file = lines(HEADER, ...Array.from({ length: 5_200 }, (_, index) => `,S${index},Name ${index},1,1`));
  const plan = { mapping: { sku: "sku", name: "name", price: "price" } };

  test("D3-158 5,000 rows wait in the queue; D3-167 paused it stands still, resumed it goes on", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, file, plan);

    expect((await tenant.post(`/imports/${id}/start-processing`)).body.status).toBe("processing");
    expect((await tenant.get(`/imports/${id}`)).body.status).toBe("queued");
    expect((await tenant.post(`/imports/${id}/pause`)).body).toEqual({ id, status: "paused" });
    expect((await tenant.post(`/imports/${id}/resume`)).body).toEqual({ id, status: "queued" });
    expect((await tenant.post(`/imports/${id}/cancel`)).body).toEqual({ id, status: "cancelled" });
    expect((await tenant.post(`/imports/${id}/retry`)).body).toEqual({ id, status: "pending" });
    expect(await runImportJobs(tenant, id)).toMatchObject({ status: "completed", products_created: 5_200 });
  });

  test("D3-166 a retry starts again, counters and problems with it", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1,1`, "12,B1,Bean,1,1"), { mapping: MAPPING });
    const first = await runImport(tenant, id);
    await tenant.post(`/imports/${id}/retry`);
    const second = await runImportJobs(tenant, id);
    expect(second).toMatchObject({
      status: first.status,
      processed_rows: 2,
      failed_rows: 1,
      products_created: 0,
      error_count: 1,
    });
    expect((await problemsOf(tenant, id)).length).toBe(2);
  });
});

async function runImportJobs(tenant: Tenant, id: string) {
  await runJobs();
  return (await tenant.get(`/imports/${id}`)).body;
}
