import { expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { clock, newTenant, services } from "../harness.ts";
import { withProducts } from "./with-products.ts";

test("S40.4 all that a simulation has found is read in pages, by number and by cursor", async () => {
  const { tenant } = await withProducts(0, { name: "Down", action: { type: "change_percent", value: -10 } });
  const products = Array.from({ length: 1_204 }, (_, place) => (place < 1_102 ? { priceCents: 2_000 } : {}));
  const ids = await services.write(addProducts, tenant.id, products);
  const { body: simulated } = await tenant.post("/prices/repricing/simulate", {});
  const path = `/prices/repricing/simulations/${simulated.simulation_id}`;
  const all = async (what: string) => {
    const items: { product_id: string; reason: string }[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await tenant.get(`${path}/${what}?page_size=100${cursor && `&cursor=${cursor}`}`);
      items.push(...body.items);
      cursor = body.next_cursor;
    }
    return items;
  };

  expect([simulated.truncated, simulated.changes.length]).toEqual([true, 1_000]);
  const changes = await all("changes");
  expect(changes.slice(0, 1_000)).toEqual(simulated.changes);
  const skipped = await all("skipped");
  expect([...changes, ...skipped].map((each) => each.product_id).toSorted()).toEqual(ids.toSorted());
  expect(skipped[0]).toEqual({ product_id: expect.any(String), reason: "no_price" });
  expect((await tenant.get(`${path}/changes?page=12&page_size=100`)).body).toMatchObject({
    total: 1_102,
    items: changes.slice(1_100),
  });
  const other = await newTenant();
  expect((await other.get(`${path}/changes`)).status).toBe(404);
  clock.nowMs += 25 * 3_600_000;
  expect((await tenant.get(`${path}/skipped`)).status).toBe(404);
});
