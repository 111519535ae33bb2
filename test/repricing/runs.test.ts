import { expect, test } from "bun:test";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clock, runJobs, services } from "../harness.ts";
import { withProducts } from "./with-products.ts";

test("D3-219 S40.1 a rule has defaults, and a list by priority; nonsense is stored with a warning", async () => {
  const { tenant, created } = await withProducts(0, { name: "Plain", conditions: [{ field: "colour" }] });

  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    is_active: true,
    priority: 0,
    action: null,
    bounds: null,
    target: "base",
    last_simulated_at: null,
    warnings: ["conditions.0"],
  });
  await tenant.post("/prices/repricing/rules", { name: "High", priority: 5, is_active: false });
  const names = async (query = "") =>
    (await tenant.get(`/prices/repricing/rules${query}`)).body.items.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(["High", "Plain"]);
  expect(await names("?active_only=true")).toEqual(["Plain"]);
  for (const body of [
    { name: "A", conditions: ["x"] },
    { name: "A", action: { type: "undercut_percent" } },
    { name: "A", action: { type: "fly", value: 1 } },
    { name: "A", bounds: { min_price: 5, max_price: 4 } },
    { name: "A", target: { price_list_id: crypto.randomUUID() } },
  ]) {
    expect((await tenant.post("/prices/repricing/rules", body)).status).toBe(422);
  }
});

test("D3-220 S40.4 S40.5 a simulation changes nothing; its run makes just its changes that are still valid", async () => {
  const { tenant, ids, rule, run, priceOf } = await withProducts(3);

  const early = await tenant.post("/prices/repricing/run", {});
  expect([early.status, early.body.error.error_code]).toEqual([409, "SIMULATION_REQUIRED"]);
  expect(early.body.error.details.rule_ids).toEqual([rule.id]);
  const { body: simulated } = await tenant.post("/prices/repricing/simulate", {});
  expect(simulated).toMatchObject({ evaluated: 3, skipped: [], truncated: false });
  expect(simulated.changes[0]).toMatchObject({
    rule_id: rule.id,
    target: "base",
    old_price: 20,
    new_price: 17.9,
    change_pct: -10.5,
    reason: "undercut_amount",
  });
  expect(await priceOf(ids[0])).toBe(20);
  await tenant.patch(`/products/${ids[1]}`, { price: 21 });
  await tenant.patch(`/prices/map/${ids[2]}`, { map_price: 19 });

  expect(await run({ simulation_id: simulated.simulation_id })).toMatchObject({
    status: "completed",
    trigger: "manual",
    evaluated: 3,
    changed: 1,
    skipped: 2,
    skip_reasons: { price_changed_since: 1, below_floor: 1 },
  });
  expect([await priceOf(ids[0]), await priceOf(ids[1]), await priceOf(ids[2])]).toEqual([17.9, 21, 20]);
  const history = (await tenant.get(`/products/${ids[0]}/prices/history?source=internal`)).body;
  expect(history.at(-1)).toMatchObject({ price: 17.9, origin: "repricing" });
});

test("S40.7 a change and a run can be reverted once; what has changed since stays", async () => {
  const { tenant, ids, run, priceOf } = await withProducts(3);
  await tenant.post("/prices/repricing/simulate", {});
  const { id } = await run();
  const changes = (await tenant.get(`/prices/repricing/history?run_id=${id}`)).body;
  expect(changes).toMatchObject({ total: 3, items: [{ status: "applied", old_price: 20, new_price: 17.9 }, {}, {}] });
  const of = (product = "") => changes.items.find((each: { product_id: string }) => each.product_id === product).id;
  const revert = (change: string, body?: object) => tenant.post(`/prices/repricing/history/${change}/revert`, body);

  expect((await revert(of(ids[0]))).body).toMatchObject({ status: "reverted" });
  expect((await revert(of(ids[0]))).status).toBe(409);
  await tenant.patch(`/products/${ids[1]}`, { price: 15 });
  expect((await revert(of(ids[1]))).body.error.error_code).toBe("PRICE_CHANGED_SINCE");
  expect((await tenant.post(`/prices/repricing/runs/${id}/revert`)).body).toEqual({
    reverted: 1,
    skipped: 1,
    skip_reasons: { price_changed_since: 1 },
  });
  expect([await priceOf(ids[0]), await priceOf(ids[1]), await priceOf(ids[2])]).toEqual([20, 15, 20]);
  expect((await revert(of(ids[1]), { force: true })).status).toBe(200);
  expect(await priceOf(ids[1])).toBe(20);
});

test("S40.2 a rule that aims at a price list changes its entries and leaves the products", async () => {
  const { tenant, ids, rule, run, priceOf } = await withProducts(1);
  const { id: list } = (await tenant.post("/price-lists", { name: "Web", channel: "web" })).body;
  await tenant.patch(`/prices/repricing/rules/${rule.id}`, { target: { price_list_id: list } });
  await tenant.post("/prices/repricing/simulate", {});

  const { id } = await run();
  const entries = async () => (await tenant.get(`/price-lists/${list}/entries`)).body.items;
  expect(await entries()).toMatchObject([{ product_id: ids[0], price: 17.9 }]);
  expect(await priceOf(ids[0])).toBe(20);
  expect((await tenant.post(`/prices/repricing/runs/${id}/revert`)).body.reverted).toBe(1);
  expect(await entries()).toEqual([]);
});

test("S40.6 a schedule runs the rules that were simulated, and leaves out changed ones", async () => {
  const { tenant, ids, rule, priceOf } = await withProducts(1);
  expect((await tenant.get("/prices/repricing/schedule")).body).toMatchObject({ is_active: false });
  expect((await tenant.put("/prices/repricing/schedule", { is_active: true })).status).toBe(422);
  const every = {
    is_active: true,
    schedule_type: "interval_minutes",
    interval_minutes: 30,
    notification_emails: ["buyer@example.com"],
  };
  expect((await tenant.put("/prices/repricing/schedule", every)).body).toMatchObject(every);
  const wait = async () => {
    clock.nowMs += 31 * 60_000;
    await beginAllDue(services);
    await runJobs();
  };

  await wait();
  expect(await priceOf(ids[0])).toBe(20);
  await tenant.post("/prices/repricing/simulate", { rule_ids: [rule.id] });
  await wait();
  expect(await priceOf(ids[0])).toBe(17.9);
  await tenant.put("/prices/repricing/schedule", { is_active: false });
  const mails = await tenant.db.all(
    "select recipient, subject, body from mail where tenant_id = :tenant",
    {},
    (row) => row,
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual(["buyer@example.com", "buyer@example.com"]);
  expect(String(mails[0]?.["body"])).toContain("Follow");
  expect(String(mails[1]?.["subject"])).toContain("1 ");
});

test("S40.6 a scheduled run is announced to users in their language, to others in the catalog's, with right plurals", async () => {
  const { tenant, rule } = await withProducts(1);
  await tenant.put("/settings/languages", { pivot: "fr", enabled: ["fr", "en"] });
  const [user] = await tenant.db.all("select email from user where tenant_id = :tenant", {}, (row) =>
    String(row["email"]),
  );
  await tenant.put("/prices/repricing/schedule", {
    is_active: true,
    schedule_type: "interval_minutes",
    interval_minutes: 30,
    notification_emails: [user, "acheteur@example.com"],
  });
  await tenant.post("/prices/repricing/simulate", { rule_ids: [rule.id] });
  clock.nowMs += 31 * 60_000;
  await beginAllDue(services);
  await runJobs();
  await tenant.put("/prices/repricing/schedule", { is_active: false });

  const mails = await tenant.db.all(
    "select subject, body from mail where tenant_id = :tenant order by rowid",
    {},
    (row) => row,
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Repricing has changed 1 price",
    "La tarification a modifié 1 prix",
  ]);
  expect(String(mails[0]?.["body"])).toContain("passed over 0 products");
  expect(String(mails[1]?.["body"])).toContain("0 produit sans changement");
});

test("S21.8 S40.8 a preview and an application by rule use the same engine and history", async () => {
  const { tenant, ids, rule, priceOf } = await withProducts(1);
  const path = `/products/${ids[0]}/repricing`;

  expect((await tenant.post(`${path}/preview`, {})).body).toMatchObject({
    proposed_price: 17.9,
    rule: { id: rule.id, name: "Follow" },
    reasons: ["undercut_amount"],
  });
  expect((await tenant.post(`${path}/apply`, { rule_id: rule.id })).body).toMatchObject({ applied: true });
  expect(await priceOf(ids[0])).toBe(17.9);
  expect((await tenant.get("/prices/repricing/history")).body.items).toMatchObject([
    { rule_name: "Follow", run_id: null },
  ]);
});
