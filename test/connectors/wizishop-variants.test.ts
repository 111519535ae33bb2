import { expect, test } from "bun:test";
import type { Call } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { wizishopShop } from "../doubles/wizishop-shop.ts";
import { deliver, newDelivery } from "./deliveries.ts";
import { runOutside } from "./services-to.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

async function given(options: object = {}) {
  const wizi = wizishopShop();
  const tax = { default_tax_rate: 20, ...options };
  const loses = { answers: false };
  const reply = (call: Call): Reply => {
    const answer = wizi.reply(call);
    return loses.answers && call.path.includes("/skus/") ? null : answer;
  };
  const hook = newDelivery();
  const credentials = { shop_id: "s1", api_key: "k", webhook_token: hook };
  const catalog = await openVariedCatalog("wizishop", credentials, reply, tax);
  const shown = () => {
    const [product = expect.unreachable()] = wizi.products.values();
    return product;
  };
  return { ...catalog, wizi, shown, loses, hook };
}

test("variants are the options of an attribute, with their SKUs, prices without tax and stock, and all pictures go", async () => {
  const { push, shown, sku } = await given();
  expect(await push()).toMatchObject({ status: "completed", pushed: 1, errors: 0, products: [] });
  expect(shown()).toMatchObject({ name: "Shirt", sku: sku("SH"), images: [expect.any(String), expect.any(String)] });
  expect(shown().attributes).toMatchObject([
    {
      name: "Size",
      options: [
        { value: "S", sku: sku("S"), quantity: 2, price_tax_excluded: 16.666667 },
        { value: "M", sku: sku("M"), quantity: 5, price_tax_excluded: 18.333333 },
      ],
    },
  ]);
});

test("push, pull and push again leave both sides as they were; a second push makes no call", async () => {
  const { push, sync, own, shown, askedIn } = await given();
  await push();
  const [here, there] = [await own(), JSON.stringify(shown())];
  expect(await askedIn(push)).toEqual([]);
  expect(await sync("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await own()).toBe(here);
  expect(await askedIn(push)).toEqual([]);
  expect(JSON.stringify(shown())).toBe(there);
});

test("S31.3 a reduced variant has its whole price and a percentage; pulled and pushed again both sides are as they were", async () => {
  const { push, sync, own, shown, sku, tenant, path, variantId, askedIn } = await given();
  const small = `${path}/variants/${await variantId(sku("S"))}`;
  await tenant.patch(small, { price: 12.99, compare_at_price: 19.99 });
  await push();
  const option = () => shown().attributes[0]?.options[0];
  expect(option()).toMatchObject({ price_tax_excluded: 16.658333, reduction: 35.017507, reduction_type: "percentage" });
  expect(shown().attributes[0]?.options[1]).not.toHaveProperty("reduction");
  const [here, there] = [await own(), JSON.stringify(shown())];
  expect(await sync("pull-products")).toMatchObject({ status: "completed", errors: 0, products: [] });
  expect(await own()).toBe(here);
  expect(await askedIn(push)).toEqual([]);
  expect(JSON.stringify(shown())).toBe(there);
  await tenant.patch(small, { price: 19.99, compare_at_price: null });
  await push();
  expect(option()).toMatchObject({ price_tax_excluded: 16.658333, reduction: 0 });
});

test("the echo of our own push by a webhook changes nothing here, and nothing goes back", async () => {
  const { push, own, shown, sku, askedIn, hook, there, tenant, path, variantId } = await given();
  await push();
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  await push();
  const [here, product] = [await own(), JSON.stringify(shown())];
  const headers = { "x-webhook-token": hook, "x-wizishop-webhook-id": newDelivery() };
  expect((await deliver("wizishop/webhook", product, headers)).body).toMatchObject({ status: "accepted" });
  await runOutside(there);
  expect(await own()).toBe(here);
  expect(await askedIn(push)).toEqual([]);
  expect(JSON.stringify(shown())).toBe(product);
});

test("a pull reads prices of each product alone, as the list has none", async () => {
  const { push, sync, shown, tenant, path, askedIn } = await given();
  await push();
  const [attribute = expect.unreachable()] = shown().attributes;
  const [small = expect.unreachable()] = attribute.options;
  small.price_tax_excluded = 20;
  const asked = await askedIn(() => sync("pull-products"));
  expect(asked.map(({ route }) => route)).toContain(`GET /v3/shops/s1/products/${shown().id}`);
  const { body } = await tenant.get(`${path}/variants`);
  expect(body.variants.map(({ price }: { price: number }) => price)).toEqual([24, 22]);
});

test("variants are changed, made and removed; what the owner has added stays", async () => {
  const { push, shown, sku, tenant, path, variantId, askedIn } = await given();
  await push();
  shown().attributes[0]?.options.push({ value: "XXL", sku: "OWNERS", quantity: 3 });
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { stock: 9 });
  const levels = await askedIn(push);
  // The other one may have been sold meanwhile.
  expect(levels.map(({ route }) => route)).toEqual([`PATCH /v3/shops/s1/skus/${sku("S")}`]);
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" }, stock: 1 }] });
  await tenant.delete(`${path}/variants/${await variantId(sku("S"))}`);
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown().attributes[0]?.options.map((each) => [each.value, each.sku, each.quantity])).toEqual([
    ["M", sku("M"), 5],
    ["L", sku("L"), 1],
    ["XXL", "OWNERS", 3],
  ]);
  await tenant.patch(`${path}/variants/${await variantId(sku("M"))}`, { price: 24 });
  await push();
  expect(shown().attributes[0]?.options[0]).toMatchObject({ price_tax_excluded: 20, quantity: 5 });
});

test("a level is changed by what changed here, and is replaced where the answer to that was lost", async () => {
  const { push, sync, shown, sku, tenant, path, variantId, loses } = await given();
  await push();
  const option = (name: string) =>
    shown().attributes[0]?.options.find((each) => each.sku === sku(name)) ?? expect.unreachable();
  const setStock = async (name: string, stock: number) =>
    tenant.patch(`${path}/variants/${await variantId(sku(name))}`, { stock });
  option("S").quantity = 1;
  await setStock("S", 9);
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect(option("S").quantity).toBe(8);
  await setStock("S", 4);
  loses.answers = true;
  expect(await sync("push-stock")).toMatchObject({ status: "failed" });
  expect(option("S").quantity).toBe(3);
  loses.answers = false;
  option("M").quantity = 4;
  expect(await sync("push-stock")).toMatchObject({ pushed: 1, errors: 0 });
  expect([option("S").quantity, option("M").quantity]).toEqual([4, 4]);
});

test("one that is simple there and has variants here is an error, and not half sent", async () => {
  const { push, shown, tenant, path, sku, variantId } = await given();
  for (const name of ["S", "M"]) await tenant.delete(`${path}/variants/${await variantId(sku(name))}`);
  await push();
  const simple = JSON.stringify(shown());
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" } }] });
  const job = await push();
  expect(job).toMatchObject({ pushed: 0, errors: 1 });
  expect(job.products[0].message).toContain("delete it there");
  expect(JSON.stringify(shown())).toBe(simple);
});

test("S31.9 what push_fields leave out of a variant is sent back as the shop has it: price, reduction, EAN, weight, picture and stock", async () => {
  const { push, shown, sku, tenant, path, variantId, connector } = await given();
  await push();
  const [small = expect.unreachable()] = shown().attributes[0]?.options ?? [];
  const owners = { price_tax_excluded: 99, reduction: 10, reduction_type: "percentage" as const, quantity: 1 };
  Object.assign(small, { ...owners, ean13: "0000000000017", weight: 7, image: "https://images.example/owners.png" });
  const before = { ...small };
  await tenant.patch(`/connectors/${connector.id}`, {
    sync_options: { default_tax_rate: 20, push_fields: ["name", "variants"] },
  });
  await tenant.patch(path, { name: "Linen shirt" });
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { price: 30, compare_at_price: 40 });
  expect(await push()).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown()).toMatchObject({ name: "Linen shirt" });
  expect(shown().attributes[0]?.options[0]).toEqual(before);
  await tenant.post(`${path}/variants/bulk`, { variants: [{ sku: sku("L"), option_values: { Size: "L" }, stock: 1 }] });
  await push();
  expect(shown().attributes[0]?.options[2]).toEqual({ active: true, value: "L", sku: sku("L") } as never);
});

test("S31.9 a push of prices changes nothing of a variant but its price, and no attribute of the owner's", async () => {
  const { push, sync, shown, sku, tenant, path, variantId } = await given();
  await push();
  const [small = expect.unreachable()] = shown().attributes[0]?.options ?? [];
  Object.assign(small, { ean13: "0000000000017", weight: 7, quantity: 1, value: "Small" });
  const gift = { name: "Gift", label: "Gift wrap", options: [{ value: "Yes", sku: "GIFT", quantity: 4 }] };
  shown().attributes.push(gift);
  const before = { ...small };
  await tenant.patch(`${path}/variants/${await variantId(sku("S"))}`, { price: 24 });
  expect(await sync("push-prices")).toMatchObject({ pushed: 1, errors: 0 });
  expect(shown().attributes[0]?.options[0]).toEqual({ ...before, price_tax_excluded: 20 });
  expect(shown().attributes[1]).toEqual(gift);
  await tenant.patch(path, { name: "Linen shirt" });
  await push();
  expect(shown().attributes[1]).toEqual(gift);
});

test("S31.7 short description, tags, SEO, slug, tax and category with its tree arrive; what the shop has of its SEO beside stays", async () => {
  const { push, shown, tenant, path, wizi, askedIn } = await given({ tax_classes: [{ rate: 20, tax_class: "3" }] });
  const clothes = await tenant.post("/categories", { name: "Clothes" });
  const shirts = await tenant.post("/categories", { name: "Shirts", parent_id: clothes.body.id });
  wizi.categories.push({ id: 900, name: "Clothes" });
  await tenant.patch(path, {
    ...{ category_id: shirts.body.id, short_description: "<p>Short</p>", url_slug: "the-shirt" },
    ...{ seo_title: "A shirt", seo_meta_description: "Of linen" },
  });
  await tenant.put(`${path}/tags`, { names: ["linen"] });
  expect(await push()).toMatchObject({ pushed: 1, errors: 0, products: [] });
  const made = wizi.categories[1] ?? expect.unreachable();
  expect(made).toMatchObject({ name: "Shirts", id_parent: 900 });
  expect(shown() as object).toMatchObject({
    ...{ short_description: "<p>Short</p>", url: "the-shirt", tags: ["linen"], tax: 3, category_id: made.id },
    meta: { title: "A shirt", description: "Of linen" },
  });
  Object.assign(shown(), { meta: { ...shown().meta, keywords: "owner's" } });
  await tenant.patch(path, { seo_title: "Another shirt" });
  const calls = await askedIn(push);
  expect(calls.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  expect(shown().meta).toEqual({ title: "Another shirt", description: "Of linen", keywords: "owner's" });
  expect(await askedIn(push)).toEqual([]);
});

test("S31.10 a variant that its owner has reduced there is read with what it is reduced from", async () => {
  const { push, sync, shown, tenant, path } = await given();
  await push();
  const [small = expect.unreachable()] = shown().attributes[0]?.options ?? [];
  Object.assign(small, { price_tax_excluded: 25, reduction: 20, reduction_type: "percentage" });
  await sync("pull-products");
  const { body } = await tenant.get(`${path}/variants`);
  expect(body.variants[0]).toMatchObject({ price: 24, compare_at_price: 30 });
  expect(body.variants[1]).toMatchObject({ compare_at_price: null });
});
