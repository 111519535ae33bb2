import { expect, test } from "bun:test";
import { countProductsUpTo } from "../../db/products/list.ts";
import { createApp } from "../../src/app.ts";
import { LARGE_CATALOG } from "../../src/products/list-length.ts";
import type { Services } from "../../src/services.ts";
import { addProducts } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";

/** An app, and what it has asked of worker threads. */
function asking() {
  const asked: string[] = [];
  const ask: Services["ask"] = (name, tenantId, input) => {
    asked.push(name);
    return services.ask(name, tenantId, input);
  };
  return { app: createApp({ ...services, ask }), asked };
}

test("a catalog that takes long to count is counted in a worker thread, and exactly", async () => {
  const tenant = await newTenant();
  await services.write(addProducts, tenant.id, Array(LARGE_CATALOG).fill({}));
  const { app, asked } = asking();
  const totalOf = async (query: string): Promise<number> => {
    const headers = { "x-api-key": tenant.apiKey };
    const response = await app.handle(new Request(`http://localhost/api/v1/products?per_page=1&${query}`, { headers }));
    const { meta } = (await response.json()) as { meta: { total: number } };
    return meta.total;
  };

  expect([await totalOf(""), await totalOf("include_deleted=true")]).toEqual([LARGE_CATALOG, LARGE_CATALOG]);
  expect(asked).toEqual([]);

  await services.write(addProducts, tenant.id, [{}, {}]);
  const { items } = (await tenant.get("/products?per_page=1")).body;
  await tenant.delete(`/products/${items[0].id}`);
  const totals = ["include_deleted=true", "include_deleted=true&sort_by=title", ""].map(totalOf);
  expect(await Promise.all(totals)).toEqual([LARGE_CATALOG + 2, LARGE_CATALOG + 2, LARGE_CATALOG + 1]);
  // Who asks meanwhile waits for the same count.
  expect(asked).toEqual(["products.count"]);
});

test("a count looks at no more products than it is told to", async () => {
  const { db, id } = await newTenant();
  await services.write(addProducts, id, [{}, {}, {}]);
  expect([await countProductsUpTo(db, 2), await countProductsUpTo(db, 3), await countProductsUpTo(db, 4)]).toEqual([
    2, 3, 3,
  ]);
});
