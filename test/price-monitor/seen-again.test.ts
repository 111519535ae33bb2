import { expect, test } from "bun:test";
import { newEan } from "../products/given.ts";
import { withProduct } from "./given.ts";
import { scrapedTenant, seen } from "./scraper.ts";

test("S39.3 several prices and URLs of a competitor are accepted once, in any order of repetition", async () => {
  const { tenant, id, ean } = await withProduct();
  const alert = { product_id: id, alert_type: "change_pct", threshold: 1, cooldown_minutes: 0 };
  await tenant.post("/prices/alerts", alert);
  const items = [
    seen(ean, 19),
    seen(ean, 18),
    seen(ean, 18, { competitor_url: "https://bigshop.example/other" }),
    seen(ean, 12),
    seen(ean, 7),
    seen(ean, 1),
    seen(ean, 2),
  ];
  const known = async () => ({
    history: (await tenant.get(`/prices/history/${id}`)).body,
    triggered: (await tenant.get("/prices/alerts/triggered")).body,
    queue: (await tenant.get("/prices/validation")).body.items,
    latest: (await tenant.get(`/products/${id}/competitors`)).body.items,
  });

  expect((await tenant.observe(...items)).body).toMatchObject({ accepted: 7, pending_validation: 2 });
  const before = await known();
  expect(before.history).toHaveLength(7);
  expect(before.triggered).toHaveLength(3);

  for (const again of [items, items.toReversed(), [...items, ...items], items.slice(2, 4)]) {
    expect((await tenant.observe(...again)).body).toMatchObject({ accepted: again.length, pending_validation: 0 });
  }
  expect(await known()).toEqual(before);
});

test("S39.3 doubtful prices of an SKU that several products have wait once", async () => {
  const { tenant } = await withProduct({ reference: "TWIN" });
  await tenant.post("/products", { name: "Twin", reference: "TWIN" });
  const items = [seen("TWIN", 19), seen("TWIN", 18)];
  await tenant.observe(...items);
  const before = (await tenant.get("/prices/validation")).body;

  expect((await tenant.observe(...items)).body).toMatchObject({ accepted: 2, pending_validation: 0 });
  expect((await tenant.get("/prices/validation")).body).toEqual(before);
  expect(before).toMatchObject({ total: 1, items: [{ price_ttc: 18 }] });
});

test("S39.3 a call of 5,000 mixed items that is sent twice counts once", async () => {
  const tenant = await scrapedTenant();
  const eans = Array.from({ length: 50 }, newEan);
  const products = eans.map((barcode, place) => ({ name: `Pen ${place}`, barcode, price: 20 }));
  for (const product of products) await tenant.post("/products", product);
  const items = Array.from({ length: 5_000 }, (_, place) =>
    seen(eans[place % 50] ?? "", 15 + ((place * 7) % 1_000) / 100, {
      competitor_name: `Shop ${place % 20}`,
      competitor_url: `https://shop.example/${place % 3}`,
    }),
  );
  const counted = async (): Promise<number> => {
    const { items: known } = (await tenant.get("/prices/competitors?per_page=100")).body;
    return known.reduce((sum: number, each: { observations_count: number }) => sum + each.observations_count, 0);
  };

  await tenant.observe(...items);
  const before = await counted();
  const { body } = await tenant.observe(...items);

  expect(body).toMatchObject({ accepted: 5_000, rejected: 0, pending_validation: 0 });
  // Of which 2,000 repeat others of the call.
  expect(before).toBe(3_000);
  expect(await counted()).toBe(before);
});
