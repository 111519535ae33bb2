import { expect, test } from "bun:test";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { OrderNews, OrdersPage } from "../../src/connectors/orders/order-news.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { prestashopShop } from "./prestashop.ts";
import { ownersReduction, reductionsThere } from "./reductions.ts";
import { given, openTested } from "./shop.ts";
import { pushedLamp, sizedLamp } from "./sized.ts";
import { SHOP } from "./transcript.ts";

const good = openTested(prestashopShop);
const { open } = good;
const READ_KEY = { api_key: given("prestashop", "read_key", "READ") };
const idOf = (outcome: unknown) => String(member(outcome, "externalId"));
const itemIdOf = (outcome: unknown) => String(member(outcome, "externalItemId"));

test("prestashop: a test says what is wrong as an owner understands it", async () => {
  const wrong = await open("wrong-key", { api_key: "WRONG" });
  await expect(wrong.adapter.test(wrong.api)).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringContaining("32 characters"),
  });
  const reader = await open("reading-key", READ_KEY);
  await expect(reader.adapter.test(reader.api)).rejects.toMatchObject({
    message: expect.stringContaining("may not POST, PATCH of products; PATCH of stock_availables"),
  });
  const elsewhere = await open("elsewhere", { shop_url: `${good.address}/nothing-here` });
  await expect(elsewhere.adapter.test(elsewhere.api)).rejects.toMatchObject({
    message: expect.stringContaining("There is no webservice"),
  });
});

test("prestashop: a test proves the rights of the key, and reads what there is to choose from", async () => {
  const shop = await open("good-key");
  const facts = await shop.adapter.test(shop.api);
  expect(facts?.choices.currencies).toContainEqual({
    id: expect.stringMatching(/^[A-Z]{3}$/),
    name: expect.any(String),
  });
  expect(facts?.choices.taxes?.length).toBeGreaterThan(0);
  expect(facts?.choices.languages?.length).toBeGreaterThan(0);
  expect(facts?.choices.categories?.length).toBeGreaterThan(0);
  expect(facts?.priceTax).toBe("excluded");
  expect(facts?.warnings).toEqual([]);
});

test("prestashop: products are made and changed, with their stock and price; names are made fit", async () => {
  const { push, ask, sku, done } = await open("made");
  const title = `Vis & écrous #4 <M8> {x}; 5 = 5 ${"très longue ".repeat(12)}`;
  const items = [
    lamp(sku(1), { title }),
    lamp(`${sku(2)}-${"x".repeat(80)}`, { ean: null }),
    lamp(sku(3), { ean: null }),
  ];
  const made = await push(items);
  expect(structuredClone(made)).toMatchObject([
    { externalId: expect.stringMatching(/^\d+$/), externalItemId: expect.stringMatching(/^\d+$/) },
    { error: expect.stringContaining("reference") },
    { externalId: expect.stringMatching(/^\d+$/) },
  ]);
  const known = { ...lamp(sku(1), { title: "Lamp" }), externalId: idOf(made[0]), externalItemId: itemIdOf(made[0]) };
  await ask("PATCH", `stock_availables/${known.externalItemId}`, located(known.externalItemId));
  expect(await push([{ ...known, stock: 9 }])).toMatchObject([{ externalId: known.externalId }]);
  expect(await push([{ ...known, stock: 5 }], "stock")).toMatchObject([{ externalItemId: known.externalItemId }]);
  expect(await push([{ ...known, priceCents: 2_500 }], "prices")).toHaveLength(1);
  const product = member((await ask("GET", `products/${known.externalId}`)).json(), "product");
  expect(product).toMatchObject({ reference: sku(1), ean13: "4006381333931" });
  const stock = member((await ask("GET", `stock_availables/${known.externalItemId}`)).json(), "stock_available");
  expect(stock).toMatchObject({ quantity: 5, location: "Shelf 4" });
  await done();
});

const located = (id: string) =>
  `<prestashop><stock_available><id>${id}</id><location>Shelf 4</location></stock_available></prestashop>`;

test("prestashop: what is read is what was sent, stock too", async () => {
  const { adapter, api, push, sku, done } = await open("read");
  const title = "Vis & écrous « M8 »";
  const description = '<p>Deux &amp; trois.</p>\n<ul>\n<li>"Un"</li>\n</ul>';
  const [made] = await push([lamp(sku(1), { ean: null, title, description, stock: 7 })]);
  const sinceMs = Date.now() - 60_000;
  let page = await adapter.pull?.(api, { sinceMs, cursor: null });
  const isMade = ({ externalId }: { externalId: string }) => externalId === idOf(made);
  // Much else may have changed in a shop.
  while (page?.next && !page.products.some(isMade)) page = await adapter.pull?.(api, { sinceMs, cursor: page.next });
  const read = page?.products.find(isMade);
  expect(read).toMatchObject({ sku: sku(1), title, description, stock: 7 });
  await done();
});

test("prestashop: the level of a variant goes alone: what was sold of another one and not reported stays sold", async () => {
  const { push, ask, sku, done } = await open("variants");
  const item = sizedLamp(sku(1));
  const [made] = await push([item]);
  const { known, ids } = pushedLamp(item, made, [2, 9]);
  const read = async () => {
    const path = `stock_availables?filter[id_product]=[${known.externalId}]&display=[id,id_product_attribute,quantity]`;
    const stocks = listOf(member((await ask("GET", path)).json(), "stock_availables"));
    return ids.map((id) => stocks.find((each) => String(member(each, "id_product_attribute")) === id));
  };
  const levelsOf = async () => (await read()).map((each) => Number(member(each, "quantity")));
  expect(await levelsOf()).toEqual([2, 2]);
  const sold = String(member((await read())[0], "id"));
  await ask(
    "PATCH",
    `stock_availables/${sold}`,
    `<prestashop><stock_available><id>${sold}</id><quantity>1</quantity></stock_available></prestashop>`,
  );
  expect(await push([known], "stock")).toMatchObject([{ externalId: known.externalId }]);
  expect(await levelsOf()).toEqual([1, 9]);
  await done();
});

test("prestashop: reductions are ours alone: customers pay the reduced price, the owner's stay, and it comes back as it went", async () => {
  const { adapter, api, push, ask, sku, done } = await open("reductions");
  const { rowsOf, paidFor, priceOf } = reductionsThere(ask);
  const plain = lamp(sku(1), { ean: null, priceCents: 6_722.6891, compareAtPriceCents: 8_403.3613 });
  const varied = sizedLamp(sku(2));
  const reductions = [{ priceCents: 1_000, compareAtPriceCents: 1_250 }, {}];
  const sizes = { ...varied, variants: varied.variants.map((each, at) => ({ ...each, ...reductions[at] })) };
  const made = await push([plain, sizes]);
  expect(made.flatMap((each) => ("remarks" in each ? each.remarks : []))).toEqual([]);
  const { known } = pushedLamp(plain, made[0], []);
  const { known: knownSizes, ids } = pushedLamp(sizes, made[1], [2, 2]);
  const [id = "", sizesId = ""] = [known, knownSizes].map(({ externalId }) => externalId ?? "");
  expect(await paidFor(id)).toEqual(["67.23", "84.03"]);
  expect(await paidFor(sizesId, ids[0])).toEqual(["10.00", "12.50"]);
  expect(await paidFor(sizesId, ids[1])).toEqual(["12.51", "12.51"]);
  const [own, { variants = [] } = {}] = await adapter.read(api, [id, sizesId], "en");
  expect(priceOf(own)).toEqual([6_722.6891, 8_403.3613]);
  expect(ids.map((each) => priceOf(variants.find(({ externalId }) => externalId === each)))).toEqual([
    [1_000, 1_250],
    [1_251, null],
  ]);

  const ours = await rowsOf(id, sizesId);
  await ask("POST", "specific_prices", ownersReduction(id));
  const all = await rowsOf(id, sizesId);
  expect(all).toHaveLength(3);
  const wasReduced = true;
  const sent = [
    { ...known, wasReduced },
    { ...knownSizes, variants: knownSizes.variants.map((each) => ({ ...each, wasReduced })) },
  ];
  expect(await push(sent, "prices")).toMatchObject([{ externalId: id }, { externalId: sizesId }]);
  expect(await rowsOf(id, sizesId)).toEqual(all);
  const compareAtPriceCents = null;
  const whole = sent.map(({ variants: some, ...each }) => ({
    ...{ ...each, compareAtPriceCents },
    variants: some.map((variant) => ({ ...variant, compareAtPriceCents })),
  }));
  expect(await push(whole, "prices")).toHaveLength(2);
  const ourIds = ours.map((row) => member(row, "id"));
  expect(await rowsOf(id, sizesId)).toEqual(all.filter((row) => !ourIds.includes(member(row, "id"))));
  expect(await paidFor(sizesId, ids[0])).toEqual(["10.00", "10.00"]);
  await done();
});

test("prestashop: texts of the owner in other languages stay, and those it lacks get ours", async () => {
  const { push, ask, sku, done } = await open("languages", { language_id: "1" });
  const languages = listOf(member((await ask("GET", "languages?display=[id]")).json(), "languages"));
  const ids = languages.map((each) => Number(member(each, "id")));
  const item = lamp(sku(1), { ean: null, title: "Lamp" });
  const [made] = await push([item]);
  const namesOf = async () => {
    const { name } = Object(member((await ask("GET", `products/${idOf(made)}`)).json(), "product"));
    return Array.isArray(name) ? name.map((each) => member(each, "value")) : [name];
  };
  expect(await namesOf()).toEqual(ids.map(() => "Lamp"));
  const named = ids.map((id) => `<language id="${id}">Owner ${id}</language>`).join("");
  await ask(
    "PATCH",
    `products/${idOf(made)}`,
    `<prestashop><product><id>${idOf(made)}</id><name>${named}</name></product></prestashop>`,
  );
  await push([{ ...item, title: "Lampe", externalId: idOf(made), externalItemId: itemIdOf(made) }]);
  expect(await namesOf()).toEqual(ids.map((id) => (id === 1 ? "Lampe" : `Owner ${id}`)));
  await done();
});

test("prestashop: a reference that the shop has is linked, one that is gone is made again", async () => {
  const { push, ask, sku, done } = await open("links");
  const [first] = await push([lamp(sku(1), { ean: null })]);
  expect(await push([lamp(sku(1), { ean: null })])).toMatchObject([{ externalId: idOf(first), linkedBy: "sku" }]);
  await ask("DELETE", `products/${idOf(first)}`);
  const known = lamp(sku(1), { ean: null, externalId: idOf(first), externalItemId: itemIdOf(first) });
  expect(await push([known], "stock")).toMatchObject([{ isMissing: true }]);
  const again = await push([known]);
  expect(structuredClone(again)).toMatchObject([{ externalId: expect.stringMatching(/^\d+$/) }]);
  expect(idOf(again[0])).not.toBe(idOf(first));
  await done();
});

test("prestashop: what is no longer sold here is hidden and shown again", async () => {
  const { adapter, api, push, ask, sku, done } = await open("removed");
  const made = await push([lamp(sku(1), { ean: null }), lamp(sku(2), { ean: null })]);
  const known = made.map((each, at) => lamp(sku(at + 1), { ean: null, externalId: idOf(each) }));
  await ask("DELETE", `products/${known[1]?.externalId}`);
  // Of one that is not active the shop leaves the member out.
  const isActive = async () =>
    String(member((await ask("GET", `products/${known[0]?.externalId}`)).json(), "product", "active") ?? "0");
  const gone = { isMissing: true, error: expect.stringContaining(`product ${known[1]?.externalId}`) };
  expect(await adapter.show?.(api, known, false)).toMatchObject([{ externalId: known[0]?.externalId }, gone]);
  expect(await isActive()).toBe("0");
  expect(await adapter.show?.(api, known, true)).toMatchObject([{ externalId: known[0]?.externalId }, gone]);
  expect(await isActive()).toBe("1");
  await done();
});

test("prestashop: a key that may only read", async () => {
  const { push, sku } = await open("read-only", READ_KEY);
  await expect(push([lamp(sku(1), { ean: null })])).rejects.toMatchObject({
    reason: "credentials",
    message: expect.stringContaining("may not POST products"),
  });
});

test("prestashop: orders that were refunded since are read, although their own time is older", async () => {
  const { adapter, api } = await open("refunds");
  const orders: OrderNews[] = [];
  let cursor: string | null = null;
  do {
    const page: OrdersPage =
      (await adapter.orders?.(api, { sinceMs: Date.now() - 86_400_000, cursor })) ?? expect.unreachable();
    orders.push(...page.orders);
    cursor = page.next;
  } while (cursor !== null);
  const lines = orders.flatMap((order) => order.lines);
  expect(lines.filter(({ held, quantity }) => held < 0 || held > quantity)).toEqual([]);
  // One line of the recorded shop was refunded, two years after its order.
  if (good.address === SHOP) expect(lines).toMatchObject([{ quantity: 1, held: 0 }]);
});
