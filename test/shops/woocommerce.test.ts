import { expect, test } from "bun:test";
import { member } from "../../src/connectors/engine/platform-values.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { given, openTested } from "./shop.ts";
import { pushedLamp, sizedLamp } from "./sized.ts";
import { woocommerceShop } from "./woocommerce.ts";

const good = openTested(woocommerceShop);
const { open } = good;
const READ_KEY = {
  consumer_key: given("woocommerce", "read_key", "ck_r"),
  consumer_secret: given("woocommerce", "read_secret", "cs_r"),
};
const idOf = (outcome: unknown) => String(member(outcome, "externalId"));

test("woocommerce: a test says what is wrong as an owner understands it", async () => {
  const wrong = await open("wrong-secret", { consumer_secret: "cs_wrong" });
  await expect(wrong.adapter.test(wrong.api)).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringMatching(/secret|https/),
  });
  const unknown = await open("unknown-key", { consumer_key: "ck_wrong" });
  await expect(unknown.adapter.test(unknown.api)).rejects.toMatchObject({ reason: "credentials" });
  const reader = await open("reading-key", READ_KEY);
  await expect(reader.adapter.test(reader.api)).rejects.toMatchObject({
    message: expect.stringContaining("Read/Write"),
  });
  const elsewhere = await open("elsewhere", { store_url: `${good.address}/nothing-here` });
  await expect(elsewhere.adapter.test(elsewhere.api)).rejects.toMatchObject({
    message: expect.stringContaining("There is no WooCommerce REST API"),
  });
});

test("woocommerce: a test proves reading and writing, and reads what there is to choose from", async () => {
  const shop = await open("good-key", { store_url: `${good.address}/wp-admin/index.php` });
  const facts = await shop.adapter.test(shop.api);
  expect(facts?.choices.currencies).toEqual([{ id: expect.stringMatching(/^[A-Z]{3}$/), name: expect.any(String) }]);
  expect(facts?.choices.taxes?.map(({ id }) => id)).toContain("standard");
  expect(facts?.choices.categories?.length).toBeGreaterThan(0);
  expect(["included", "excluded"]).toContain(facts?.priceTax ?? "");
  expect(facts?.warnings).toEqual([]);
});

test("woocommerce: products are made and changed, with their stock and price, one refused among them", async () => {
  const { push, ask, sku, done } = await open("made");
  const items = [
    lamp(sku(1), { ean: "4006381333931", title: "Vis & écrous <M8> 5 = 5", description: "<p>Bright</p>" }),
    // A code that another product of the shop has.
    lamp(sku(2), { ean: "4006381333931" }),
    lamp(sku(3), { ean: null, brand: null, weight: null, priceCents: null }),
  ];
  const made = await push(items);
  expect(structuredClone(made)).toMatchObject([
    { productId: items[0]?.productId, externalId: expect.stringMatching(/^\d+$/) },
    { error: expect.stringMatching(/global_unique_id|GTIN/i) },
    { externalId: expect.stringMatching(/^\d+$/) },
  ]);
  const known = [made[0], made[2]].map((each, at) => ({ ...(items[at * 2] ?? lamp("")), externalId: idOf(each) }));
  const changed = known.map((each) => ({ ...each, stock: 9, priceCents: 1_999 }));
  expect(await push(changed)).toMatchObject(known.map(({ externalId }) => ({ externalId })));
  expect(
    await push(
      changed.map((each) => ({ ...each, stock: 5 })),
      "stock",
    ),
  ).toHaveLength(2);
  expect(
    await push(
      changed.map((each) => ({ ...each, priceCents: 2_500 })),
      "prices",
    ),
  ).toHaveLength(2);
  const there = (await ask("GET", `/products/${known[0]?.externalId}?context=edit`)).json();
  expect(there).toMatchObject({ sku: sku(1), regular_price: "25.00", stock_quantity: 5, weight: "1" });
  await done();
});

test("woocommerce: what is read is what was sent", async () => {
  const { adapter, api, push, sku, done } = await open("read");
  const title = "Vis & écrous « M8 » <inox> – 5 = 5";
  const description = '<p>Deux &amp; trois.</p>\n<ul>\n<li>"Un"</li>\n</ul>';
  const [made] = await push([lamp(sku(1), { ean: null, title, description, stock: 7 })]);
  const sinceMs = Date.now() - 120_000;
  const page = await adapter.pull?.(api, { sinceMs, cursor: null });
  const read = page?.products.find(({ externalId }) => externalId === idOf(made));
  expect(read).toMatchObject({ sku: sku(1), title, description, stock: 7, priceCents: 1_250 });
  await done();
});

test("woocommerce: the level of a variant goes alone: what was sold of another one and not reported stays sold", async () => {
  const { push, ask, sku, done } = await open("variants");
  const item = sizedLamp(sku(1));
  const [made] = await push([item]);
  const { known, ids } = pushedLamp(item, made, [2, 9]);
  const path = `/products/${known.externalId}/variations`;
  const levelsOf = () =>
    Promise.all(ids.map(async (id) => member((await ask("GET", `${path}/${id}`)).json(), "stock_quantity")));
  expect(await levelsOf()).toEqual([2, 2]);
  const line = { product_id: Number(known.externalId), variation_id: Number(ids[0]), quantity: 1 };
  const order = await ask("POST", "/orders", { status: "processing", line_items: [line] });
  expect(await levelsOf()).toEqual([1, 2]);
  expect(await push([known], "stock")).toMatchObject([{ externalId: known.externalId }]);
  expect(await levelsOf()).toEqual([1, 9]);
  await ask("DELETE", `/orders/${member(order.json(), "id")}?force=true`);
  await done();
});

test("woocommerce: a product without variations becomes one with them, under its id, and the push says so", async () => {
  const { push, ask, sku, done } = await open("becomes");
  const [made] = await push([lamp(sku(1), { ean: null, stock: 7 })]);
  const [varied = expect.unreachable()] = await push([{ ...sizedLamp(sku(1)), externalId: idOf(made) }]);
  expect(varied).toMatchObject({ externalId: idOf(made) });
  expect(member(varied, "remarks")).toContainEqual(expect.stringContaining("without variations"));
  const path = `/products/${idOf(made)}`;
  const whole = (await ask("GET", `${path}?context=edit`)).json();
  expect(whole).toMatchObject({ type: "variable", manage_stock: false, sku: sku(1) });
  const there = (await ask("GET", `${path}/variations?context=edit&orderby=id&order=asc`)).json();
  expect(there).toMatchObject([{ stock_quantity: 2 }, { stock_quantity: 2 }]);
  await done();
});

test("woocommerce: what is reduced has its regular price struck through, variants too, and no more when that ends", async () => {
  const { adapter, api, push, ask, sku, done } = await open("reductions");
  const plain = lamp(sku(1), { ean: null, priceCents: 1_000, compareAtPriceCents: 1_250 });
  const sizes = sizedLamp(sku(2));
  const reduced = {
    ...sizes,
    variants: sizes.variants.map((each) => ({ ...each, priceCents: 900, compareAtPriceCents: 1_100 })),
  };
  const made = await push([plain, reduced]);
  const { known } = pushedLamp(plain, made[0], []);
  const { known: knownSizes, ids } = pushedLamp(reduced, made[1], [2, 2]);
  const pricesOf = async (path: string) => {
    const there = (await ask("GET", `${path}?context=edit`)).json();
    return ["regular_price", "sale_price"].map((name) => member(there, name));
  };
  const all = () =>
    Promise.all([
      pricesOf(`/products/${known.externalId}`),
      ...ids.map((id) => pricesOf(`/products/${knownSizes.externalId}/variations/${id}`)),
    ]);
  expect(await all()).toEqual([
    ["12.50", "10.00"],
    ["11.00", "9.00"],
    ["11.00", "9.00"],
  ]);
  const [own] = await adapter.read(api, [known.externalId ?? ""], "en");
  expect(own).toMatchObject({ priceCents: 1_000, compareAtPriceCents: 1_250 });

  const ended = { compareAtPriceCents: null, wasReduced: true };
  const variants = knownSizes.variants.map((each) => ({ ...each, ...ended }));
  expect(
    await push(
      [
        { ...known, ...ended },
        { ...knownSizes, variants },
      ],
      "prices",
    ),
  ).toHaveLength(2);
  expect(await all()).toEqual([
    ["10.00", ""],
    ["9.00", ""],
    ["9.00", ""],
  ]);
  await done();
});

test("woocommerce: a SKU that the shop has is linked; one that is gone is made again; the bin is said", async () => {
  const { push, ask, sku, done } = await open("links");
  await ask("POST", "/products", { name: "Owner's", sku: sku(1), type: "simple" });
  await ask("POST", "/products", { name: "Owner's variable", sku: sku(2), type: "variable" });
  const linked = await push([lamp(sku(1), { ean: null }), lamp(sku(2), { ean: null })]);
  expect(linked.find(({ productId }) => productId === `product-${sku(1)}`)).toMatchObject({ linkedBy: "sku" });
  expect(linked.find(({ productId }) => productId === `product-${sku(2)}`)).toHaveProperty("error");

  const [made] = await push([lamp(sku(3), { ean: null })]);
  const known = lamp(sku(3), { ean: null, externalId: idOf(made) });
  await ask("DELETE", `/products/${idOf(made)}`);
  expect(await push([known], "stock")).toMatchObject([{ error: expect.stringContaining("bin of the shop") }]);
  await ask("DELETE", `/products/${idOf(made)}?force=true`);
  expect(await push([known], "stock")).toMatchObject([{ isMissing: true }]);
  const again = await push([known]);
  expect(structuredClone(again)).toMatchObject([{ externalId: expect.stringMatching(/^\d+$/) }]);
  expect(idOf(again[0])).not.toBe(idOf(made));
  await done();
});

test("woocommerce: what is no longer sold here is hidden and shown again; what lies in the bin stays there", async () => {
  const { adapter, api, push, ask, sku, done } = await open("removed");
  const made = await push([lamp(sku(1), { ean: null }), lamp(sku(2), { ean: null }), lamp(sku(3), { ean: null })]);
  const known = made.map((each, at) => lamp(sku(at + 1), { ean: null, externalId: idOf(each) }));
  await ask("DELETE", `/products/${known[1]?.externalId}`);
  await ask("DELETE", `/products/${known[2]?.externalId}?force=true`);
  const statusOf = async (at: number) =>
    member((await ask("GET", `/products/${known[at]?.externalId}?context=edit`)).json(), "status");
  const sorted = async (isShown: boolean) => {
    const outcomes = (await adapter.show?.(api, known, isShown)) ?? [];
    return known.map(({ productId }) => outcomes.find((each) => each.productId === productId));
  };
  expect(await sorted(false)).toMatchObject([
    { externalId: known[0]?.externalId },
    { externalId: known[1]?.externalId },
    { isMissing: true },
  ]);
  expect([await statusOf(0), await statusOf(1)]).toEqual(["draft", "trash"]);
  expect(await sorted(true)).toMatchObject([
    { externalId: known[0]?.externalId },
    { error: expect.stringContaining(`product ${known[1]?.externalId}`) },
    { isMissing: true },
  ]);
  expect([await statusOf(0), await statusOf(1)]).toEqual(["publish", "trash"]);
  await done();
});

test("woocommerce: a key that may only read", async () => {
  const { push, sku } = await open("read-only", READ_KEY);
  await expect(push([lamp(sku(1), { ean: null })])).rejects.toMatchObject({ reason: "credentials" });
});

test("woocommerce: webhooks are registered, set right where they are, refused by their topic, and removed", async () => {
  const { adapter, api, ask } = await open("webhooks");
  const registry = adapter.webhooks ?? expect.unreachable();
  const ours = async () => (await registry.list(api)).filter(({ address }) => address.includes("catalogd.test"));
  const secret = "of the test";
  await registry.remove(
    api,
    (await ours()).map(({ id }) => id),
  );

  const wanted = ["order.created", "product.updated", "nothing.known"].map((topic) => ({ topic, id: null }));
  const made = await registry.put(api, wanted, { address: "https://catalogd.test/a", secret });
  expect(structuredClone(made)).toEqual([
    { topic: "order.created", id: expect.stringMatching(/^\d+$/) },
    { topic: "product.updated", id: expect.stringMatching(/^\d+$/) },
    { topic: "nothing.known", error: expect.stringMatching(/topic/i) },
  ]);
  const ids = made.flatMap((each) => ("id" in each ? each.id : []));
  await ask("PUT", `/webhooks/${ids[0]}`, { status: "disabled" });
  const again = ids.map((id, at) => ({ topic: wanted[at]?.topic ?? "", id }));
  const moved = { address: "https://catalogd.test/b", secret };
  expect(await registry.put(api, again, moved)).toEqual(again);
  expect(await ours()).toEqual(
    expect.arrayContaining(again.map(({ topic, id }) => ({ id, topic, address: moved.address }))),
  );
  expect((await ask("GET", `/webhooks/${ids[0]}`)).json()).toMatchObject({ status: "active" });
  await registry.remove(api, ids);
  expect(await ours()).toEqual([]);
});
