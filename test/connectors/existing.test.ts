import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import { beginAllBehind } from "../../workers/connectors/follow.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

/** A shop whose owner has made a product by hand, and two products here: one with its SKU, one that is new there. */
async function given(syncOptions: object, there: object = {}) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const theirs = { sku: "R-1", name: "Made by hand", regular_price: "99.00", categories: [{ id: 4 }], ...there };
  shop.products.set(70, { id: 70, ...theirs });
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: shop.credentials,
      sync_options: syncOptions,
    }),
  );
  const product = async (reference: string) =>
    (await tenant.post("/products", { name: `Ours ${reference}`, ean: newEan(), reference, price: 12.5 })).body;
  const ours = await product("R-1");
  const other = await product("R-2");
  const path = `/connectors/${connector.id}`;
  const push = async () => {
    const { body } = await tenant.post(`${path}/sync/push-products`);
    await runJobs();
    return (await tenant.get(`${path}/sync/jobs/${body.job_id}`)).body;
  };
  return { shop, tenant, path, product, ours, other, push };
}

test("a push links the product that the shop had with our SKU, and the job names it", async () => {
  const { shop, ours, other, push } = await given({});
  expect(await push()).toMatchObject({
    status: "completed",
    pushed: 2,
    errors: 0,
    products: [
      {
        product_id: ours.id,
        sku: "R-1",
        external_id: "70",
        result: "linked",
        message: expect.stringContaining("SKU"),
      },
    ],
  });
  const skus = [...shop.products.values()].map(({ sku }) => sku);
  expect(skus.toSorted()).toEqual([ours.reference, other.reference]);
  // What is not sent stays as its owner has made it.
  expect(shop.products.get(70)).toMatchObject({ name: "Ours R-1", regular_price: "12.50", categories: [{ id: 4 }] });
  // From then on it is ours: nothing is reported any more.
  expect(await push()).toMatchObject({ pushed: 0, skipped: 2, errors: 0, products: [] });
});

test('with existing_products "skip" it is left alone, and the job says of which product and why', async () => {
  const { shop, tenant, path, ours, push } = await given({ existing_products: "skip" });
  const message = expect.stringMatching(/the SKU R-1 already \(70\).*existing_products/);
  const refused = { product_id: ours.id, sku: "R-1", result: "error", message };
  for (let run = 0; run < 2; run++)
    expect(await push()).toMatchObject({ status: "completed", pushed: 1 - run, errors: 1, products: [refused] });
  expect(shop.products.get(70)).toMatchObject({ name: "Made by hand", regular_price: "99.00" });
  expect(shop.products.size).toBe(2);

  await tenant.patch(path, { sync_options: { existing_products: "link" } });
  expect(await push()).toMatchObject({ pushed: 1, errors: 0, products: [{ product_id: ours.id, result: "linked" }] });
});

test("a live push links and refuses as well, and its job of the hour names the products", async () => {
  const { shop, tenant, path, ours, product } = await given({ existing_products: "skip", auto_push: ["products"] });
  await beginAllBehind(services);
  await runJobs();
  await product("R-3");
  await beginAllBehind(services);
  await runJobs();
  const [job] = (await tenant.get(`${path}/jobs`)).body;
  const { products } = (await tenant.get(`${path}/sync/jobs/${job.id}`)).body;
  expect([job.job_type, products[0]]).toEqual(["live", expect.objectContaining({ product_id: ours.id })]);
  expect([...shop.products.values()].map(({ name }) => name).toSorted()).toEqual([
    "Made by hand",
    "Ours R-2",
    "Ours R-3",
  ]);
});

test("a product of several variants is never taken for one of ours", async () => {
  const { shop, ours, push } = await given({}, { type: "variable" });
  const message = expect.stringContaining("cannot be linked: it is of the type variable");
  expect(await push()).toMatchObject({
    pushed: 1,
    errors: 1,
    products: [{ product_id: ours.id, result: "error", message }],
  });
  expect(shop.products.get(70)).toMatchObject({ name: "Made by hand" });
});

test("two products here with one SKU do not write to the same product there", async () => {
  const { shop, ours, product, push } = await given({});
  const twin = await product("R-1");
  const reported = { product_id: twin.id, result: "error", message: expect.stringContaining(ours.id) };
  expect(await push()).toMatchObject({
    pushed: 2,
    errors: 1,
    products: expect.arrayContaining([expect.objectContaining(reported)]),
  });
  // Also when the first is linked since an earlier push.
  expect(await push()).toMatchObject({ pushed: 0, errors: 1, products: [reported] });
  expect(shop.products.get(70)).toMatchObject({ name: "Ours R-1" });
});

test("refused products are reported with the platform's reason, 500 at most", async () => {
  const { shop, tenant, push } = await given({});
  const many = Array.from({ length: 600 }, (_, index) => ({ name: "Chair", reference: `M-${index}`, price_ttc: 5 }));
  await tenant.post("/appsync/products/sync", many.slice(0, 300));
  await tenant.post("/appsync/products/sync", many.slice(300));
  shop.answers(({ text }) => {
    const { create = [], update = [] } = JSON.parse(text || "{}");
    const error = { error: { code: "rest_invalid_param", message: "No space left" } };
    return { json: { create: create.map(() => error), update: update.map(() => error) } };
  });
  const { errors, products } = await push();
  expect([errors, products.length]).toEqual([602, 500]);
  expect(products.every(({ message }: { message: string }) => message === "No space left")).toBe(true);
});

test("marketplaces know offers by their SKU: they always link, and say so when the request says otherwise", async () => {
  const tenant = await newTenant();
  const { status, body } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "ebay",
      name: "eBay",
      sync_options: { existing_products: "skip" },
    }),
  );
  expect([status, body.error.details[0].field]).toEqual([422, "sync_options.existing_products"]);
  const adapters = await Promise.all(
    listPlatforms().map(async ({ id, isMarketplace }) => {
      const { find } = await loadAdapter(id);
      return [id, isMarketplace || find !== undefined];
    }),
  );
  expect(adapters.filter(([, isRight]) => !isRight)).toEqual([]);
});
