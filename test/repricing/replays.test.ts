import { expect, test } from "bun:test";
import { clock, newTenant, runJobs } from "../harness.ts";
import { seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";
import { withProducts } from "./with-products.ts";

const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

type Tenant = Awaited<ReturnType<typeof withProducts>>["tenant"];

/** A replay and what it has found. */
async function replayed(tenant: Tenant, body: object) {
  const started = await tenant.post("/prices/repricing/replays", body);
  expect(started).toMatchObject({ status: 202, body: { status: "processing" } });
  await runJobs();
  const path = `/prices/repricing/replays/${started.body.id}`;
  return { path, replay: (await tenant.get(path)).body, prices: (await tenant.get(`${path}/prices`)).body };
}

const shop = (name: string, ean: string, price: number) => seen(ean, price, { competitor_name: name });

test("a replay finds what daily runs of the same rule really do", async () => {
  const rule = {
    name: "Follow",
    action: { type: "undercut_amount", value: 0.1 },
    bounds: { max_change_percent: 12, rounding: "0.05" },
    cooldown_hours: 40,
  };
  const { tenant, rule: off } = await withProducts(0, { ...rule, is_active: false });
  const [ean, other] = [newEan(), newEan()];
  const add = async (barcode: string) =>
    (await tenant.post("/products", { name: barcode, barcode, price: 20, cost_price: 8 })).body.id;
  const ids = [await add(ean), await add(other)];
  // One product is really repriced by a rule of its own; the other keeps its price, and is replayed afterwards.
  const live = (await tenant.post("/prices/repricing/rules", rule)).body;
  const sinceMs = clock.nowMs + DAY_MS;
  const prices = [18, 17, 21, 21.5, 15, 15, 19, 19.99, 19.5, 22];
  const real: number[] = [];
  for (const [day, price] of prices.entries()) {
    clock.nowMs = sinceMs + day * DAY_MS - 3_600_000;
    const one = (code: string) => [shop("Daily", code, price), ...(day === 1 ? [shop("Once", code, 16.2)] : [])];
    await tenant.observe(...one(ean), ...one(other));
    clock.nowMs = sinceMs + day * DAY_MS;
    const scope = { rule_ids: [live.id], product_ids: [ids[0]] };
    await tenant.post("/prices/repricing/simulate", scope);
    await tenant.post("/prices/repricing/run", scope);
    await runJobs();
    real.push((await tenant.get(`/products/${ids[0]}`)).body.price);
  }

  const { replay, prices: moved } = await replayed(tenant, {
    rule_ids: [off.id],
    product_ids: [ids[1]],
    since: iso(sinceMs),
  });

  const turns = real.map((price, day) => price - (real[day - 1] ?? 20));
  expect(replay).toMatchObject({ status: "completed", evaluated: 1, moved: 1, rule_ids: [off.id] });
  expect(
    replay.days.map(({ at, changes, raised, lowered }: Record<string, unknown>) => [at, changes, raised, lowered]),
  ).toEqual(
    turns.map((turn, day) => [iso(sinceMs + day * DAY_MS), turn === 0 ? 0 : 1, turn > 0 ? 1 : 0, turn < 0 ? 1 : 0]),
  );
  expect(moved.items).toMatchObject([
    {
      product_id: ids[1],
      target: "base",
      start_price: 20,
      end_price: real.at(-1),
      lowest_price: Math.min(...real),
      highest_price: Math.max(...real.filter((price) => price !== 20)),
      changes: turns.filter((turn) => turn !== 0).length,
    },
  ]);
  expect(replay.skip_reasons.cooling_down).toBeGreaterThan(0);
  // It has changed nothing, and the rule is still to be simulated.
  expect((await tenant.get(`/products/${ids[1]}`)).body.price).toBe(20);
  expect((await tenant.get(`/prices/repricing/rules/${off.id}`)).body.last_simulated_at).toBeNull();
});

test("a replay begins with the price of that day, and with what competitors asked in the week before", async () => {
  const { tenant, ids, rule } = await withProducts(1, { name: "Match", action: { type: "match_lowest" } });
  const sinceMs = clock.nowMs + 3 * DAY_MS;
  clock.nowMs = sinceMs + DAY_MS;
  await tenant.patch(`/products/${ids[0]}`, { price: 12 });

  const { prices } = await replayed(tenant, { since: iso(sinceMs) });
  expect(prices.items).toMatchObject([{ start_price: 20, end_price: 18, changes: 1, rule_id: rule.id }]);

  clock.nowMs += 8 * DAY_MS;
  const late = await replayed(tenant, { since: iso(clock.nowMs - DAY_MS) });
  expect(late.replay).toMatchObject({ moved: 0, average_change_pct: 0, skip_reasons: { no_competitor_price: 2 } });
});

test("a replay takes a list in another currency by the rate of each day", async () => {
  const { tenant, ids, rule } = await withProducts(1, { name: "Match", action: { type: "match_lowest" } });
  const { id: list } = (await tenant.post("/price-lists", { name: "CH", channel: "ch", currency: "CHF" })).body;
  await tenant.post(`/price-lists/${list}/entries`, { product_id: ids[0], price: 20 });
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, { target: { price_list_id: list } });
  const today = iso(clock.nowMs).slice(0, 10);
  await tenant.admin.put("/settings/exchange-rates", { rates: { CHF: 1 } });
  const sinceMs = Date.parse(`${today}T23:59:00Z`);
  clock.nowMs = sinceMs + DAY_MS;
  await tenant.admin.put("/settings/exchange-rates", { rates: { CHF: 0.9 } });

  const { prices } = await replayed(tenant, { since: iso(sinceMs) });
  expect(prices.items).toMatchObject([
    {
      target: { price_list_id: list },
      currency: "CHF",
      start_price: 20,
      end_price: 16.2,
      highest_price: 18,
      changes: 2,
    },
  ]);
});

test("a replay can be cancelled, is listed, and refuses what it cannot replay", async () => {
  const { tenant } = await withProducts(1);
  const path = "/prices/repricing/replays";
  const { id } = (await tenant.post(path, {})).body;
  expect((await tenant.post(`${path}/${id}/cancel`)).body).toMatchObject({ status: "cancelled" });
  await runJobs();
  expect((await tenant.get(path)).body.items).toMatchObject([{ id, status: "cancelled", evaluated: 0 }]);

  const refusal = async (body: object) => {
    const { status, body: answer } = await tenant.post(path, body);
    return [status, answer.error?.details[0].field];
  };
  expect(await refusal({ since: iso(clock.nowMs + 60_000) })).toEqual([422, "since"]);
  expect(await refusal({ since: iso(clock.nowMs - 91 * DAY_MS) })).toEqual([422, "since"]);
  expect(await refusal({ rule_ids: [id] })).toEqual([422, "rule_ids.0"]);
  expect(await refusal({ filters: { foo: 1 } })).toEqual([422, "filters.foo"]);
  const stranger = await newTenant();
  expect((await stranger.get(`${path}/${id}`)).status).toBe(404);
  expect((await stranger.get(`${path}/${id}/prices`)).status).toBe(404);
});

test("a simulation since a day is a replay, which is followed where it says", async () => {
  const { tenant, rule } = await withProducts(1, { name: "Lower", action: { type: "change_percent", value: -5 } });
  const simulate = (since: string) => tenant.post(`/prices/repricing/simulate?since=${since}`, { rule_ids: [rule.id] });

  const { status, body, headers } = await simulate(iso(clock.nowMs - 2 * DAY_MS));
  expect([status, headers.get("location")]).toEqual([202, `/api/v1/prices/repricing/replays/${body.id}`]);
  await runJobs();
  expect((await tenant.get(`/prices/repricing/replays/${body.id}`)).body).toMatchObject({
    ...{ status: "completed", rule_ids: [rule.id], evaluated: 1 },
  });
  expect((await tenant.get(`/prices/repricing/rules/${rule.id}`)).body.last_simulated_at).toBe(null);

  const refused = await simulate(iso(clock.nowMs - 91 * DAY_MS));
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, "since"]);
});
