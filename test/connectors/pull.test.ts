import { afterAll, expect, test } from "bun:test";
import type { PushedProduct } from "../../db/connectors/pushed-products.ts";
import { newImagesOf } from "../../src/connectors/adapters/each.ts";
import { woocommerce } from "../../src/connectors/adapters/woocommerce/platform.ts";
import { priceTermsOf } from "../../src/connectors/engine/price-terms.ts";
import { planContent } from "../../src/connectors/engine/push/content-rules.ts";
import { beginAllBehind } from "../../workers/connectors/follow.ts";
import { itemsOf } from "../../workers/connectors/push-items.ts";
import { sentOf } from "../../workers/connectors/sent.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { FORMATS, formOf } from "../media/images.ts";
import { newEan } from "../products/given.ts";
import { withTax } from "./with-tax.ts";

const fetched: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) => {
    const { pathname } = new URL(url);
    fetched.push(pathname);
    return pathname.startsWith("/gone") ? new Response(null, { status: 404 }) : new Response(SMALL);
  },
});
afterAll(() => server.stop(true));
const at = (path: string) => `http://receiver.test:${server.port}${path}`;

/** A shop with some products, of which the catalog has the first under another title. */
async function given(syncOptions: object) {
  const shop = await openWooCommerce();
  const tenant = await newTenant();
  const eans = [newEan(), newEan(), newEan()];
  for (const [place, ean] of eans.entries()) {
    const id = place + 1;
    const src = place === 2 ? "gone" : "image";
    shop.products.set(id, {
      id,
      sku: `${tenant.id}-${id}`,
      global_unique_id: ean,
      name: `Reported ${id}`,
      regular_price: "9.00",
      stock_quantity: 4,
      images: [{ src: at(`/${src}/${tenant.id}/${id}`) }],
    });
  }
  const { body: ours } = await tenant.post("/products", { name: "Ours", ean: eans[0], price: 12.5 });
  const { body: connector } = await tenant.post(
    "/connectors",
    withTax({
      platform_id: "woocommerce",
      name: "Shop",
      credentials: shop.credentials,
      sync_options: syncOptions,
    }),
  );
  const pull = async (body: object = {}) => {
    await tenant.post(`/connectors/${connector.id}/sync/pull-products`, body);
    await runJobs();
    return { ...(await tenant.get(`/connectors/${connector.id}/jobs`)).body[0], connector: connector.id };
  };
  const follow = async () => {
    await beginAllBehind(services);
    await runJobs();
  };
  const read = async (id: string) => (await tenant.get(`/products/${id}`)).body;
  const fetchedHere = () => fetched.filter((path) => path.includes(tenant.id));
  return { shop, tenant, ours, pull, follow, read, fetchedHere };
}

test("a pull fetches images only where the connector says so, and only of products that have none", async () => {
  const without = await given({});
  await without.pull();
  expect(without.fetchedHere()).toEqual([]);
  expect((await without.read(without.ours.id)).image_url ?? null).toBeNull();

  const { tenant, ours, pull, read, fetchedHere } = await given({ pull_images: true });
  expect(await pull()).toMatchObject({ status: "completed", updated: 1, pulled: 2 });
  expect(fetchedHere()).toHaveLength(3);
  const { items } = (await tenant.get(`/products/${ours.id}/media`)).body;
  expect(items).toMatchObject([{ is_primary: true, content_type: "image/png", width: expect.any(Number) }]);
  expect((await read(ours.id)).primary_image_url).toBe(items[0].url);
  await pull();
  expect(fetchedHere().filter((path) => path.endsWith("/1"))).toHaveLength(1);
});

test("images that a pull has fetched are not sent back", async () => {
  const { shop, pull, follow, fetchedHere } = await given({ pull_images: true, auto_push: ["products"] });
  await follow();
  await pull();
  expect(fetchedHere()).toHaveLength(3);
  const requests = shop.asked.length;
  await follow();
  const sent = shop.asked.slice(requests).map(({ text }) => text);
  // Only what the catalog had of its own before: nothing that came from the shop.
  expect(sent.join()).not.toContain("Reported");
});

test("a push leaves the images that the shop has, until the one here is another", async () => {
  const { tenant, ours } = await given({});
  const db = services.reader(tenant.id);
  const name = async (file: Buffer, fileName: string) =>
    void (await tenant.post(`/products/${ours.id}/media/upload`, formOf(file, {}, fileName)));
  await name(SMALL, "one.png");
  const stored: PushedProduct = {
    rowId: 1,
    id: ours.id,
    priceCents: null,
    stock: 0,
    taxRate: null,
    extra: {},
    titleKey: "",
    imageUrl: null,
    status: "active",
    workflowStatus: "draft",
    externalId: "7",
    externalItemId: null,
    updatedAtUs: 1,
    sent: null,
    parts: null,
    pulledUs: 1,
    isDoubtful: false,
    isHidden: false,
    deletedAtMs: null,
    reference: null,
  };
  const options = { language: null, entityId: null, rules: [] };
  const plan = planContent(woocommerce, options, { pivot: "fr", enabled: ["fr"] }, { languages: [], origin: "" });
  const prices = priceTermsOf({ syncOptions: {} }, woocommerce);
  const place = {
    platformId: "woocommerce",
    options: { sends: undefined },
    plan,
    prices,
    rulesCategory: false,
    stockOwner: "catalog" as const,
    comparesLevels: true,
  };
  const itemOf = async (known: Partial<PushedProduct>) => {
    const [item = expect.unreachable()] = await itemsOf([{ ...stored, ...known }], place, {
      db,
      services,
      connectorId: "none",
    });
    return item;
  };
  const sent = sentOf(null, await itemOf({}), "products", { isSeparate: false });
  const imagesSent = async (known: Partial<PushedProduct>) =>
    newImagesOf(await itemOf(known))?.map(({ file }) => file?.name) ?? null;
  // It came by a pull; it is there as it was sent; and the platform has sent another title meanwhile.
  const storedValue = [{ sent: null }, { sent }, { sent: `?${sent.slice(22, 34)} ? ?` }];
  expect(await Promise.all(storedValue.map(imagesSent))).toEqual([null, null, null]);
  expect(await imagesSent({ externalId: null })).toEqual(["one.png"]);
  await name(FORMATS["image/png"](30, 10), "two.png");
  expect(await imagesSent({ sent })).toEqual(["one.png", "two.png"]);
});

test("what is pushed and pulled in turns comes to rest", async () => {
  const { shop, pull, follow, read, ours } = await given({ auto_push: ["products", "stock", "prices"] });
  await pull();
  await follow();
  const requests = () => shop.asked.filter(({ method }) => method === "POST").length;
  const [before, updatedAt] = [requests(), (await read(ours.id)).updated_at];
  for (let turn = 0; turn < 3; turn++) {
    await pull();
    await follow();
  }
  expect(requests()).toBe(before);
  expect((await read(ours.id)).updated_at).toBe(updatedAt);
});

test("a pull changes only the fields of pull_fields, and creates whole products", async () => {
  const { tenant, ours, pull, read } = await given({ pull_fields: ["stock"] });
  await pull();
  expect(await read(ours.id)).toMatchObject({ title: "Ours", price: 12.5, stock: 4 });
  const made = (await tenant.get("/products?search=Reported 2")).body.items;
  expect(made).toMatchObject([{ title: "Reported 2", price: 9, stock: 4 }]);
});

test("a pull asks only for what has changed since", async () => {
  const { shop, pull } = await given({});
  await pull({ since_timestamp: "2026-11-21T10:00:00Z" });
  const requests = new URL(shop.asked.at(-1)?.path ?? "", "https://receiver.test").searchParams;
  expect(requests.get("modified_after")).toBe("2026-11-21T10:00:00.000Z");
});

test("a pull knows a product by the shop's id, then by its EAN, then by its SKU", async () => {
  const { shop, tenant, pull, read } = await given({});
  shop.products.clear();
  const make = async (name: string) =>
    (await tenant.post("/products", { name, ean: newEan(), reference: `${tenant.id}-${name}` })).body;
  const [byId, byEan, bySku] = [await make("A"), await make("B"), await make("C")];
  const report = (id: number, name: string, codes: object) => shop.products.set(id, { id, name, ...codes });
  report(1, "first", { sku: byId.reference });
  expect(await pull()).toMatchObject({ updated: 1, pulled: 0 });
  // It has other codes there now: it stays the same product.
  report(1, "by id", { sku: bySku.reference, global_unique_id: byEan.ean });
  report(2, "by EAN", { sku: bySku.reference, global_unique_id: byEan.ean });
  report(3, "by SKU", { sku: bySku.reference });
  report(4, "new", { sku: `${tenant.id}-D` });
  expect(await pull()).toMatchObject({ updated: 3, pulled: 1, errors: 0 });
  const names = await Promise.all([byId, byEan, bySku].map(async ({ id }) => (await read(id)).title));
  expect(names).toEqual(["by id", "by EAN", "by SKU"]);
  expect(await read(byId.id)).toMatchObject({ ean: byId.ean, reference: byId.reference });
});

test("a pull while an own price is not pushed yet takes the shop's, unless the price is locked", async () => {
  const open = await given({ auto_push: ["prices"] });
  await open.pull();
  await open.tenant.patch(`/products/${open.ours.id}`, { price: 20 });
  await open.pull();
  expect((await open.read(open.ours.id)).price).toBe(9);

  const locked = await given({ auto_push: ["prices"], pull_fields: ["name", "stock"] });
  await locked.pull();
  await locked.follow();
  await locked.tenant.patch(`/products/${locked.ours.id}`, { price: 20 });
  await locked.pull();
  expect((await locked.read(locked.ours.id)).price).toBe(20);
  await locked.follow();
  expect(locked.shop.products.get(1)).toMatchObject({ regular_price: "20.00" });
});

test("pull_fields takes only fields that are pulled", async () => {
  const tenant = await newTenant();
  const connector = { platform_id: "woocommerce", name: "Shop", sync_options: { pull_fields: ["colour"] } };
  const { status, body } = await tenant.post("/connectors", withTax(connector));
  expect([status, body.error.details[0].field]).toEqual([422, "sync_options.pull_fields.0"]);
});

test("a pull names each product that it cannot take in, and why", async () => {
  const { shop, tenant, pull } = await given({});
  const { body: product } = await tenant.post("/products", { name: "Held", ean: newEan() });
  const ean = newEan();
  await tenant.post(`/products/${product.id}/variants/bulk`, { variants: [{ sku: "V-1", ean }] });
  shop.products.clear();
  shop.products.set(5, { id: 5, name: "Held by a variant", sku: "S-5", global_unique_id: ean });
  const { id, connector } = await pull();
  const reported = (await tenant.get(`/connectors/${connector}/sync/jobs/${id}`)).body;
  expect(reported).toMatchObject({ status: "completed", errors: 1, pulled: 0 });
  expect(reported.products).toEqual([
    { product_id: null, sku: "S-5", external_id: "5", result: "error", message: expect.stringMatching(/variant|EAN/i) },
  ]);
});
