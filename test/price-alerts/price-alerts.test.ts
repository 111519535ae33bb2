import { expect, test } from "bun:test";
import fc from "fast-check";
import { text } from "../../db/rows.ts";
import { isCrossed } from "../../src/prices/price-alerts/crossing.ts";
import { clock } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

async function withAlert(alert: object) {
  const tenant = await scrapedTenant();
  const ean = newEan();
  const { id: product } = (await tenant.post("/products", { name: "Pen", barcode: ean, price: 20 })).body;
  const created = await tenant.admin.post("/prices/alerts", { product_id: product, threshold: 19, ...alert });
  const triggered = async () => (await tenant.get("/prices/alerts/triggered")).body;
  const observe = async (...prices: number[]) => {
    for (const price of prices) {
      clock.nowMs += 61_000;
      await tenant.observe(seen(ean, price));
    }
  };
  return {
    tenant,
    product,
    created,
    alert: created.body,
    triggered,
    observe,
    path: `/prices/alerts/${created.body.id}`,
  };
}

test("D3-214 S39.11 an alert has defaults; filters and bad values", async () => {
  const { tenant, product, created, alert } = await withAlert({ alert_type: "below" });

  expect(created.status).toBe(201);
  expect(alert).toMatchObject({ channels: ["in_app"], cooldown_minutes: 60, is_active: true, threshold: 19 });
  for (const body of [
    { alert_type: "near" },
    { threshold: 0 },
    { channels: [] },
    { channels: ["sms"] },
    { cooldown_minutes: 10_081 },
  ]) {
    const given = { product_id: product, alert_type: "above", threshold: 5, ...body };
    expect((await tenant.post("/prices/alerts", given)).status).toBe(422);
  }
  const second = { product_id: product, alert_type: "above", threshold: 30, channels: ["email", "in_app", "email"] };
  expect((await tenant.post("/prices/alerts", second)).body.channels).toEqual(["in_app", "email"]);
  expect((await tenant.get(`/prices/alerts?alert_type=above&product_id=${product}`)).body.total).toBe(1);
  expect((await tenant.get("/prices/alerts?is_active=false")).body.total).toBe(0);
});

test("D3-215 D3-216 S39.12 it fires on a crossing, rests, and keeps its history after it is deleted", async () => {
  const { tenant, product, alert, triggered, observe, path } = await withAlert({ alert_type: "below" });

  await observe(19, 18.5);
  expect(await triggered()).toMatchObject([
    {
      alert_id: alert.id,
      product_id: product,
      product_title: "Pen",
      alert_type: "below",
      threshold: 19,
      competitor_name: "Big Shop",
      observed_price: 18.5,
      previous_price: 19,
      change_pct: -2.63,
      channels: ["in_app"],
      delivered: { in_app: true, webhook: false, email: false },
    },
  ]);
  await observe(18);
  expect(await triggered()).toHaveLength(1);
  clock.nowMs += 60 * 60_000;
  await observe(17.5);
  expect(await triggered()).toHaveLength(2);
  await tenant.patch(path, { is_active: false, cooldown_minutes: 0 });
  await observe(17);
  await tenant.patch(path, { is_active: true });
  await observe(16.5, 16);
  expect((await triggered()).map((each: { observed_price: number }) => each.observed_price)).toEqual([
    16, 16.5, 17.5, 18.5,
  ]);
  expect((await tenant.delete(path)).status).toBe(204);
  expect((await tenant.get(`${path}/history`)).body).toHaveLength(4);
});

test("D3-215 change_pct fires on a larger move than its percentage, not on an equal one", async () => {
  const { triggered, observe } = await withAlert({ alert_type: "change_pct", threshold: 10, cooldown_minutes: 0 });

  await observe(20, 18, 16);
  expect(await triggered()).toMatchObject([{ observed_price: 16, change_pct: -11.11 }]);
});

test("S39.11 a doubtful observation and one of a blacklisted competitor fire nothing", async () => {
  const { tenant, triggered, observe } = await withAlert({ alert_type: "below", cooldown_minutes: 0 });

  await observe(5);
  expect(await triggered()).toEqual([]);
  const [item] = (await tenant.get("/prices/validation")).body.items;
  await tenant.post(`/prices/validation/${item.id}`, { action: "confirm" });
  expect(await triggered()).toHaveLength(1);
  const [{ id }] = (await tenant.get("/prices/competitors")).body.items;
  await tenant.post("/prices/competitors/blacklist", { competitor_id: id });
  await observe(5.5);
  await tenant.delete(`/prices/competitors/blacklist/${id}`);
  expect(await triggered()).toHaveLength(1);
});

test("S39.13 webhooks are notified once, and a mail goes to the alert's author", async () => {
  const { tenant, triggered, observe } = await withAlert({
    alert_type: "below",
    channels: ["webhook", "email"],
    cooldown_minutes: 0,
  });
  await tenant.post("/webhooks", { name: "Prices", url: "https://r1.receiver.test/", events: ["price.alert"] });

  await observe(18);
  const events = await tenant.db.all("select type, body from event where tenant_id = :tenant", {}, (row) => ({
    type: text(row, "type"),
    data: JSON.parse(text(row, "body")).data,
  }));
  const [{ delivered, acknowledged_at, acknowledged_by, assigned_to, ...record }] = await triggered();
  expect(events).toEqual([{ type: "price.alert", data: record }]);
  expect(delivered).toEqual({ in_app: false, webhook: false, email: false });
  expect([acknowledged_at, acknowledged_by, assigned_to]).toEqual([null, null, null]);
  const mails = await tenant.db.all("select subject from mail where tenant_id = :tenant", {}, (row) =>
    text(row, "subject"),
  );
  expect(mails).toEqual([expect.stringContaining("Pen")]);
});

test("S39.11 change_pct compares exactly, for any prices", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 20_000 }),
      (previous, price, threshold) => {
        const exact = BigInt(Math.abs(price - previous)) * 10_000n > BigInt(threshold) * BigInt(previous);
        return isCrossed({ alertType: "change_pct", threshold }, price, previous) === exact;
      },
    ),
  );
});

test("S31.4 an unknown product or alert, or that of another tenant, is not found", async () => {
  const { tenant, alert } = await withAlert({ alert_type: "below" });
  const other = await withAlert({ alert_type: "below" });

  for (const product_id of [crypto.randomUUID(), other.product]) {
    const made = await tenant.post("/prices/alerts", { product_id, alert_type: "above", threshold: 5 });
    expect([made.status, made.body.error.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
  }
  expect((await tenant.get(`/prices/alerts/${alert.id}/history`)).body).toEqual([]);
  for (const id of [crypto.randomUUID(), other.alert.id]) {
    expect((await tenant.get(`/prices/alerts/${id}/history`)).status).toBe(404);
  }
});
