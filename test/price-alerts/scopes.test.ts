import { expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { scrapedTenant, seen } from "../price-monitor/scraper.ts";
import { newEan } from "../products/given.ts";

/** Pens and ink of a category below another one, a brand, and a competitor that has sold something. */
async function withCatalog() {
  const tenant = await scrapedTenant();
  const made = async (path: string, body: object): Promise<string> => (await tenant.post(path, body)).body.id;
  const office = await made("/categories", { name: "Office" });
  const writing = await made("/categories", { name: "Writing", parent_id: office });
  const brand = await made("/brands", { name: "Acme" });
  const [pen, ink, chair] = [newEan(), newEan(), newEan()];
  const ids = {
    pen: await made("/products", { name: "Pen", barcode: pen, price: 20, category_id: writing, brand_id: brand }),
    ink: await made("/products", { name: "Ink", barcode: ink, price: 20, category_id: writing }),
    chair: await made("/products", { name: "Chair", barcode: chair, price: 20, brand_id: brand }),
  };
  const alert = (scope: object, more: object = {}) =>
    tenant.admin.post("/prices/alerts", { alert_type: "below", threshold: 19, ...scope, ...more });
  const fired = async () =>
    (await tenant.get("/prices/alerts/triggered")).body.map(
      (each: { product_title: string; competitor_name: string }) => `${each.product_title} ${each.competitor_name}`,
    );
  return { tenant, office, writing, brand, eans: { pen, ink, chair }, ids, alert, fired };
}

test("an alert of a category is for its products and those of the categories below it", async () => {
  const { tenant, office, eans, alert, fired } = await withCatalog();
  const { status, body } = await alert({ category_id: office });
  expect([status, body]).toMatchObject([
    201,
    { product_id: null, category_id: office, brand_id: null, digest: "none" },
  ]);

  await tenant.observe(seen(eans.pen, 18), seen(eans.chair, 18), seen(eans.ink, 18), seen(eans.ink, 19));

  expect((await fired()).toSorted()).toEqual(["Ink Big Shop", "Pen Big Shop"]);
});

test("an alert of a brand, and one that watches a single competitor of it", async () => {
  const { tenant, brand, eans, alert, fired } = await withCatalog();
  const small = { competitor_name: "Small Shop" };
  await tenant.observe(seen(eans.pen, 20, small));
  const [{ id: competitor }] = (await tenant.get("/prices/competitors")).body.items;
  const { body: ofBoth } = await alert({ brand_id: brand, competitor_id: competitor });

  await tenant.observe(seen(eans.pen, 18), seen(eans.chair, 18, small), seen(eans.ink, 18, small));
  expect(await fired()).toEqual(["Chair Small Shop"]);
  await tenant.delete(`/prices/alerts/${ofBoth.id}`);
  await alert({ brand_id: brand });
  await tenant.observe(seen(eans.pen, 17.5), seen(eans.ink, 17.5));
  expect(await fired()).toEqual(["Pen Big Shop", "Chair Small Shop"]);
});

test("an alert of a competitor is for all that it sells, and goes with it", async () => {
  const { tenant, eans, alert, fired } = await withCatalog();
  await tenant.observe(seen(eans.pen, 20, { competitor_name: "Small Shop" }));
  const [{ id: competitor }] = (await tenant.get("/prices/competitors")).body.items;
  await alert({ competitor_id: competitor });

  await tenant.observe(seen(eans.ink, 18, { competitor_name: "Small Shop" }), seen(eans.ink, 18), seen(eans.pen, 18));
  expect(await fired()).toEqual(["Ink Small Shop"]);
  expect((await tenant.get(`/prices/alerts?competitor_id=${competitor}`)).body.total).toBe(1);
  await tenant.delete(`/prices/competitors/${competitor}`);
  expect((await tenant.get("/prices/alerts")).body.total).toBe(0);
});

test("S39.11 an alert of many products rests for each by itself", async () => {
  const { tenant, writing, eans, alert, fired } = await withCatalog();
  await alert({ category_id: writing }, { cooldown_minutes: 10 });

  await tenant.observe(seen(eans.pen, 18));
  clock.nowMs += 5 * 60_000;
  await tenant.observe(seen(eans.pen, 17.9), seen(eans.ink, 18));
  expect(await fired()).toEqual(["Ink Big Shop", "Pen Big Shop"]);
  clock.nowMs += 6 * 60_000;
  await tenant.observe(seen(eans.pen, 17.8), seen(eans.ink, 17.8));
  expect(await fired()).toEqual(["Pen Big Shop", "Ink Big Shop", "Pen Big Shop"]);
});

test("an alert watches one object, which must exist", async () => {
  const { tenant, office, brand, ids, alert } = await withCatalog();
  const other = await withCatalog();
  const details = async (scope: object) => {
    const { status, body } = await alert(scope);
    return [
      status,
      ...body.error.details.map(({ field, type }: { field: string; type: string }) => `${field} ${type}`),
    ];
  };

  expect(await details({})).toEqual([422, "product_id missing"]);
  expect(await details({ product_id: ids.pen, category_id: office, brand_id: brand })).toEqual([
    422,
    "category_id invalid_value",
    "brand_id invalid_value",
  ]);
  expect(await details({ category_id: other.office })).toEqual([422, "category_id invalid_value"]);
  expect(await details({ brand_id: crypto.randomUUID(), competitor_id: crypto.randomUUID() })).toEqual([
    422,
    "brand_id invalid_value",
    "competitor_id invalid_value",
  ]);
  // What it watches is not changed later, and its category goes with it.
  const { body } = await alert({ category_id: office });
  await tenant.patch(`/prices/alerts/${body.id}`, { brand_id: brand, category_id: null, threshold: 5 });
  expect((await tenant.get(`/prices/alerts/${body.id}`)).body).toMatchObject({ category_id: office, threshold: 5 });
});

test("alerts of a brand that is merged watch the one that stays; those of a category go with it", async () => {
  const { tenant, office, brand, eans, alert, fired } = await withCatalog();
  const { body: other } = await tenant.post("/brands", { name: "Acme GmbH" });
  await alert({ brand_id: brand });
  const { body: ofOffice } = await alert({ category_id: office });

  await tenant.post(`/brands/${other.id}/merge`, { source_ids: [brand] });
  expect((await tenant.get(`/prices/alerts?brand_id=${other.id}`)).body.total).toBe(1);
  await tenant.delete(`/categories/${office}?force=true`);
  expect((await tenant.get(`/prices/alerts/${ofOffice.id}`)).status).toBe(404);
  await tenant.observe(seen(eans.chair, 18));
  expect(await fired()).toEqual(["Chair Big Shop"]);
});

test("a snoozed alert is quiet until its time, and what fired is assigned to a user", async () => {
  const { tenant, ids, eans, alert, fired } = await withCatalog();
  const until = new Date(clock.nowMs + 3_600_000).toISOString();
  const { body: made } = await alert({ product_id: ids.pen }, { snoozed_until: until, cooldown_minutes: 0 });
  expect(made.snoozed_until).toBe(until);
  await tenant.observe(seen(eans.pen, 18));
  expect(await fired()).toEqual([]);
  clock.nowMs += 3_700_000;
  await tenant.observe(seen(eans.pen, 17));
  expect(await fired()).toEqual(["Pen Big Shop"]);

  const [trigger] = (await tenant.get("/prices/alerts/triggered")).body;
  const path = `/prices/alerts/triggered/${trigger.id}/assign`;
  expect((await tenant.post(path, { user_id: tenant.adminId })).body.assigned_to).toBe(tenant.adminId);
  expect((await tenant.get(`/prices/alerts/triggered?assigned_to=${tenant.adminId}`)).body).toHaveLength(1);
  expect((await tenant.get(`/prices/alerts/triggered?assigned_to=${ids.pen}`)).body).toEqual([]);
  expect((await tenant.post(path, { user_id: ids.pen })).body.error.details).toMatchObject([{ field: "user_id" }]);
  expect((await tenant.post(path, { user_id: null })).body.assigned_to).toBeNull();
  const other = await scrapedTenant();
  expect((await other.post(path, { user_id: null })).status).toBe(404);
});
