import { expect, test } from "bun:test";
import { newTenant } from "../../harness.ts";

const changes = async (tenant: Awaited<ReturnType<typeof newTenant>>, query = "") =>
  tenant.get(`/products/stats/changes${query}`);

test("counts what was made and changed on each day, each product once for a request", async () => {
  const tenant = await newTenant();
  const { body: product } = await tenant.post("/products", { name: "Cocotte" });
  const { body: made } = await changes(tenant);
  expect([made.items.length, made.total]).toEqual([14, 1]);
  await tenant.patch(`/products/${product.id}`, { name: "Cocotte ronde", price: 12 });
  await tenant.patch(`/products/${product.id}`, { name: "Cocotte ronde" });
  const { body } = await changes(tenant, "?days=3");
  const dates = body.items.map(({ date }: { date: string }) => date);
  expect(dates).toEqual(dates.toSorted());
  expect(body).toMatchObject({ days: 3, total: made.total + 1 });
  expect(body.items.at(-1)).toMatchObject({ changes: made.total + 1 });

  await tenant.delete(`/products/${product.id}?permanent=true`);
  expect((await changes(tenant)).body.total).toBeGreaterThanOrEqual(body.total);
});

test("another tenant has its own, a number of days beyond the limit is refused by name, and who may not analyse sees none", async () => {
  const tenant = await newTenant();
  await tenant.post("/products", { name: "Cocotte" });
  expect((await changes(await newTenant())).body).toMatchObject({ days: 14, total: 0 });
  for (const days of ["0", "91", "a"]) {
    const { status, body } = await changes(tenant, `?days=${days}`);
    expect([status, JSON.stringify(body).includes("days")]).toEqual([400, true]);
  }
});
