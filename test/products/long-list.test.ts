import { expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { LARGE_CATALOG } from "../../src/products/lists/list-length.ts";
import type { Services } from "../../src/runtime/services.ts";
import { addProducts } from "../add-products.ts";
import { clock, newTenant, services } from "../harness.ts";

/** An app, and the calls to its worker threads. */
function requesting() {
  const requests: string[] = [];
  const call: Services["call"] = (wanted, tenantId, input) => {
    requests.push(wanted.name);
    return services.call(wanted, tenantId, input);
  };
  return { app: createApp({ ...services, call }), asked: requests };
}

test("how long the whole list is need not be counted, however long it is", async () => {
  const tenant = await newTenant();
  await services.write(addProducts, tenant.id, Array(LARGE_CATALOG).fill({}));
  const { app, asked } = requesting();
  const totalOf = async (query: string): Promise<number> => {
    const headers = { "x-api-key": tenant.apiKey };
    const response = await app.handle(new Request(`http://localhost/api/v1/products?per_page=1&${query}`, { headers }));
    const { meta } = (await response.json()) as { meta: { total: number } };
    return meta.total;
  };

  expect(await totalOf("")).toBe(LARGE_CATALOG);
  await services.write(addProducts, tenant.id, [{}, {}]);
  // On a busy machine even the stored sum may seem expensive to read: then it holds for a second, as an estimate.
  clock.nowMs += 2_000;
  const totals = await Promise.all([totalOf(""), totalOf("sort_by=title"), totalOf("")]);
  expect(new Set(totals)).toEqual(new Set([LARGE_CATALOG + 2]));

  const { items } = (await tenant.get("/products?per_page=1")).body;
  await tenant.delete(`/products/${items[0].id}`);
  clock.nowMs += 2_000;
  expect([await totalOf(""), await totalOf("include_deleted=true")]).toEqual([LARGE_CATALOG + 1, LARGE_CATALOG + 2]);
  await tenant.delete(`/products/${items[0].id}?permanent=true`);
  clock.nowMs += 2_000;
  expect([await totalOf(""), await totalOf("include_deleted=true")]).toEqual([LARGE_CATALOG + 1, LARGE_CATALOG + 1]);
  expect(asked).toEqual([]);
});
