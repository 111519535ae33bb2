import { expect, test } from "bun:test";
import { shopwareShop } from "../doubles/platforms/shopware-shop.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { deliver } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { givenVaried, IMAGES } from "./varied-catalog.ts";

const CURRENCY = "c".repeat(32);

/** A product with variants, and a Shopware shop for it. */
async function given({
  syncOptions,
  languages = {},
}: {
  syncOptions?: object;
  languages?: Record<string, string>;
} = {}) {
  const store = shopwareShop();
  const shop = await openShop(({ method, path, text, headers }): Reply => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    const route = `${method} ${pathname}`;
    if (pathname === "/api/oauth/token") return { json: { access_token: "t", expires_in: 600 } };
    if (/search\/product-manufacturer$/.test(pathname)) return { json: { data: [] } };
    if (/search\/(?:tax|currency)$/.test(pathname)) return { json: { data: [{ id: CURRENCY }] } };
    if (/search\/sales-channel$/.test(pathname)) return { json: { data: [{ id: "e".repeat(32) }] } };
    const type = String(headers["content-type"]);
    const body = type === "application/json" && text !== "" ? JSON.parse(text) : undefined;
    return store.reply(route, { body, query: searchParams, text, type }) ?? { status: 404, json: {} };
  });
  for (const [id, code] of Object.entries(languages)) {
    store.table("language").set(id, { id, parentId: null, translationCode: { id, code } });
  }
  const credentials = { base_url: shop.url, client_id: "id", client_secret: "secret", webhook_secret: "hook" };
  const isToken = (path: string) => path.includes("oauth");
  const varied = await givenVaried("shopware", shop, { credentials, isToken, ...(syncOptions && { syncOptions }) });
  const parent = () => [...store.table("product").values()].find((row) => !row["parentId"]) ?? expect.unreachable();
  const children = () => store.childrenOf(String(parent()["id"]));
  const optionsOf = (row: Record<string, unknown>) =>
    (row["optionIds"] as string[]).map((id) => store.table("property_group_option").get(id)?.["name"]).join(" ");
  const mediaOf = (id: unknown) =>
    [...store.table("product_media").values()]
      .filter((each) => each["productId"] === id)
      .map((each) => store.table("media").get(String(each["mediaId"])));
  return { ...varied, shop, store, parent, children, optionsOf, mediaOf };
}

test("a product goes with its variants, options, prices, levels and pictures", async () => {
  const { asked, parent, children, optionsOf, mediaOf, store, code } = await given();
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors, job.products]).toEqual([1, 0, []]);
  expect(parent()).toMatchObject({ name: "Shirt", stock: 0, weight: 0.2, price: [{ gross: 20 }] });
  const shown = children().map((row) => [row["productNumber"], optionsOf(row), row["stock"]]);
  expect(shown).toEqual([
    [`${code}-Red-S`, "Red S", 3],
    [`${code}-Red-M`, "Red M", 3],
    [`${code}-Blue-S`, "Blue S", 3],
    [`${code}-Blue-M`, "Blue M", 3],
  ]);
  const prices = children().map((row) => JSON.parse(JSON.stringify(row["price"]))[0]);
  expect(prices.map(({ gross, listPrice }) => [gross, listPrice?.gross])).toEqual([
    ...[
      [20, undefined],
      [22, undefined],
      [18, 25],
      [20, undefined],
    ],
  ]);
  expect([...store.table("property_group").values()].map(({ name }) => name)).toEqual(["Colour", "Size"]);
  expect(store.table("product_configurator_setting").size).toBe(4);
  expect(mediaOf(parent()["id"])).toMatchObject([
    { alt: "Front", file: expect.stringContaining("bytes"), mediaFolderId: "f".repeat(32) },
    { alt: "Back", file: expect.stringContaining("bytes") },
  ]);
  expect(
    children()
      .flatMap(({ id }) => mediaOf(id))
      .map((each) => each?.["file"]),
  ).toEqual([...[`${IMAGES}/red.png`, `${IMAGES}/red.png`, `${IMAGES}/blue.png`, `${IMAGES}/blue.png`]]);
  // One request for all of it, and one for each picture.
  expect(routes.filter((route) => route.endsWith("sync"))).toHaveLength(1);
  expect(routes.filter((route) => route.endsWith("upload"))).toHaveLength(4);
});

test("pushed, pulled, echoed and pushed again both sides are as they were, and the second push makes no call", async () => {
  const { asked, run, whole, shop, store, connector, parent, children, there } = await given();
  await run("push-products");
  const [catalog, kept] = [await whole(), structuredClone(["product", "media", "product_media"].map(store.table))];
  for (const operation of ["push-products", "push-stock", "push-prices"]) {
    expect((await asked(operation)).routes).toEqual([]);
  }
  expect(await run("pull-products")).toMatchObject({ errors: 0, products: [] });
  const ids = [parent(), ...children()].map(({ id }) => String(id));
  for (const id of ids) {
    const payload = [{ entity: "product", operation: "update", primaryKey: id, updatedFields: [] }];
    const source = { url: shop.url, eventId: id };
    const text = JSON.stringify({ data: { payload, event: "product.written" }, source, timestamp: 1 });
    const answer = await deliver(`shopware/webhook?connector=${connector.id}&token=hook`, text, {});
    expect(answer.body).toEqual({ status: "accepted" });
  }
  await runOutside(there);
  expect(await whole()).toEqual(catalog);
  for (const operation of ["push-products", "push-stock", "push-prices"]) {
    expect((await asked(operation)).routes).toEqual([]);
  }
  expect(["product", "media", "product_media"].map(store.table)).toEqual(kept);
});

test("of variants only what changed goes: a level, a price, one that is new, one that is gone", async () => {
  const { asked, run, tenant, path, variantId, variantOf, code, children, optionsOf, store } = await given();
  await run("push-products");
  const rowOf = (end: string) => children().find((row) => row["productNumber"] === `${code}-${end}`);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { stock: 7 });
  // Both were sold there, which was not reported yet: the one that moves here, too.
  for (const end of ["Red-S", "Red-M"]) Object.assign(rowOf(end) ?? {}, { stock: 2 });
  const level = await asked("push-stock");
  expect(level.routes).toEqual(["POST /api/search/product", "POST /api/_action/sync"]);
  expect([rowOf("Red-S")?.["stock"], rowOf("Red-M")?.["stock"]]).toEqual([6, 2]);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 19 });
  expect((await asked("push-prices")).routes).toEqual([
    ...["POST /api/search/product", "POST /api/search/currency", "POST /api/_action/sync"],
  ]);
  expect(rowOf("Red-S")?.["price"]).toMatchObject([{ gross: 19 }]);
  await tenant.post(`${path}/bulk`, { variants: [variantOf("Green", "S", { image_url: null })] });
  await tenant.delete(`${path}/${await variantId(`${code}-Blue-M`)}`);
  await tenant.patch(`${path}/${await variantId(`${code}-Blue-S`)}`, { image_url: `${IMAGES}/navy.png` });
  const { job, routes } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(routes.filter((route) => route.endsWith("upload"))).toHaveLength(1);
  expect(children().map(optionsOf).toSorted()).toEqual(["Blue S", "Green S", "Red M", "Red S"]);
  expect(rowOf("Red-S")?.["stock"]).toBe(6);
  const files = [...store.table("media").values()].map((each) => each["file"]);
  expect(files).toContain(`${IMAGES}/navy.png`);
  expect(files).not.toContain(`${IMAGES}/blue.png`);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("a picture that cannot be had is named, the product arrives, and the next push tries it alone", async () => {
  const { asked, tenant, path, variantId, code, children, mediaOf } = await given();
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { image_url: `${IMAGES}/nothing.png` });
  const { job } = await asked("push-products");
  expect([job.pushed, job.errors]).toEqual([1, 0]);
  expect(job.products).toMatchObject([{ result: "noted", message: expect.stringContaining("nothing.png") }]);
  const first = children().find((row) => row["productNumber"] === `${code}-Red-S`);
  expect(mediaOf(first?.["id"])).toEqual([]);
  const again = await asked("push-products");
  expect(again.routes.filter((route) => route.endsWith("upload"))).toHaveLength(1);
});

test("a product that is one there and has variants here is refused with what to do, and so is the other way round", async () => {
  const { asked, run, store, parent, tenant, path, variantId, code } = await given();
  await run("push-products");
  for (const row of store.childrenOf(String(parent()["id"]))) store.table("product").delete(String(row["id"]));
  const plain = await asked("push-products", { force: true });
  expect(plain.job.products).toMatchObject([{ result: "error", message: expect.stringContaining("without variants") }]);
  expect(plain.routes).toEqual(["POST /api/search/language", "POST /api/search/product"]);
  store.table("product").set("x", { id: "x", parentId: parent()["id"], productNumber: "theirs" });
  for (const end of ["Red-S", "Red-M", "Blue-S", "Blue-M"])
    await tenant.delete(`${path}/${await variantId(`${code}-${end}`)}`);
  const varied = await asked("push-products");
  expect(varied.job.products).toMatchObject([
    { result: "error", message: expect.stringContaining("has no variants here") },
  ]);
});

test("a preview of it asks only what reads", async () => {
  const { preview, store, shop } = await given();
  const before = shop.asked.length;
  const { products } = await preview();
  expect(products).toMatchObject([{ result: "made" }]);
  expect(shop.asked.slice(before).every(({ path }) => /\/search\/|oauth/.test(path))).toBe(true);
  expect(store.table("product").size).toBe(0);
});

test("S31.3 prices in other currencies and a reduction of the shop's own stay when ours are sent", async () => {
  const { asked, run, parent, children, tenant, path, variantId, code } = await given();
  await tenant.patch(`${path}/${await variantId(`${code}-Blue-S`)}`, { compare_at_price: null });
  await run("push-products");
  const dollars = { currencyId: "9".repeat(32), gross: 33, net: 30, linked: false };
  const listPrice = { currencyId: CURRENCY, gross: 50, net: 40, linked: false };
  const small = () => children().find((row) => row["productNumber"] === `${code}-Red-S`) ?? expect.unreachable();
  for (const row of [parent(), small()]) {
    row["price"] = [dollars, { ...(row["price"] as object[])[0], listPrice }];
  }
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 19 });
  expect((await asked("push-prices")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(small()["price"]).toMatchObject([dollars, { currencyId: CURRENCY, gross: 19, listPrice }]);
  await tenant.patch(`${path}/${await variantId(`${code}-Red-S`)}`, { price: 21 });
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(small()["price"]).toMatchObject([dollars, { currencyId: CURRENCY, gross: 21 }]);
  expect(parent()["price"]).toMatchObject([dollars, { gross: 20 }]);
});

const SYSTEM = "2fbb5fe2e29a4d70aa5854ce7ce3e20b";
const [ENGLISH, ITALIAN] = ["1".repeat(32), "2".repeat(32)];

test("S31.8 texts go in each language that the shop has, each by its own id; those of other languages stay, and are read in ours", async () => {
  const languages = { [SYSTEM]: "de-DE", [ENGLISH]: "en-GB", [ITALIAN]: "it-IT" };
  const syncOptions = { language: "en", languages: ["de", "it"] };
  const { run, parent, tenant, path, shop, asked } = await given({ syncOptions, languages });
  const product = path.replace("/variants", "");
  await tenant.put(`${product}/content-variants/de`, { title: "Hemd", description: "<p>Leinen</p>" });
  await tenant.put(`${product}/content-variants/en`, { title: "Shirt (en)", seo_title: "A shirt" });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0, products: [] });
  expect(parent()).toMatchObject({
    ...{ name: "Hemd", description: "<p>Leinen</p>" },
    translations: { [ENGLISH]: { name: "Shirt (en)", metaTitle: "A shirt" } },
  });
  expect(parent()["translations"]).not.toHaveProperty(ITALIAN);
  parent()["name"] = "Vom Laden";
  await tenant.put(`${product}/content-variants/en`, { title: "Linen shirt" });
  await tenant.delete(`${product}/content-variants/de`);
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(parent()).toMatchObject({ name: "Vom Laden", translations: { [ENGLISH]: { name: "Linen shirt" } } });
  await run("pull-products");
  const pulled = shop.asked.filter(({ path: each }) => each === "/api/search/product").at(-1);
  expect(pulled?.headers["sw-language-id"]).toBe(ENGLISH);
  expect((await asked("push-products")).routes).toEqual([]);
});

test("S31.7 tags, categories and custom fields go; what is no longer ours is taken out, custom fields of the owner stay", async () => {
  const field_map = [{ target: "customFields.material", value: "linen" }];
  const { run, parent, tenant, path, store, asked } = await given({ syncOptions: { field_map } });
  const product = path.replace("/variants", "");
  const [shirts, sale] = [
    await tenant.post("/categories", { name: "Shirts" }),
    await tenant.post("/categories", { name: "Sale" }),
  ];
  await tenant.patch(product, { category_id: shirts.body.id });
  await tenant.put(`${product}/tags`, { names: ["Linen", "Summer"] });
  expect(await run("push-products")).toMatchObject({ pushed: 1, errors: 0, products: [] });
  const named = (table: string, ids: unknown) => (ids as string[]).map((id) => store.table(table).get(id)?.["name"]);
  expect(named("tag", parent()["tagIds"])).toEqual(["Linen", "Summer"]);
  expect(named("category", parent()["categoryIds"])).toEqual(["Shirts"]);
  expect(parent()["customFields"]).toEqual({ material: "linen" });
  parent()["customFields"] = { material: "cotton", owners: "own" };
  await tenant.patch(product, { category_id: sale.body.id });
  await tenant.put(`${product}/tags`, { names: ["Summer"] });
  expect((await asked("push-products")).job).toMatchObject({ pushed: 1, errors: 0 });
  expect(named("tag", parent()["tagIds"])).toEqual(["Summer"]);
  expect(named("category", parent()["categoryIds"])).toEqual(["Sale"]);
  expect(parent()["customFields"]).toEqual({ material: "linen", owners: "own" });
  expect((await asked("push-products")).routes).toEqual([]);
});
