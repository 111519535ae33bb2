import { expect, test } from "bun:test";
import { clock, runJobsInTurns } from "../harness.ts";
import { seen } from "../price-monitor/scraper.ts";
import { withProducts } from "./with-products.ts";

const LOWEST = { name: "Lowest", action: { type: "match_lowest" }, bounds: { max_change_percent: 100 } };

/** A product of 20 that Big Shop has for 18, Far for 15 with 9 shipping, and Near for 17 with 2. */
async function given() {
  const { tenant, ids, run, priceOf, rule } = await withProducts(1, { ...LOWEST, is_active: false });
  const { ean } = (await tenant.get(`/products/${ids[0]}`)).body;
  await tenant.observe(
    seen(ean, 15, { competitor_name: "Far", shipping_cost: 9 }),
    seen(ean, 17, { competitor_name: "Near", shipping_cost: 2 }),
  );
  const { items } = (await tenant.get("/prices/competitors")).body;
  const idOf = (name: string) => items.find((each: { name: string }) => each.name === name).id;
  const wanted = async (fields: object) => {
    await tenant.patch(`/prices/repricing/rules/${rule.id}`, { is_active: true, ...fields });
    const { body } = await tenant.post("/prices/repricing/simulate", { rule_ids: [rule.id] });
    return body.changes[0]?.new_price ?? body.skipped_products?.[0]?.reason ?? body;
  };
  return { tenant, id: ids[0] ?? "", rule: rule.id, run, priceOf, idOf, wanted };
}

test("a rule follows the competitors that it names, and compares with shipping where it says what ours costs", async () => {
  const { tenant, rule, idOf, wanted } = await given();
  expect(await wanted({})).toBe(15);
  expect(await wanted({ competitor_ids: [idOf("Big Shop").toUpperCase(), idOf("Near")] })).toBe(17);
  expect(await wanted({ competitor_ids: [], own_shipping: 0 })).toBe(18);
  expect(await wanted({ own_shipping: 3.5 })).toBe(14.5);
  expect(await wanted({ competitor_ids: [idOf("Far")], own_shipping: 3.5 })).toBe(20.5);
  const path = `/prices/repricing/rules/${rule}`;
  const unknown = await tenant.patch(path, { competitor_ids: [crypto.randomUUID()] });
  expect(unknown.body.error.details).toMatchObject([{ field: "competitor_ids.0" }]);
  expect((await tenant.patch(path, { own_shipping: -1 })).status).toBe(422);
  expect((await tenant.patch(path, { cooldown_hours: 1.5 })).status).toBe(422);
  expect((await tenant.get(path)).body).toMatchObject({
    own_shipping: 3.5,
    competitor_ids: [idOf("Far")],
    cooldown_hours: 0,
  });
});

test("a rule that names a competitor means the one that it was merged into, until they are apart again", async () => {
  const { tenant, rule, idOf, wanted } = await given();
  const [big, near] = [idOf("Big Shop"), idOf("Near")];
  const condition = { field: "competitor_id", operator: "in", value: [big.toUpperCase()] };
  expect(await wanted({ competitor_ids: [big], conditions: [condition] })).toBe(18);
  clock.nowMs += 61_000;

  await tenant.post(`/prices/competitors/${near}/merge`, { competitor_id: big });
  await runJobsInTurns();
  expect(await wanted({ description: "Still what it was" })).toBe(17);
  expect((await tenant.get(`/prices/repricing/rules/${rule}`)).body.competitor_ids).toEqual([big]);

  await tenant.post(`/prices/competitors/${near}/split`, { competitor_id: big });
  await runJobsInTurns();
  expect(await wanted({})).toBe(18);
});

test("a price that a run has changed rests for as long as the rule says", async () => {
  const { tenant, id, rule, run, priceOf } = await given();
  const path = `/prices/repricing/rules/${rule}`;
  await tenant.patch(path, { is_active: true, cooldown_hours: 24 });
  await tenant.post("/prices/repricing/simulate", { rule_ids: [rule] });
  expect(await run({ rule_ids: [rule] })).toMatchObject({ changed: 1 });
  expect(await priceOf(id)).toBe(15);
  await tenant.patch(`/products/${id}`, { price: 16 });
  const again = await run({ rule_ids: [rule] });
  expect(again).toMatchObject({ changed: 0, skip_reasons: { cooling_down: 1 } });
  clock.nowMs += 25 * 3_600_000;
  expect(await run({ rule_ids: [rule] })).toMatchObject({ changed: 1 });
  expect(await priceOf(id)).toBe(15);
});
