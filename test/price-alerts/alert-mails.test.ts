import { expect, test } from "bun:test";
import { text } from "../../db/rows.ts";
import { alertMail } from "../../src/prices/price-alerts/alert-mails.ts";
import type { AlertRecord } from "../../src/prices/price-alerts/alert-record.ts";
import { mailGathered } from "../../src/prices/price-alerts/digests.ts";
import { beginAllDue } from "../../workers/schedules/follow.ts";
import { clock, runJobs, services } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

const RECORD: AlertRecord = {
  id: "1",
  alert_id: "2",
  product_id: "3",
  product_title: "Pen <b>&",
  ean: "4006381333931",
  own_price: 20,
  alert_type: "below",
  threshold: 19,
  competitor_id: "4",
  competitor_name: "Big & Co",
  url: "https://bigshop.example/p?a=1&b=2",
  observed_price: 18.5,
  previous_price: 19,
  change_pct: -2.63,
  channels: ["email"],
  triggered_at: "2026-11-24T10:00:00.000Z",
};

test("a mail names product, EAN, prices and the competitor's page, in both languages", () => {
  expect(alertMail("en", [RECORD])).toEqual({
    subject: "Price alert: Pen <b>& at Big & Co for 18.50 EUR",
    body: `Big & Co sells Pen <b>& for 18.50 EUR.
Price before: 19.00 EUR
Own price: 20.00 EUR
EAN: 4006381333931
Page: https://bigshop.example/p?a=1&b=2
Alert: below 19.00 EUR
`,
  });
  const bare = { ...RECORD, ean: null, own_price: null, previous_price: null, alert_type: "change_pct" as const };
  expect(alertMail("fr", [bare])).toEqual({
    subject: "Alerte de prix : Pen <b>& chez Big & Co à 18.50 EUR",
    body: `Big & Co vend Pen <b>& à 18.50 EUR.
Page : https://bigshop.example/p?a=1&b=2
Alerte : variation de plus de 19.00 %
`,
  });
});

test("a mail says what each kind of alert compares with", () => {
  const lastLine = (kind: AlertRecord["alert_type"], threshold: number | null) =>
    alertMail("en", [{ ...RECORD, alert_type: kind, threshold }])
      .body.trimEnd()
      .split("\n")
      .at(-1);
  expect([
    lastLine("not_cheapest", 20),
    lastLine("out_of_stock", null),
    lastLine("back_in_stock", null),
    lastLine("below_cost", 19),
    lastLine("below_map", 21.5),
  ]).toEqual([
    "Alert: cheaper than you, who were the cheapest at 20.00 EUR",
    "Alert: out of stock there",
    "Alert: in stock there again",
    "Alert: below your cost of 19.00 EUR",
    "Alert: below the minimum advertised price of 21.50 EUR",
  ]);
});

test("a mail of several alerts counts them with the right plural, and lists a hundred", () => {
  const many = (count: number) => Array.from({ length: count }, () => RECORD);

  expect(alertMail("fr", many(2)).subject).toBe("2 alertes de prix");
  expect(alertMail("en", many(101)).subject).toBe("101 price alerts");
  expect(alertMail("en", many(101)).body).toEndWith("… and 1 more.\n");
  expect(alertMail("fr", many(101)).body).toEndWith("… et 1 autre.\n");
  expect(alertMail("fr", many(102)).body).toEndWith("… et 2 autres.\n");
});

async function withAlert(more: object) {
  const tenant = await scrapedTenant();
  const [pen, ink] = [newEan(), newEan()];
  const { id: brand } = (await tenant.post("/brands", { name: "Acme" })).body;
  for (const [name, barcode] of Object.entries({ Pen: pen, Ink: ink })) {
    await tenant.post("/products", { name, barcode, price: 20, brand_id: brand });
  }
  const { body: alert } = await tenant.admin.post("/prices/alerts", {
    brand_id: brand,
    alert_type: "below",
    threshold: 19,
    channels: ["email", "in_app"],
    cooldown_minutes: 0,
    ...more,
  });
  const subjects = () =>
    tenant.db.all("select subject from mail where tenant_id = :tenant order by rowid", {}, (row) =>
      text(row, "subject"),
    );
  return { tenant, pen, ink, alert, subjects };
}

test("what an alert of many products reports at once is one mail", async () => {
  const { tenant, pen, ink, subjects } = await withAlert({});

  await tenant.observe(seen(pen, 18), seen(ink, 18));
  await tenant.observe(seen(pen, 17.5));

  expect(await subjects()).toEqual(["2 price alerts", "Price alert: Pen at Big Shop for 17.50 EUR"]);
});

test("mails of an hour, or of a day, are gathered in one; when nothing waits, nothing is planned", async () => {
  const { tenant, pen, ink, alert, subjects } = await withAlert({ digest: "hourly" });
  const planned = () =>
    tenant.db.all(
      "select owner_id from schedule where tenant_id = :tenant and kind = 'price-alerts.mail-digest'",
      {},
      (row) => text(row, "owner_id"),
    );
  const mail = (digest: "hourly" | "daily") => services.write(mailGathered, tenant.id, { digest });

  await tenant.observe(seen(pen, 18));
  clock.nowMs += 20 * 60_000;
  await tenant.observe(seen(ink, 18), seen(ink, 17));
  expect([await subjects(), await planned()]).toEqual([[], ["hourly"]]);
  clock.nowMs += 41 * 60_000;
  await beginAllDue(services);
  await runJobs(["quick", "bulk"]);
  expect(await subjects()).toEqual(["3 price alerts"]);
  const triggered = (await tenant.get("/prices/alerts/triggered")).body;
  expect(triggered.map(({ delivered }: { delivered: { email: boolean } }) => delivered.email)).toEqual([
    false,
    false,
    false,
  ]);
  expect(await planned()).toEqual(["hourly"]);
  await mail("hourly");
  expect([await subjects(), await planned()]).toEqual([["3 price alerts"], []]);

  await tenant.patch(`/prices/alerts/${alert.id}`, { digest: "daily" });
  await tenant.observe(seen(pen, 17));
  await mail("hourly");
  expect([await subjects(), await planned()]).toEqual([["3 price alerts"], ["daily"]]);
  await mail("daily");
  expect((await subjects()).at(-1)).toBe("Price alert: Pen at Big Shop for 17.00 EUR");

  await tenant.observe(seen(pen, 16));
  await tenant.delete(`/prices/alerts/${alert.id}`);
  await mail("daily");
  expect(await subjects()).toHaveLength(2);
});

test("an alert that fired is acknowledged once, by a caller who may change prices", async () => {
  const { tenant, pen, ink } = await withAlert({});
  await tenant.observe(seen(pen, 18), seen(ink, 18));
  const [{ id }, other] = (await tenant.get("/prices/alerts/triggered")).body;
  const path = `/prices/alerts/triggered/${id}/acknowledge`;

  expect((await (await tenant.as("viewer")).post(path, undefined)).status).toBe(403);
  const { status, body } = await tenant.admin.post(path, undefined);
  expect([status, body.id, body.acknowledged_by]).toEqual([200, id, expect.any(String)]);
  clock.nowMs += 1_000;
  expect((await tenant.post(path, undefined)).body).toEqual(body);
  expect((await tenant.get("/prices/alerts/triggered?acknowledged=true")).body).toEqual([body]);
  expect((await tenant.get("/prices/alerts/triggered?acknowledged=false")).body).toEqual([other]);
  for (const unknown of [crypto.randomUUID(), other.alert_id]) {
    expect((await tenant.post(`/prices/alerts/triggered/${unknown}/acknowledge`, undefined)).status).toBe(404);
  }
});
