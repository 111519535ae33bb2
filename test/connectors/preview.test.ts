import { expect, test } from "bun:test";
import { preview } from "../../workers/connectors/preview.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openShelf, TOKEN } from "../doubles/platforms/platform.ts";
import { openShop, openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { runOutside, servicesTo } from "./services-to.ts";
import { withTax } from "./with-tax.ts";

async function given(syncOptions: object = {}) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const fields = { platform_id: "woocommerce", name: "Shop", sync_options: syncOptions };
  const { body } = await tenant.post("/connectors", withTax({ ...fields, credentials: shop.credentials }));
  const path = `/connectors/${body.id}`;
  const preview = async (input: object = {}) => (await tenant.post(`${path}/sync/preview`, input)).body;
  const push = async () => {
    const { job_id } = (await tenant.post(`${path}/sync/push-products`)).body;
    await runJobs();
    return (await tenant.get(`${path}/sync/jobs/${job_id}`)).body;
  };
  const product = async (known: object): Promise<string> =>
    (await tenant.post("/products", { name: "Chair", ean: newEan(), price: 12.5, ...known })).body.id;
  const writes = () => shop.asked.filter(({ method }) => method !== "GET");
  return { shop, tenant, path, preview, push, product, writes };
}

test("a preview says what is made, changed and refused, with its calls; the push then does that", async () => {
  const { shop, tenant, preview, push, product, writes } = await given();
  const chair = await product({ reference: "CHAIR-1" });
  const made = await preview();
  expect(made).toMatchObject({ success: true, unchanged: 0, calls: 1, next: null });
  expect(made.products).toMatchObject([{ product_id: chair, sku: "CHAIR-1", external_id: null, result: "made" }]);
  const price = { field: "price", before: null, after: "12.50", compared_with: "platform" };
  expect(made.products[0].changes).toContainEqual(price);
  expect(writes()).toEqual([]);
  expect(shop.products.size).toBe(0);
  const reads = shop.asked.length;
  expect(await push()).toMatchObject({ pushed: 1 });
  expect(shop.asked.length - reads).toBe(1);
  expect(await preview()).toMatchObject({ products: [], unchanged: 1, calls: 0 });

  await tenant.put(`/products/${chair}`, { name: "Armchair", price: 14 });
  await tenant.put(`/products/${chair}/stock`, { quantity: 3 });
  const before = writes().length;
  const changed = await preview();
  expect(changed.products).toMatchObject([{ result: "changed", sends: ["products", "stock"], external_id: "1" }]);
  expect(changed.products[0].changes).toEqual([
    { field: "name", before: "Chair", after: "Armchair", compared_with: "platform" },
    { field: "price", before: "12.50", after: "14.00", compared_with: "platform" },
    { field: "stock", before: "0", after: "3", compared_with: "platform" },
  ]);
  expect(writes()).toHaveLength(before);
  const asked = shop.asked.length;
  await push();
  expect(shop.asked.length - asked).toBe(changed.calls);
  expect(changed.requests).toEqual(
    shop.asked.slice(asked).map(({ method, path }) => ({ method, path: expect.stringContaining(path) })),
  );
});

test("what the shop has already is linked or refused as the connector says; what is removed is hidden", async () => {
  const { shop, tenant, preview, push, product } = await given({ existing_products: "skip", when_removed: "hide" });
  shop.products.set(7, { id: 7, sku: "TAKEN-1", name: "Owner's" });
  const taken = await product({ reference: "TAKEN-1" });
  const { products } = await preview();
  expect(products).toMatchObject([{ product_id: taken, result: "refused", reasons: [expect.any(String)] }]);

  const sold = await product({ reference: "SOLD-1" });
  await push();
  await tenant.delete(`/products/${sold}`);
  expect((await preview()).products).toContainEqual(
    expect.objectContaining({ product_id: sold, result: "hidden", reasons: [] }),
  );
  expect([...shop.products.values()].map((each) => each["status"] ?? "as made")).toEqual(["as made", "as made"]);

  const links = await given();
  links.shop.products.set(7, { id: 7, sku: "TAKEN-1", name: "Owner's" });
  await links.product({ reference: "TAKEN-1" });
  expect((await links.preview()).products).toMatchObject([{ result: "linked" }]);
  expect(links.writes()).toEqual([]);
});

test("a price in dinars, with three decimals, is as it was until it changes", async () => {
  const { tenant, preview, push, product } = await given({ currency: "KWD" });
  const chair = await product({ reference: "CHAIR-1" });
  const { body: list } = await tenant.post("/price-lists", { name: "Gulf", channel: "woocommerce", currency: "KWD" });
  const { body: entry } = await tenant.post(`/price-lists/${list.id}/entries`, { product_id: chair, price: 12.345 });
  await push();
  await tenant.put(`/products/${chair}`, { name: "Armchair" });
  const changes = async () => (await preview()).products[0].changes;
  expect(await changes()).toEqual([{ field: "name", before: "Chair", after: "Armchair", compared_with: "platform" }]);
  await tenant.patch(`/price-lists/${list.id}/entries/${entry.id}`, { price: 12.346 });
  const price = { field: "price", before: "12.345000", after: "12.346000", compared_with: "platform" };
  expect(await changes()).toContainEqual(price);
});

test("page by page; only some products; a category and a brand that would be made are not", async () => {
  const { shop, tenant, preview, writes } = await given();
  const items = Array.from({ length: 150 }, (_, index) => ({ name: `P ${index}`, reference: `R-${index}` }));
  await tenant.post("/appsync/products/sync", items);
  const first = await preview();
  expect(first.products).toHaveLength(100);
  const second = await preview({ cursor: first.next });
  expect(second.products).toHaveLength(50);
  expect(second.next).toBeNull();
  const some = first.products.slice(0, 2).map((each: { product_id: string }) => each.product_id);
  expect((await preview({ product_ids: some })).products).toHaveLength(2);
  const { body: category } = await tenant.post("/categories", { name: "Seats" });
  const { body: brand } = await tenant.post("/brands", { name: "Nordlys" });
  await tenant.put(`/products/${some[0]}`, { category_id: category.id, brand_id: brand.id });
  shop.answers((call) =>
    call.method === "GET" ? { json: [] } : { status: 500, json: { message: "a preview has written" } },
  );
  const placed = await preview({ product_ids: some });
  expect(placed.requests.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining([
      expect.stringContaining("POST /wp-json/wc/v3/products/categories"),
      expect.stringContaining("POST /wp-json/wc/v3/products/brands"),
    ]),
  );
  expect(writes()).toEqual([]);
});

test("without credentials, or an answer, it says why not", async () => {
  const { shop, path, preview, product, tenant } = await given();
  await product({});
  shop.answers(() => ({ status: 401, json: { code: "woocommerce_rest_cannot_view" } }));
  expect(await preview()).toMatchObject({ success: false, message: expect.stringContaining("401"), products: [] });
  await tenant.patch(path, { credentials: {} });
  expect((await tenant.post(`${path}/sync/preview`)).status).toBe(409);
});

test("a price that is kept without tax is sent with it, or not, with the reason; that of the shop is taken without", async () => {
  const { shop, tenant, path, preview, push, product } = await given();
  const chair = await product({ reference: "CHAIR-1", price: 10 });
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false });
  const { products } = await preview();
  expect(JSON.stringify(products)).toContain("/settings/tax/rates");
  expect(products[0].changes.filter(({ field }: { field: string }) => field === "price")).toEqual([]);
  await push();
  expect(shop.products.get(1) ?? {}).not.toHaveProperty("regular_price");

  await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await push();
  expect(shop.products.get(1)).toMatchObject({ regular_price: "12.00" });
  await tenant.post(`${path}/sync/pull-products`, {});
  await runJobs();
  expect((await tenant.get(`/products/${chair}`)).body.price).toBe(10);
  shop.products.set(1, { ...shop.products.get(1), id: 1, name: "Chair", regular_price: "18.00", price: "18.00" });
  await tenant.post(`${path}/sync/pull-products`, {});
  await runJobs();
  expect((await tenant.get(`/products/${chair}`)).body.price).toBe(15);

  await tenant.patch(`/products/${chair}`, { tax_class: "reduced", price: 20 });
  await tenant.admin.post("/settings/tax/rates", { tax_class: "reduced", country: "FR", rate: 5.5 });
  await push();
  expect(shop.products.get(1)).toMatchObject({ regular_price: "21.10" });
});

/** A connector to a marketplace, and a preview of what it would be sent. */
async function givenMarket(id: string) {
  const platform = MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
  const answer = platform.answer(openShelf());
  const market = await openShop(({ method, path, headers, text }) => {
    const { pathname, searchParams: query } = new URL(path, "https://receiver.test");
    const call = { method, path, headers, text, host: "", route: `${method} ${pathname}`, query, body: undefined };
    return platform.isToken?.(call) || pathname.endsWith("/token") ? TOKEN : answer(call);
  });
  const there = servicesTo(market.url);
  const tenant = await newTenant();
  const credentials = Object.fromEntries(
    Object.entries(platform.credentials).map(([name, value]) => [name, value === "" ? market.url : value]),
  );
  const { body } = await tenant.post("/connectors", withTax({ platform_id: id, name: "Market", credentials }));
  const made = { name: "Chair", reference: "CH-1", ean: newEan(), price: 12.5 };
  const { body: chair } = await tenant.post("/products", made);
  await tenant.put(`/products/${chair.id}/stock`, { quantity: 3 });
  const look = async () => {
    const input = { connectorId: body.id, isForced: false, after: 0 };
    const found = await preview(there, tenant.id, input, new AbortController().signal);
    return "error" in found ? expect.unreachable() : found;
  };
  const push = async () => {
    await tenant.post(`/connectors/${body.id}/sync/push-products`);
    await runOutside(there);
  };
  return { market, tenant, chair, look, push, path: `/connectors/${body.id}` };
}

test("of a marketplace it says the same: items, offers and what they would be", async () => {
  const { market, tenant, chair, look, push } = await givenMarket("ebay");
  const writes = () => market.asked.filter(({ method, path }) => method === "POST" && /bulk_(?!get)/.test(path)).length;

  const made = await look();
  expect(made.products).toMatchObject([{ sku: "CH-1", result: "made", reasons: [] }]);
  const ends = made.requests.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1));
  expect(ends.filter((end) => end !== "token")).toEqual([
    ...["bulk_get_inventory_item", "bulk_create_or_replace_inventory_item", "bulk_create_offer", "bulk_publish_offer"],
    "bulk_update_price_quantity",
    "bulk_update_price_quantity",
  ]);
  expect(writes()).toBe(0);
  await push();
  expect(await look()).toMatchObject({ products: [], unchanged: 1, requests: [] });

  await tenant.put(`/products/${chair.id}`, { name: "Armchair", price: 14 });
  const before = writes();
  const [changed] = (await look()).products;
  expect(changed).toMatchObject({ result: "changed", sends: ["products", "prices"] });
  // A price is its offer's, which is not read: it is the one that was sent.
  const [name, price] = [
    { field: "name", before: "Chair", after: "Armchair", comparedWith: "platform" } as const,
    { field: "price", before: "12.50", after: "14.00", comparedWith: "sent" } as const,
  ];
  expect(changed?.changes).toEqual(expect.arrayContaining([name, price]));
  expect(writes()).toBe(before);
});

test.each(["cdiscount", "fnac_darty", "manomano", "mirakl"])(
  "of %s it says what there is, else what was sent last",
  async (id) => {
    const { tenant, chair, look, push } = await givenMarket(id);
    await push();
    expect(await look()).toMatchObject({ products: [], unchanged: 1, requests: [] });
    await tenant.put(`/products/${chair.id}`, { name: "Armchair", price: 14 });
    await tenant.put(`/products/${chair.id}/stock`, { quantity: 7 });
    const [changed] = (await look()).products;
    const changes = new Map(changed?.changes?.map((each) => [each.field, each]));
    expect(changes.get("price")).toEqual({ field: "price", before: "12.50", after: "14.00", comparedWith: "platform" });
    // Octopia's offers may have no stock to be read; three were sent.
    const comparedWith = id === "cdiscount" ? "sent" : "platform";
    expect(changes.get("stock")).toEqual({ field: "stock", before: "3", after: "7", comparedWith });
    // A text that is not read is there only when it is another one than was sent.
    if (id === "cdiscount")
      expect(changes.get("name")).toEqual({ field: "name", before: null, after: "Armchair", comparedWith: "sent" });
    expect([...changes.keys()]).not.toContain("description");
    if (id === "fnac_darty" || id === "manomano") expect([...changes.keys()]).not.toContain("name");
  },
);

test("what is no longer sold on a marketplace is shown with the stock that it loses", async () => {
  const { tenant, chair, look, push, path } = await givenMarket("manomano");
  await tenant.patch(path, { sync_options: { when_removed: "no_stock" } });
  await push();
  await tenant.delete(`/products/${chair.id}`);
  const stock = { field: "stock", before: "3", after: "0", comparedWith: "platform" };
  expect((await look()).products).toMatchObject([{ result: "emptied", changes: [stock] }]);
});
