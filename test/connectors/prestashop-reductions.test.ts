import { expect, test } from "bun:test";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { lamp, variedLamp } from "../doubles/platforms/lamp.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";
import { prestashopReductions, prestashopRights } from "../doubles/platforms/prestashop-reductions.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const platform = SHOPS.find(({ id }) => id === "prestashop") ?? expect.unreachable();
const isReduction = ({ route }: Call) => route.includes("/api/specific_prices");

/** A PrestaShop whose reductions can be looked at. */
async function open(fault?: Fault) {
  const { rows, answer } = prestashopReductions();
  const opened = await openPlatform(platform, {
    when: (call) => isReduction(call) || fault?.when(call) === true,
    reply: (call, real) => {
      const own = () => (isReduction(call) ? answer(call) : undefined) ?? real();
      return fault?.when(call) ? fault.reply(call, own) : own();
    },
  });
  const off = () => [...rows.values()].map(({ id_product_attribute: of, reduction }) => [of, reduction]);
  const pricesSent = () =>
    opened.shop.asked.flatMap(({ text }) =>
      [...text.matchAll(/<price><!\[CDATA\[(.*?)\]\]>/g)].map(([, price]) => price),
    );
  const asked = (method: string) =>
    opened.shop.asked.filter((call) => call.method === method && call.path.includes("specific_prices"));
  return { ...opened, rows, off, pricesSent, asked };
}

const reduced = (sku: string, known: Partial<PushItem> = {}) =>
  lamp(sku, { ean: null, brand: null, priceCents: 8_000, compareAtPriceCents: 10_000, ...known });
const idsOf = (outcome: PushOutcome | undefined) =>
  outcome === undefined || "error" in outcome ? expect.unreachable(JSON.stringify(outcome)) : outcome;
const knownAs = (item: PushItem, outcome: PushOutcome | undefined): PushItem => {
  const { externalId, externalItemId = null, parts = item.parts } = idsOf(outcome);
  return { ...item, externalId, externalItemId, parts };
};

test("a reduced product has its regular price there, with a reduction of ours that follows it and goes with it", async () => {
  const { push, rows, off, pricesSent, asked } = await open();
  const item = reduced("SKU-1");
  const [made] = await push([item]);
  expect(made).not.toHaveProperty("remarks");
  expect([pricesSent()[0], off()]).toEqual(["100.00", [["0", "20.000000"]]]);
  expect([...rows.values()]).toMatchObject([
    {
      id_group: "0",
      id_customer: "0",
      id_shop: "0",
      price: "-1",
      from_quantity: "1",
      reduction_tax: "0",
      from: "2000-01-01 00:00:00",
    },
  ]);
  const known = knownAs(item, made);
  await push([{ ...known, priceCents: 7_000, wasReduced: true }], "prices");
  expect(off()).toEqual([["0", "30.000000"]]);
  // The same once more: nothing of it is changed.
  const before = asked("PATCH").length;
  await push([{ ...known, priceCents: 7_000, wasReduced: true }], "prices");
  expect(asked("PATCH")).toHaveLength(before);
  await push([{ ...known, priceCents: 9_000, compareAtPriceCents: null, wasReduced: true }], "prices");
  expect([pricesSent().at(-1), off()]).toEqual(["90.00", []]);
});

test("a product that is not reduced, and was not, asks for no reductions", async () => {
  const { push, shop } = await open();
  const item = reduced("SKU-1", { compareAtPriceCents: null });
  await push([knownAs(item, (await push([item]))[0])], "prices");
  expect(shop.asked.filter(({ path }) => /specific_prices|\/api\/(?:\?|$)/.test(path))).toEqual([]);
});

test("combinations are reduced each by itself, and what they add is to their regular price", async () => {
  const { push, off, pricesSent } = await open({
    when: ({ route }) => /combinations|product_option/.test(route),
    reply: ({ method, route, text }) => {
      if (method !== "POST") return { json: {} };
      const object = route.endsWith("s") ? (route.split("/").at(-1) ?? "").replace(/s$/, "") : "";
      const count = text.split("<combination>").length - 1;
      if (count > 1) return { json: { combinations: [{ id: 31 }, { id: 32 }] } };
      return { json: { [object]: { id: 5 } } };
    },
  });
  const varied = variedLamp("SKU-1", { ean: null, brand: null, priceCents: 8_000, compareAtPriceCents: null });
  const prices = [
    { priceCents: 8_000, compareAtPriceCents: 10_000 },
    { priceCents: 8_500.4202, compareAtPriceCents: null },
  ];
  const item = {
    ...varied,
    variants: varied.variants.map((each, at) => ({
      ...each,
      ean: null,
      image: null,
      ...(prices[at] ?? expect.unreachable()),
    })),
  };
  const [made] = await push([item]);
  expect(made).not.toHaveProperty("remarks");
  expect(pricesSent().slice(0, 3)).toEqual(["80.00", "20.00", "5.004202"]);
  expect(off()).toEqual([["31", "20.000000"]]);
  const known = knownAs(item, made);
  const regular = known.variants.map((each) => ({ ...each, compareAtPriceCents: null, wasReduced: true }));
  await push([{ ...known, variants: regular }], "prices");
  expect(off()).toEqual([]);
});

test("reductions that the owner has made stay as they are", async () => {
  const { push, rows } = await open();
  const item = reduced("SKU-1");
  const known = knownAs(item, (await push([{ ...item, compareAtPriceCents: null }]))[0]);
  const own = {
    id_product: known.externalId ?? "",
    id_product_attribute: "0",
    reduction_type: "amount",
    reduction: "3.000000",
  };
  const owners = [
    { ...own, id: "91", id_group: "3", from: "2000-01-01 00:00:00" },
    { ...own, id: "92", from: "0000-00-00 00:00:00" },
    { ...own, id: "93", from: "2026-11-27 00:00:00", to: "2026-12-01 00:00:00" },
    { ...own, id: "94", from: "2000-01-01 00:00:00", reduction_type: "percentage" },
  ];
  for (const row of owners) rows.set(row.id, row);
  await push([known], "prices");
  expect(rows.size).toBe(owners.length + 1);
  await push([{ ...known, compareAtPriceCents: null, wasReduced: true }], "prices");
  expect([...rows.values()]).toEqual(owners);
});

test("a key without the right: the price is what it costs here, and the product says what is lacking", async () => {
  const { push, off, pricesSent } = await open({
    when: ({ route }) => route === "GET /api/",
    reply: () => prestashopRights(["products", "stock_availables"]),
  });
  const item = reduced("SKU-1");
  const lacking = [expect.stringContaining("GET, POST, PATCH, DELETE of specific_prices")];
  const [made] = await push([item]);
  expect(made).toMatchObject({ remarks: lacking });
  expect(made).not.toHaveProperty("lacks");
  expect(await push([knownAs(item, made)], "prices")).toMatchObject([{ remarks: lacking }]);
  expect([pricesSent(), off()]).toEqual([["80.00", "80.00"], []]);
});

test("an answer that was lost makes no second reduction; a refused one is named and goes again", async () => {
  let lost = 1;
  const { push, off } = await open({
    when: (call) => isReduction(call) && call.method === "POST",
    reply: (_call, real) => {
      const answer = real();
      return lost-- > 0 ? { status: 502 } : answer;
    },
  });
  const items = [reduced("SKU-1"), reduced("SKU-2", { priceCents: 9_000 })];
  expect(await push(items)).toMatchObject([{ externalId: "1" }, { externalId: "2" }]);
  expect(off()).toEqual([
    ["0", "20.000000"],
    ["0", "10.000000"],
  ]);

  const why = { status: 400, json: { errors: [{ code: 85, message: "Reduction is wrong" }] } };
  const refusing = await open({ when: (call) => isReduction(call) && call.method === "POST", reply: () => why });
  const [made] = await refusing.push([reduced("SKU-1")]);
  expect(made).toMatchObject({ lacks: "prices", remarks: [expect.stringContaining("Reduction is wrong")] });
  const again = await refusing.push([knownAs(reduced("SKU-1"), made)], "prices");
  expect(again).toMatchObject([{ error: expect.stringContaining("The reduction was not sent") }]);
  expect(again[0]).not.toHaveProperty("isMissing");
});

test("a pull reads a price with its reduction of ours, and what it is compared with; one of the owner's is not read", async () => {
  const owners = { id: "2", id_product: "5", id_product_attribute: "0", from: "0000-00-00 00:00:00", reduction: "1" };
  const ours = {
    ...owners,
    id: "1",
    id_product: "4",
    from: "2000-01-01 00:00:00",
    reduction: "16.666667",
    reduction_type: "amount",
  };
  const answers: Record<string, object> = {
    "GET /api/products": { products: [4, 5].map((id) => ({ id, reference: `SKU-${id}`, price: "83.333333" })) },
    "GET /api/specific_prices": { specific_prices: [ours, owners] },
  };
  const { adapter, api } = await openPlatform(platform, {
    when: () => true,
    reply: ({ route }) => ({ json: answers[route] ?? [] }),
  });
  const { products = [] } = (await adapter.pull?.(api, { sinceMs: null, cursor: null })) ?? {};
  expect(products.map(({ priceCents, compareAtPriceCents }) => [priceCents, compareAtPriceCents])).toEqual([
    [6_666.6666, 8_333.3333],
    [8_333.3333, null],
  ]);
});

test("a hundred reduced products take three requests more, and one of them is of the whole push", async () => {
  const { push, shop } = await open();
  const items = Array.from({ length: 100 }, (_, place) => reduced(`SKU-${place}`));
  const took = async (some: readonly PushItem[], kind: "products" | "prices") => {
    const before = shop.asked.length;
    const outcomes = await push(some, kind);
    const more = shop.asked.slice(before).filter(({ path }) => /\/api\/(?:$|specific_prices)/.test(path));
    return { outcomes, more: more.map(({ method, path }) => `${method} ${path.split("?")[0]}`) };
  };
  const { outcomes, more } = await took(items, "products");
  expect(more).toEqual(["GET /api/", "GET /api/specific_prices", "POST /api/specific_prices"]);
  const known = items.map((item, place) => ({ ...knownAs(item, outcomes[place]), wasReduced: true }));
  expect((await took(known, "prices")).more).toEqual(["GET /api/specific_prices"]);
  const cheaper = known.map((item) => ({ ...item, priceCents: 7_500 }));
  expect((await took(cheaper, "prices")).more).toEqual(["GET /api/specific_prices", "PATCH /api/specific_prices"]);
  const whole = cheaper.map((item) => ({ ...item, compareAtPriceCents: null }));
  expect((await took(whole, "prices")).more).toEqual(["GET /api/specific_prices", "DELETE /api/specific_prices"]);
});

test("of a product that is linked, or came by a pull, it is not known what was sent: a reduction of ours that it has is taken away", async () => {
  const { push, rows, off } = await open();
  const item = reduced("SKU-1");
  await push([item]);
  expect(off()).toHaveLength(1);
  const [linked] = await push([{ ...item, compareAtPriceCents: null }]);
  expect(linked).toMatchObject({ linkedBy: "sku" });
  expect(rows.size).toBe(0);
});
