import { expect, test } from "bun:test";
import { clock, send } from "../harness.ts";
import { withProduct } from "./given.ts";
import { seen } from "./scraper.ts";

test("D1-137 observations need the sync key; any other credential is no use", async () => {
  const { tenant, ean } = await withProduct();
  const body = { observations: [seen(ean, 19)] };

  expect((await send("POST", "/prices/observations", body)).status).toBe(401);
  expect((await send("POST", "/prices/observations", body, { "x-sync-key": "wrong" })).status).toBe(401);
  expect((await tenant.post("/prices/observations", body)).status).toBe(401);
  expect((await tenant.observe(seen(ean, 19))).body).toEqual({
    accepted: 1,
    rejected: 0,
    pending_validation: 0,
    errors: [],
  });
  await tenant.admin.put("/settings/scraper-sync-key", { enabled: false });
  expect((await tenant.observe(seen(ean, 19))).status).toBeGreaterThanOrEqual(400);
});

test("D3-205 S39.3 items without a field or with an unknown SKU are named; the others are taken", async () => {
  const { tenant, id, ean, sku } = await withProduct();

  const { body } = await tenant.observe(
    seen(ean, 19),
    seen("unknown", 19),
    { internal_sku: ean, competitor_name: "Big Shop", competitor_url: "https://bigshop.example/1" },
    seen(sku, 0),
    seen(sku, 18, { competitor_name: "Other", stock_status: "in_stock", promo_label: "-10%" }),
  );

  expect(body).toMatchObject({
    accepted: 2,
    rejected: 3,
    errors: [
      { index: 1, internal_sku: "unknown" },
      { index: 2, internal_sku: ean },
      { index: 3, internal_sku: sku },
    ],
  });
  expect((await tenant.get(`/prices/history/${id}`)).body).toMatchObject([
    { competitor_name: "Other", price_ttc: 18, stock_status: "in_stock", promo_label: "-10%", is_valid: true },
    { competitor_name: "Big Shop", price_ttc: 19 },
  ]);
  expect((await tenant.get("/prices/competitors")).body.items).toMatchObject([
    { code: "other", name: "Other", observations_count: 1 },
    { code: "big-shop", base_url: "https://bigshop.example", is_blacklisted: false },
  ]);
  expect((await tenant.get(`/products/${id}/prices?source=big-shop`)).body).toMatchObject([
    { price: 19, is_active: true, price_type: "competitor" },
  ]);
  const many = Array.from({ length: 5001 }, () => seen(ean, 19));
  expect((await tenant.observe(...many)).status).toBe(422);
  expect((await tenant.observe()).body).toMatchObject({ accepted: 0, rejected: 0 });
});

test("S39.3 the same seen twice within a minute is stored once", async () => {
  const { tenant, id, ean } = await withProduct();

  await tenant.observe(seen(ean, 19), seen(ean, 19));
  await tenant.observe(seen(ean, 19));
  expect((await tenant.get(`/prices/history/${id}`)).body).toHaveLength(1);
  clock.nowMs += 61_000;
  await tenant.observe(seen(ean, 19));
  expect((await tenant.get(`/prices/history/${id}`)).body).toHaveLength(2);
});

test("D3-206 S39.5 doubtful observations wait and count for nothing", async () => {
  const { tenant, id, ean, sku } = await withProduct();
  const loose = sku.replaceAll("-", "").toLowerCase();

  const { body } = await tenant.observe(seen(loose, 19), seen(ean, 9.99));

  expect(body).toMatchObject({ accepted: 2, pending_validation: 2 });
  expect((await tenant.get("/prices/validation")).body).toMatchObject({
    total: 2,
    items: [
      { reason: "outlier", internal_sku: ean, price_ttc: 9.99, status: "pending", competitor_name: "Big Shop" },
      { reason: "fuzzy", internal_sku: loose, candidates: [{ product_id: id, ean, title: "Pen" }] },
    ],
  });
  expect((await tenant.get(`/products/${id}/competitors`)).body.items).toEqual([]);
  expect((await tenant.get(`/prices/history/${id}`)).body.map((each: { is_valid: boolean }) => each.is_valid)).toEqual([
    false,
    false,
  ]);
});

test("D3-207 S39.6 what is confirmed counts at once and is remembered", async () => {
  const { tenant, id, sku } = await withProduct();
  const loose = sku.toLowerCase();
  await tenant.observe(seen(loose, 19));
  const [item] = (await tenant.get("/prices/validation")).body.items;

  expect((await tenant.post(`/prices/validation/${item.id}`, { action: "maybe" })).status).toBe(422);
  expect((await tenant.post(`/prices/validation/${item.id}`, { action: "confirm" })).body).toEqual({
    id: item.id,
    status: "confirmed",
  });
  expect((await tenant.post(`/prices/validation/${item.id}`, { action: "reject" })).status).toBe(409);
  expect((await tenant.get(`/products/${id}/competitors`)).body.items).toMatchObject([{ price: 19 }]);
  clock.nowMs += 61_000;
  expect((await tenant.observe(seen(loose, 18))).body).toMatchObject({ accepted: 1, pending_validation: 0 });
});

test("S39.6 an item of a product that was deleted or erased is not confirmed, and can be rejected", async () => {
  for (const query of ["", "?permanent=true"]) {
    const { tenant, id, sku } = await withProduct();
    await tenant.observe(seen(sku.toLowerCase(), 19));
    const [item] = (await tenant.get("/prices/validation")).body.items;
    expect([200, 204]).toContain((await tenant.delete(`/products/${id}${query}`)).status);

    const confirmed = await tenant.post(`/prices/validation/${item.id}`, { action: "confirm", product_id: id });
    expect([confirmed.status, confirmed.body.error?.error_code]).toEqual([404, "PRODUCT_NOT_FOUND"]);
    expect((await tenant.post(`/prices/validation/${item.id}`, { action: "reject" })).status).toBe(200);
  }
});

test("S39.6 of several candidates one must be named; what is skipped comes back, what is refused does not", async () => {
  const { tenant, id } = await withProduct({ reference: "TWIN" });
  const { id: twin } = (await tenant.post("/products", { name: "Twin", reference: "TWIN" })).body;
  await tenant.observe(seen("TWIN", 19));
  const first = (await tenant.get("/prices/validation")).body.items[0];
  const decide = (body: object) => tenant.post(`/prices/validation/${first.id}`, body);

  expect(first.candidates.map((each: { product_id: string }) => each.product_id).toSorted()).toEqual(
    [id, twin].toSorted(),
  );
  expect((await decide({ action: "confirm" })).status).toBe(422);
  expect((await decide({ action: "skip" })).body.status).toBe("skipped");
  expect((await tenant.get("/prices/validation")).body.total).toBe(0);
  clock.nowMs += 61_000;
  await tenant.observe(seen("TWIN", 18.5));
  expect((await tenant.get("/prices/validation")).body).toMatchObject({ total: 1, items: [{ price_ttc: 18.5 }] });
  expect((await decide({ action: "confirm", product_id: twin })).status).toBe(200);
  expect((await tenant.get(`/products/${twin}/competitors`)).body.items).toMatchObject([{ price: 18.5 }]);

  await tenant.observe(seen("TWIN", 90));
  const outlier = (await tenant.get("/prices/validation")).body.items[0];
  await tenant.post(`/prices/validation/${outlier.id}`, { action: "reject" });
  clock.nowMs += 61_000;
  expect((await tenant.observe(seen("TWIN", 90))).body).toMatchObject({ rejected: 1, pending_validation: 0 });
});

test("S39.3 an observation in another currency or of another time is refused by name, not taken as ours and now", async () => {
  const { tenant, ean } = await withProduct();
  const at = (minutes: number) => new Date(clock.nowMs + minutes * 60_000).toISOString();

  const { body } = await tenant.observe(
    seen(ean, 19, { currency: "GBP" }),
    seen(ean, 19, { observed_at: at(-6) }),
    seen(ean, 19, { observed_at: at(6) }),
    seen(ean, 18.5, { currency: "EUR", observed_at: at(-4) }),
    seen(ean, 18, { currency: null, observed_at: null }),
    seen(ean, 19, { observed_at: "yesterday" }),
  );

  expect(body).toMatchObject({ accepted: 2, rejected: 4 });
  expect(body.errors.map(({ message }: { message: string }) => message.split(":")[0])).toEqual([
    "currency",
    "observed_at",
    "observed_at",
    "observed_at",
  ]);
  expect(body.errors[0].message).toContain("There is no exchange rate for GBP");
});

test("S31.7 a price in another currency counts by the tenant's rate, which is kept with it", async () => {
  const { tenant, id, ean } = await withProduct();
  await tenant.admin.put("/settings/exchange-rates", { rates: { USD: 1.25, JPY: 160, IDR: 18_000, KWD: 1e-9 } });

  const { body } = await tenant.observe(
    seen(ean, 25, { currency: "USD", competitor_name: "Dollar Shop", price_original: 30, shipping_cost: 5 }),
    seen(ean, 3200.5, { currency: "JPY", competitor_name: "Yen Shop" }),
    seen(ean, 80, { currency: "IDR", competitor_name: "Cheap Shop" }),
    seen(ean, 3040, { currency: "JPY", competitor_name: "Yen Shop" }),
    seen(ean, 1e9, { currency: "KWD", competitor_name: "Dinar Shop" }),
  );

  expect(body).toMatchObject({ accepted: 2, rejected: 3 });
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining("price_ttc: "),
    "price_ttc: By the exchange rate this is less than a cent in EUR, or more than ten billion",
    "price_ttc: By the exchange rate this is less than a cent in EUR, or more than ten billion",
  ]);
  const history = async () => (await tenant.get(`/prices/history/${id}`)).body;
  const [yen, dollar] = await history();
  expect(dollar).toMatchObject({
    price_ttc: 20,
    price_original: 24,
    shipping_cost: 4,
    quoted_price: 25,
    quoted_currency: "USD",
    exchange_rate: 1.25,
  });
  expect(yen).toMatchObject({ price_ttc: 19, quoted_price: 3040, quoted_currency: "JPY", exchange_rate: 160 });
  await tenant.admin.put("/settings/exchange-rates", { rates: { USD: 2 } });
  expect(await history()).toMatchObject([{ price_ttc: 19 }, { price_ttc: 20 }]);
});
