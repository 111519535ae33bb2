import { afterAll, expect, test } from "bun:test";
import { beginAllBehind } from "../../workers/connectors/follow.ts";
import { openWooCommerce } from "../doubles/shops.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { newEan } from "../products/given.ts";

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
      name: `Told ${id}`,
      regular_price: "9.00",
      stock_quantity: 4,
      images: [{ src: at(`/${src}/${tenant.id}/${id}`) }],
    });
  }
  const { body: ours } = await tenant.post("/products", { name: "Ours", ean: eans[0], price: 12.5 });
  const { body: connector } = await tenant.post("/connectors", {
    platform_id: "woocommerce",
    name: "Shop",
    credentials: shop.credentials,
    sync_options: syncOptions,
  });
  const pull = async (body: object = {}) => {
    await tenant.post(`/connectors/${connector.id}/sync/pull-products`, body);
    await runJobs();
    return (await tenant.get(`/connectors/${connector.id}/jobs`)).body[0];
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
  const asked = shop.asked.length;
  await follow();
  const sent = shop.asked.slice(asked).map(({ text }) => text);
  // Only what the catalog had of its own before: nothing that the shop has told.
  expect(sent.join()).not.toContain("Told");
});

test("what is pushed and pulled in turns comes to rest", async () => {
  const { shop, pull, follow, read, ours } = await given({ auto_push: ["products", "stock", "prices"] });
  await pull();
  await follow();
  const asked = () => shop.asked.filter(({ method }) => method === "POST").length;
  const [before, updatedAt] = [asked(), (await read(ours.id)).updated_at];
  for (let turn = 0; turn < 3; turn++) {
    await pull();
    await follow();
  }
  expect(asked()).toBe(before);
  expect((await read(ours.id)).updated_at).toBe(updatedAt);
});

test("a pull changes only the fields of pull_fields, and creates whole products", async () => {
  const { tenant, ours, pull, read } = await given({ pull_fields: ["stock"] });
  await pull();
  expect(await read(ours.id)).toMatchObject({ title: "Ours", price: 12.5, stock: 4 });
  const made = (await tenant.get("/products?search=Told 2")).body.items;
  expect(made).toMatchObject([{ title: "Told 2", price: 9, stock: 4 }]);
});

test("a pull asks only for what has changed since", async () => {
  const { shop, pull } = await given({});
  await pull({ since_timestamp: "2026-11-21T10:00:00Z" });
  const asked = new URL(shop.asked.at(-1)?.path ?? "", "https://receiver.test").searchParams;
  expect(asked.get("modified_after")).toBe("2026-11-21T10:00:00.000Z");
});
