import { expect, test } from "bun:test";
import { runJobs } from "../harness.ts";
import { withProducts } from "./with-products.ts";

const DOWN = { name: "Down", action: { type: "change_percent", value: -10 } };

/** A rule that was simulated over one product, and the run of that simulation. */
async function withSimulation() {
  const made = await withProducts(1, DOWN);
  const { tenant, rule, ids } = made;
  const { simulation_id } = (await tenant.post("/prices/repricing/simulate", {})).body;
  const path = `/prices/repricing/rules/${rule.id}`;
  const start = async (body: object = { simulation_id }) => {
    const { status, body: answer } = await tenant.post("/prices/repricing/run", body);
    return [status, answer.error?.error_code, answer.error?.details?.rule_ids];
  };
  return { ...made, simulation_id, path, start, price: () => made.priceOf(ids[0]) };
}

test("S40.5 a simulation of a rule that was switched off, deleted or changed since is not run", async () => {
  const off = await withSimulation();
  await off.tenant.patch(off.path, { is_active: false });
  expect(await off.start()).toEqual([409, "SIMULATION_REQUIRED", [off.rule.id]]);
  await off.tenant.patch(off.path, { is_active: true });
  expect((await off.start())[0]).toBe(202);

  const deleted = await withSimulation();
  await deleted.tenant.delete(deleted.path);
  expect(await deleted.start()).toEqual([409, "SIMULATION_REQUIRED", [deleted.rule.id]]);

  for (const fields of [{ priority: 3 }, { include_out_of_stock: true }, { bounds: { max_price: 90 } }]) {
    const changed = await withSimulation();
    await changed.tenant.patch(changed.path, fields);
    expect(await changed.start()).toEqual([409, "SIMULATION_REQUIRED", [changed.rule.id]]);
    expect(await changed.start({})).toEqual([409, "SIMULATION_REQUIRED", [changed.rule.id]]);
    expect(await changed.price()).toBe(20);
  }
});

test("S40.5 a new name leaves a rule as it was simulated", async () => {
  const { tenant, path, run, simulation_id, start } = await withSimulation();
  await tenant.patch(path, { name: "Sale", description: "Of November" });

  expect((await start({}))[0]).toBe(202);
  expect(await run({ simulation_id })).toMatchObject({ changed: 0, skip_reasons: { price_changed_since: 1 } });
});

test("S40.3 a rule that is switched off does not run by its id either", async () => {
  const { tenant, path, rule } = await withSimulation();
  await tenant.patch(path, { is_active: false });

  const { status, body } = await tenant.post("/prices/repricing/run", { rule_ids: [rule.id] });

  expect([status, body.error.details[0].field]).toEqual([422, "rule_ids.0"]);
});

test.each([
  [
    "switched off",
    (each: Awaited<ReturnType<typeof withSimulation>>) => each.tenant.patch(each.path, { is_active: false }),
  ],
  ["deleted", (each: Awaited<ReturnType<typeof withSimulation>>) => each.tenant.delete(each.path)],
])("S40.3 a rule that is %s while its run waits changes nothing", async (_, stop) => {
  for (const by of ["simulation", "rules"]) {
    const made = await withSimulation();
    const body = by === "rules" ? {} : { simulation_id: made.simulation_id };
    const { id } = (await made.tenant.post("/prices/repricing/run", body)).body;
    await stop(made);
    await runJobs();
    const run = (await made.tenant.get(`/prices/repricing/runs/${id}`)).body;
    expect([by, run.status, run.changed]).toEqual([by, "completed", 0]);
    if (by === "simulation") expect(run.skip_reasons).toEqual({ rule_changed: 1 });
    expect(await made.price()).toBe(20);
  }
});

test("S40.7 a revert stays above today's MAP and cost, says why, and can be forced", async () => {
  const { tenant, ids, run } = await withProducts(3, DOWN);
  await tenant.post("/prices/repricing/simulate", {});
  const { id } = await run();
  await tenant.patch(`/prices/map/${ids[0]}`, { map_price: 25 });
  await tenant.patch(`/products/${ids[1]}`, { cost_price: 21 });
  const changes = (await tenant.get(`/prices/repricing/history?run_id=${id}&product_id=${ids[0]}`)).body.items;

  const one = await tenant.post(`/prices/repricing/history/${changes[0].id}/revert`);
  expect([one.status, one.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
  const path = `/prices/repricing/runs/${id}/revert`;
  expect((await tenant.post(path)).body).toEqual({ reverted: 1, skipped: 2, skip_reasons: { below_floor: 2 } });
  expect((await tenant.post(`/prices/repricing/history/${changes[0].id}/revert`, { force: true })).status).toBe(200);
  expect((await tenant.post(path, { force: true })).body).toEqual({ reverted: 1, skipped: 0, skip_reasons: {} });
});

test("S40.3 two rules that send a price to and fro are held after three turns, until one of them changes its mind", async () => {
  const { tenant, ids, run, priceOf } = await withProducts(1, {
    name: "Up",
    conditions: [{ field: "price", operator: "lte", value: 20 }],
    action: { type: "set_price", value: 25 },
  });
  const low = {
    name: "Down",
    conditions: [{ field: "price", operator: "gt", value: 20 }],
    action: { type: "set_price", value: 20 },
  };
  const { id: lowId } = (await tenant.post("/prices/repricing/rules", low)).body;
  await tenant.post("/prices/repricing/simulate", {});

  for (const price of [25, 20, 25]) {
    await run();
    expect(await priceOf(ids[0])).toBe(price);
  }
  expect(await run()).toMatchObject({ changed: 0, skip_reasons: { swinging: 1 } });
  expect((await tenant.post("/prices/repricing/simulate", {})).body.skipped).toEqual([
    { product_id: ids[0], reason: "swinging" },
  ]);
  expect(await priceOf(ids[0])).toBe(25);
  await tenant.patch(`/prices/repricing/rules/${lowId}`, { action: { type: "set_price", value: 21 } });
  await tenant.post("/prices/repricing/simulate", {});
  expect(await run()).toMatchObject({ changed: 1 });
});

test("S31.7 a list of another currency is left by runs, previews and applications, each by name", async () => {
  const { tenant, ids, rule, run } = await withProducts(1, DOWN);
  const { id: list } = (await tenant.post("/price-lists", { name: "Japan", channel: "jp", currency: "JPY" })).body;
  const entry = { product_id: ids[0], price: 3000 };
  await tenant.post(`/price-lists/${list}/entries`, entry);
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, { target: { price_list_id: list } });
  await tenant.post("/prices/repricing/simulate", {});

  expect(await run()).toMatchObject({ changed: 0, skip_reasons: { other_currency: 1 } });
  for (const path of ["preview", "apply"]) {
    const body = { price_list_id: list, target_price: 12 };
    const { status, body: answer } = await tenant.post(`/products/${ids[0]}/repricing/${path}`, body);
    expect([status, answer.error.details[0].field]).toEqual([422, "price_list_id"]);
    expect(answer.error.details[0].message).toContain("JPY");
  }
  expect((await tenant.get(`/price-lists/${list}/entries`)).body.items).toMatchObject([{ price: 3000 }]);
});

test("S31.7 a list that changes its currency after the simulation is left, too", async () => {
  const { tenant, rule, run } = await withProducts(1, DOWN);
  const { id: list } = (await tenant.post("/price-lists", { name: "Web", channel: "web" })).body;
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, {
    target: { price_list_id: list },
    action: { type: "set_price", value: 18 },
  });
  const { simulation_id } = (await tenant.post("/prices/repricing/simulate", {})).body;
  await tenant.patch(`/price-lists/${list}`, { currency: "USD" });

  expect(await run({ simulation_id })).toMatchObject({ changed: 0, skip_reasons: { other_currency: 1 } });
});

test("S36.13 a schedule that lacks what its type needs is refused, switched on or not", async () => {
  const { tenant } = await withProducts(0, DOWN);
  const put = async (body: object) => {
    const { status, body: answer } = await tenant.put("/prices/repricing/schedule", body);
    return [status, answer.error?.details[0].field];
  };

  expect(await put({ schedule_type: "interval_minutes" })).toEqual([422, "interval_minutes"]);
  expect(await put({ schedule_type: "cron_expression", is_active: false })).toEqual([422, "cron_expression"]);
  expect(await put({ is_active: false, timezone: "Europe/Madrid" })).toEqual([200, undefined]);
  expect(await put({ schedule_type: "interval_minutes", interval_minutes: 5 })).toEqual([200, undefined]);
  expect(await put({ interval_minutes: null })).toEqual([422, "interval_minutes"]);
});
