import { describe, expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";

async function given(count: number) {
  const tenant = await newTenant();
  const products = Array.from({ length: count }, (_, index) => ({
    title: `P${index}`,
    ...(index < 3 && { sellers: [{ code: "SUP" }] }),
  }));
  await services.write(addProducts, tenant.id, products);
  return tenant;
}

describe("legacy exports", () => {
  test("D3-139 S36.20 a thousand products come at once, one more is a task; limit and supplier_code narrow it", async () => {
    const tenant = await given(1_001);
    const all = await tenant.get("/exports/products");
    expect([all.status, all.body.status]).toEqual([202, "pending"]);
    expect((await tenant.get(`/exports/progress/${all.body.task_id}`)).body.state).toBe("PENDING");
    expect(all.headers.get("deprecation")).toBe("true");
    expect(all.headers.get("sunset")).toEndWith(" GMT");
    expect(all.headers.get("link")).toBe('</api/v1/exports/json/products>; rel="successor-version"');
    const some = await tenant.get("/exports/products?limit=1000&format=csv");
    expect([some.status, some.body.total, some.body.items.length, some.body.format]).toEqual([
      200,
      1_000,
      1_000,
      "csv",
    ]);
    expect(some.body.items[0].title).toBe("P0");
    expect((await tenant.get("/exports/products?supplier_code=SUP")).body.total).toBe(3);
    expect((await tenant.get("/exports/products?limit=0")).status).toBe(400);
  });

  test.each(["products", "suppliers"])(
    "D3-140 S36.21 POST /exports/%s takes anything and does nothing",
    async (resource) => {
      const tenant = await given(1);
      for (const body of [undefined, { any: "thing" }, "no json at all"]) {
        const { status, body: answer, headers } = await tenant.post(`/exports/${resource}`, body);
        expect([status, answer.status]).toEqual([200, "ok"]);
        expect(headers.get("link")).toContain(`/exports/csv/${resource}`);
      }
      expect((await tenant.get("/exports/jobs")).body.total).toBe(0);
    },
  );

  test("D3-135 S36.21 POST /exports/schedule stores nothing", async () => {
    const tenant = await given(1);
    const body = { export_type: "products", schedule: "30 2 * * *", format: "csv" };
    const { status, body: answer, headers } = await tenant.post("/exports/schedule", body);
    expect([status, answer]).toEqual([200, { task_id: expect.any(String), status: "scheduled" }]);
    expect(headers.get("deprecation")).toBe("true");
    expect((await tenant.get("/exports/schedules")).body.total).toBe(0);
    expect((await tenant.get(`/exports/progress/${answer.task_id}`)).status).toBe(404);
    expect((await tenant.post("/exports/schedule", { ...body, schedule: "often" })).status).toBe(422);
    expect((await tenant.post("/exports/schedule", { ...body, format: "xml" })).status).toBe(422);
  });
});
