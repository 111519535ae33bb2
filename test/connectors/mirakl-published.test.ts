import { expect, test } from "bun:test";
import { lamp, picture, variedLamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { MIRAKL } from "./published/mirakl.ts";

const platform = MARKETPLACES.find(({ id }) => id === "mirakl") ?? expect.unreachable();
const PAGES = ["max", "offset"];

/** The operation that an address is of. */
const operationOf = (route: string) => MIRAKL[route.replace(/\/\d+(?=\/|$)/, "/{import}")] ?? expect.unreachable();

test("each request to Mirakl, and what the double answers, has the names of its published description", async () => {
  const answered: [route: string, answer: object][] = [];
  const { adapter, api, shop } = await openPlatform(platform, {
    when: () => true,
    reply: ({ route }, real) => {
      const reply = real();
      if ((reply?.status ?? 200) < 400) answered.push([route, Object(reply?.json)]);
      return reply;
    },
  });
  const images = [1, 2].map((place) => picture(`https://images.example/${place}.jpg`));
  const all = [lamp("SKU-1", { images, compareAtPriceCents: 2_000 }), lamp("BAD"), variedLamp("SKU-9", { images })];
  await adapter.test(api);
  for (const kind of ["products", "stock", "prices"] as const) await adapter.push(api, kind, all);
  await adapter.pull?.(api, { sinceMs: null, cursor: null });
  await adapter.read(api, ["SKU-1"], "fr");
  await adapter.orders?.(api, { sinceMs: 0, cursor: null });

  const asked = shop.asked.map(({ method, path, text }) => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    return { route: `${method} ${pathname}`, query: [...searchParams.keys()], text };
  });
  expect(new Set(asked.map(({ route }) => route.split(" ")[0]))).toEqual(new Set(["GET", "POST"]));
  // By imports without a file a test proves that it may import.
  for (const { route, query, text } of asked.filter((each) => !each.route.startsWith("POST ") || each.text !== "")) {
    const { query: known, parts = [], required = [], columns = [] } = operationOf(route);
    const [, header = ""] = /text\/csv\r\n\r\n(.*)/.exec(text) ?? [];
    // The columns of sheets are the seller's own.
    const unknown =
      columns.length === 0 ? [] : header.split(";").filter((name) => !columns.includes(name.slice(1, -1)));
    expect([route, unknown]).toEqual([route, []]);
    const sent = [...text.matchAll(/form-data; name="(\w+)"/g)].map(([, name = ""]) => name);
    expect([route, [...query, ...sent].filter((name) => ![...known, ...PAGES, ...parts].includes(name))]).toEqual([
      route,
      [],
    ]);
    expect([route, required.filter((name) => !sent.includes(name))]).toEqual([route, []]);
  }
  for (const [route, answer] of answered) {
    const { members = [], each = [], within = {} } = operationOf(route);
    const lists = Object.values(answer).filter((value) => Array.isArray(value));
    const names = lists.flat().flatMap((one) => Object.keys(one));
    expect([route, Object.keys(answer).filter((name) => !members.includes(name))]).toEqual([route, []]);
    expect([route, names.filter((name) => !each.includes(name))]).toEqual([route, []]);
    for (const [list, known] of Object.entries(within)) {
      const inner = lists.flat().flatMap((one) => one[list].flatMap((row: object) => Object.keys(row)));
      expect([route, inner.length > 0, inner.filter((name) => !known.includes(name))]).toEqual([route, true, []]);
    }
  }
});

test("a reduced offer has its regular price and the reduced one, and the import without one takes it away", async () => {
  const { adapter, api, shop } = await openPlatform(platform);
  const sheet = async (more: object) => {
    const items = [lamp("SKU-1", { externalId: "SKU-1", ...more }), lamp("SKU-2", { externalId: "SKU-2" })];
    await adapter.push(api, "prices", items);
    const { text } =
      shop.asked.findLast(({ method, path }) => method === "POST" && path.includes("/pricing/imports")) ??
      expect.unreachable();
    return /text\/csv\r\n\r\n([\s\S]*?)\r\n--/.exec(text)?.[1]?.split("\n");
  };
  expect(await sheet({ priceCents: 1_500, compareAtPriceCents: 2_000 })).toEqual([
    '"offer-sku";"price";"discount-price"',
    '"SKU-1";"20.00";"15.00"',
    '"SKU-2";"12.50";""',
  ]);
  expect((await sheet({ priceCents: 1_500 }))?.slice(0, 2)).toEqual(['"offer-sku";"price"', '"SKU-1";"15.00"']);
});

test("a pull takes what an offer costs, unless the reduction ends", async () => {
  const priceOf = async (more: object) => {
    const { adapter, api } = await openPlatform(platform, {
      when: ({ route }) => route === "GET /api/offers",
      reply: () => ({ json: { offers: [{ shop_sku: "A", ...more }], total_count: 1 } }),
    });
    return (await adapter.read(api, ["A"], "fr"))[0]?.priceCents;
  };
  const reduced = { discount_price: 15, origin_price: 20 };
  expect(await priceOf({ price: 20 })).toBe(2_000);
  expect(await priceOf({ price: 15, discount: reduced })).toBe(1_500);
  expect(await priceOf({ price: 15, discount: { ...reduced, end_date: "2026-12-24T00:00:00Z" } })).toBe(2_000);
});

test("a name that it has not is found", () => {
  expect(MIRAKL["GET /api/offers"]?.query).not.toContain("updated_since");
  expect(() => operationOf("GET /api/none")).toThrow();
});
