import { expect, test } from "bun:test";
import { text } from "../../db/rows.ts";
import { noteCheck } from "../../src/prices/price-monitor/check/note-check.ts";
import { clock, newTenant, services } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

const HOUR_MS = 3_600_000;

/** A pen with a minimum of 19 that Big Shop sells. */
async function given() {
  const tenant = await scrapedTenant();
  const ean = newEan();
  const { id: pen } = (await tenant.post("/products", { name: "Pen", barcode: ean, price: 20, reference: `P-${ean}` }))
    .body;
  await tenant.patch(`/prices/map/${pen}`, { map_price: 19 });
  const observe = (price: number, more: object = {}) => {
    clock.nowMs += HOUR_MS;
    return tenant.observe(seen(ean, price, more));
  };
  await observe(20);
  const [{ id: shop }] = (await tenant.get("/prices/competitors")).body.items;
  const cases = async (query = "") => (await tenant.get(`/prices/map/cases${query}`)).body;
  return { tenant, ean, pen, shop, observe, cases, path: `/prices/map/cases/${pen}/${shop}` };
}

test("a case is opened, ended and opened again with the price, and says when", async () => {
  const { tenant, pen, shop, observe, cases, path } = await given();
  expect((await cases()).total).toBe(0);
  expect((await tenant.get(path)).status).toBe(404);

  await observe(18, { seller_name: "Max" });
  const opened = new Date(clock.nowMs).toISOString();
  const [first] = (await cases()).items;
  expect(first).toMatchObject({
    ...{
      product_id: pen,
      competitor_id: shop,
      status: "open",
      seller_name: "Max",
      competitor_price: 18,
      map_price: 19,
    },
    ...{ notified_at: null, resolved_at: null, reopened_at: null, reopened_count: 0 },
  });
  expect(new Date(first.first_seen_at).toISOString()).toBe(opened);

  await observe(19);
  expect((await tenant.get(path)).body).toMatchObject({ status: "resolved", competitor_price: 18, evidence: [] });
  await observe(17.5);
  const again = (await tenant.get(path)).body;
  expect(again).toMatchObject({
    status: "open",
    reopened_count: 1,
    competitor_price: 17.5,
    first_seen_at: first.first_seen_at,
  });
  expect(new Date(again.reopened_at).getTime()).toBe(clock.nowMs);
  const [violation] = (await tenant.get("/prices/map/violations")).body.items;
  expect(violation).toMatchObject({
    first_seen_at: first.first_seen_at,
    reopened_at: again.reopened_at,
    notified_at: null,
  });

  await tenant.patch(`/prices/map/${pen}`, { map_price: 17 });
  expect((await cases("?status=open")).total).toBe(0);
  await tenant.patch(`/prices/map/${pen}`, { map_price: 30 });
  expect((await cases("?status=open")).items).toMatchObject([{ reopened_count: 2, map_price: 30 }]);
});

test("cases are found by status, notice, product and words, and by cursor", async () => {
  const { tenant, ean, pen, shop, observe, cases } = await given();
  await observe(18);
  await observe(18.5, { competitor_name: "Small Shop" });
  expect((await cases()).items.map((each: { competitor_name: string }) => each.competitor_name)).toEqual([
    "Small Shop",
    "Big Shop",
  ]);
  for (const query of [`search=${ean}`, `search=P-${ean}`, "search=PEN", `product_id=${pen}`, "notified=false"]) {
    expect([query, (await cases(`?${query}`)).total]).toEqual([query, 2]);
  }
  await tenant.patch(`/products/${pen}`, { name: "Étui à stylo" });
  expect((await cases("?search=étui")).total).toBe(2);
  for (const query of ["search=ink", "status=resolved", "notified=true", `product_id=${shop}`]) {
    expect((await cases(`?${query}`)).total).toBe(0);
  }
  expect((await cases(`?competitor_id=${shop}`)).total).toBe(1);
  const { items, next_cursor: cursor } = await cases("?page_size=1");
  expect([...items, ...(await cases(`?page_size=1&cursor=${cursor}`)).items]).toEqual((await cases()).items);
  expect((await tenant.get("/prices/map/cases?status=old")).status).toBe(400);
  const stranger = await newTenant();
  expect((await stranger.get("/prices/map/cases")).body.total).toBe(0);
  expect((await stranger.get(`/prices/map/cases/${pen}/${shop}`)).status).toBe(404);
});

test("what checked pages say is stored once a day and price, the first and the newest nine", async () => {
  const { tenant, pen, shop, path } = await given();
  const url = "https://bigshop.example/pen";
  const check = async (price: number, pageText: string | null) => {
    clock.nowMs += HOUR_MS;
    const offer = {
      priceOriginalCents: null,
      shippingCostCents: null,
      stockStatus: null,
      sellerName: null,
      promoLabel: null,
    };
    const quoted = { quotedCents: null, quotedCurrency: null, exchangeRate: null };
    const named = { internalSku: "P", competitorName: "Big Shop", competitorId: shop, productId: pen, url };
    const item = { ...named, ...offer, ...quoted, priceCents: price };
    const about = { competitorId: shop, competitorName: "Big Shop", url, priceCents: price };
    const result = { ...about, status: "ok" as const, key: null, params: {} };
    await services.write(noteCheck, tenant.id, {
      productId: pen,
      results: [result],
      items: [{ place: 0, item, pageText }],
    });
  };
  const texts = async () => (await tenant.get(path)).body.evidence.map((each: { page_text: string }) => each.page_text);
  await check(1_800, "first");
  await check(1_800, "the same within a day");
  await check(1_950, null);
  expect(await texts()).toEqual(["first"]);
  expect((await tenant.get(path)).body.evidence).toMatchObject([{ url, competitor_price: 18, map_price: 19 }]);
  for (let cents = 1_700; cents < 1_712; cents++) await check(cents, `at ${cents}`);
  expect(await texts()).toEqual([...Array.from({ length: 9 }, (_, at) => `at ${1_711 - at}`), "first"]);
  clock.nowMs += 24 * HOUR_MS;
  await check(1_711, "a day later");
  expect((await texts())[0]).toBe("a day later");
});

test("a letter is filled in, mailed where it has a recipient, and noted until the case is opened again", async () => {
  const { tenant, ean, observe, path, cases } = await given();
  await observe(18);
  const template = {
    name: "First",
    subject: "{product} ({ean})",
    body: "{price} < {map_price} by {gap} at {url}[ by {seller}]",
  };
  const { status, body: letter } = await tenant.post("/prices/map/letters", template);
  expect([status, letter.name]).toEqual([201, "First"]);
  expect((await tenant.post("/prices/map/letters", template)).status).toBe(409);
  for (const [field, value] of [
    ["subject", "{cost}"],
    ["body", "{price"],
    ["body", " "],
  ] as const) {
    const { status: refused, body } = await tenant.post("/prices/map/letters", {
      ...template,
      name: "Bad",
      [field]: value,
    });
    expect([refused, body.error.details[0].field]).toEqual([422, field]);
  }

  const sent = await tenant.post(`${path}/notify`, { letter_id: letter.id, recipient: "shop@bigshop.example" });
  expect([sent.status, sent.body]).toMatchObject([
    200,
    {
      ...{ subject: `Pen (${ean})`, body: `18.00 < 19.00 by 1.00 at https://bigshop.example/${ean}\n` },
      recipient: "shop@bigshop.example",
    },
  ]);
  const mails = await tenant.db.all("select recipient from mail where tenant_id = :tenant", {}, (row) =>
    text(row, "recipient"),
  );
  expect(mails).toEqual(["shop@bigshop.example"]);
  expect((await cases("?notified=true")).items).toMatchObject([{ notified_at: sent.body.notified_at }]);
  expect((await tenant.post(`${path}/notify`, { letter_id: crypto.randomUUID() })).status).toBe(422);
  expect((await tenant.post(`${path}/notify`, { letter_id: letter.id, recipient: "nobody" })).status).toBe(422);
  await observe(20);
  await observe(18);
  expect((await cases("?notified=true")).total).toBe(0);
  const viewer = await newTenant();
  expect((await viewer.post(`${path}/notify`, { letter_id: letter.id })).status).toBe(404);
});
