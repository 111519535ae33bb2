import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { listPlatforms } from "../../src/connectors/engine/platforms.ts";
import type { PulledProduct } from "../../src/connectors/engine/pull/pulled-product.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { bodyAs, type Call } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import { MORE_SHOPS } from "../doubles/platforms/shops-by-token.ts";

const SINCE_MS = Date.UTC(2026, 10, 21, 10);
const ISO = "2026-11-21T10:00:00.000Z";
const LOCAL = "2026-11-21 10:00:00";
const PAGE = 100;
const ALL = 101;

/** How a platform lists its products: a page of them, and the time of the request. */
interface Pages {
  /** The numbers of the products of a page; the first is 0. */
  page: (numbers: number[], isLast: boolean) => object | string;
  /** It names no products. */
  isNameless?: true;
  /** Which page is requested, from 0. */
  at: (call: Call) => number;
  /** What the request says of the time; `null`: pages after the first go by a cursor that replaces it. */
  since?: (call: Call) => string | null;
  /** As the platform writes the time; absent: it cannot be requested, and all are read. */
  asked?: string;
}

const offset = (call: Call) => Number(call.query.get("offset") ?? 0) / PAGE;
const byPage = (name: string) => (call: Call) => Number(call.query.get(name) ?? 1) - 1;
const field = (filter: string) => `searchCriteria[filter_groups][0][filters][0][${filter}]`;
const ids = <T>(numbers: number[], each: (number: number) => T) => numbers.map(each);
const sku = (number: number) => `SKU-${number}`;

const PLATFORMS: Record<string, Pages> = {
  shopify: {
    page: (numbers, isLast) => ({
      data: {
        products: {
          nodes: ids(numbers, (id) => ({ id: sku(id), title: "Lamp", variants: { nodes: [{ sku: sku(id) }] } })),
          pageInfo: { hasNextPage: !isLast, endCursor: "second" },
        },
      },
    }),
    at: (call) => (bodyAs<{ variables: { after: string | null } }>(call).variables.after === "second" ? 1 : 0),
    since: (call) => bodyAs<{ variables: { filter: string } }>(call).variables.filter,
    asked: `updated_at:>='${ISO}'`,
  },
  woocommerce: {
    page: (numbers) => ids(numbers, (id) => ({ id: sku(id), name: "Lamp", sku: sku(id) })),
    at: byPage("page"),
    since: ({ query }) => `${query.get("modified_after")} ${query.get("dates_are_gmt")}`,
    asked: `${ISO} true`,
  },
  prestashop: {
    page: (numbers) => ({ products: ids(numbers, (id) => ({ id: sku(id), name: "Lamp", reference: sku(id) })) }),
    at: ({ query }) => Number(query.get("limit")?.split(",")[0]) / PAGE,
    since: ({ query }) => query.get("filter[date_upd]"),
    // Half a day earlier: its zone is not known.
    asked: ">[2026-11-20 22:00:00]",
  },
  magento: {
    page: (numbers) => ({ items: ids(numbers, (id) => ({ sku: sku(id), name: "Lamp" })), total_count: ALL }),
    at: byPage("searchCriteria[currentPage]"),
    since: ({ query }) =>
      [field("field"), field("condition_type"), field("value")].map((name) => query.get(name)).join(),
    asked: `updated_at,gteq,${LOCAL}`,
  },
  bigcommerce: {
    page: (numbers) => ({
      data: ids(numbers, (id) => ({ id: sku(id), name: "Lamp", sku: sku(id) })),
      meta: { pagination: { total_pages: 2 } },
    }),
    at: byPage("page"),
    since: ({ query }) => query.get("date_modified:min"),
    asked: ISO,
  },
  ebay: {
    page: (numbers) => ({
      inventoryItems: ids(numbers, (id) => ({ sku: sku(id), product: { title: "Lamp" } })),
      total: ALL,
    }),
    at: offset,
  },
  salesforce_commerce: {
    page: (numbers) => ({ hits: ids(numbers, (id) => ({ id: sku(id), name: { default: "Lamp" } })), total: ALL }),
    at: (call) => bodyAs<{ offset: number }>(call).offset / PAGE,
    since: (call) =>
      bodyAs<{ query: { filteredQuery: { filter: { rangeFilter: { field: string; from: string } } } } }>(call).query
        .filteredQuery.filter.rangeFilter.from,
    asked: ISO,
  },
  wizishop: {
    page: (numbers) => ({ results: ids(numbers, (id) => ({ id: sku(id), label: "Lamp", sku: sku(id) })), pages: 2 }),
    at: byPage("page"),
  },
  fnac_darty: {
    page: (numbers) => {
      const offers = ids(
        numbers,
        (id) =>
          `<offer><product_name>Lamp</product_name><offer_seller_id>${sku(id)}</offer_seller_id><quantity>4</quantity></offer>`,
      );
      return `<offers_query_response status="OK"><total_paging>2</total_paging>${offers.join("")}</offers_query_response>`;
    },
    at: ({ text }) => Number(/<paging>(\d+)</.exec(text)?.[1]) - 1,
    since: ({ text }) => /<date type="Modified"><min>([^<]+)</.exec(text)?.[1] ?? "",
    asked: ISO,
  },
  manomano: {
    page: (numbers) => ({
      content: ids(numbers, (id) => ({ sku: sku(id), price: 12.5, stock: 4 })),
      pagination: { pages: 2 },
    }),
    at: byPage("page"),
    isNameless: true,
  },
  mirakl: {
    page: (numbers) => ({
      offers: ids(numbers, (id) => ({ shop_sku: sku(id), product_title: "Lamp" })),
      total_count: ALL,
    }),
    at: offset,
  },
  shopware: {
    page: (numbers) => ({
      data: ids(numbers, (id) => ({ id: sku(id), name: "Lamp", productNumber: sku(id) })),
      total: ALL,
    }),
    at: (call) => bodyAs<{ page: number }>(call).page - 1,
    // Variants are read with their products, also when only one of them has changed.
    since: (call) => JSON.stringify(bodyAs<{ filter: { queries?: object[] }[] }>(call).filter[1]?.queries ?? null),
    asked: JSON.stringify(
      ["updatedAt", "children.updatedAt"].map((field) => ({ type: "range", field, parameters: { gte: ISO } })),
    ),
  },
  squarespace: {
    page: (numbers, isLast) => ({
      products: ids(numbers, (id) => ({ id: sku(id), type: "PHYSICAL", name: "Lamp", variants: [{ sku: sku(id) }] })),
      pagination: { hasNextPage: !isLast, nextPageCursor: "second" },
    }),
    at: ({ query }) => (query.get("cursor") === "second" ? 1 : 0),
    since: ({ query }) => (query.has("cursor") ? null : query.get("modifiedAfter")),
    asked: ISO,
  },
};

test("each platform that can be pulled from is in the table, the others cannot", async () => {
  const reported = await Promise.all(
    listPlatforms().map(async ({ id, capabilities }) => {
      const isPulled = (await loadAdapter(id)).pull !== undefined;
      return [id, isPulled, capabilities.includes("pull_products"), id in PLATFORMS] as const;
    }),
  );
  expect(reported.filter(([, ...is]) => new Set(is).size !== 1)).toEqual([]);
  expect(reported.flatMap(([id, isPulled]) => (isPulled ? [] : id)).toSorted()).toEqual(["amazon", "cdiscount"]);
});

/** What is asked beside the pages: stock and the clock of PrestaShop, and of Magento which products are variants of others, stock and open orders. */
const ASIDE =
  /\/api\.php\/auth$|\/api\/(?:stock_availables|specific_prices|configurations|search\/currency)|=type_id&|\/inventory\/source-items|\/V1\/orders|\/shops\/s1\/products\/SKU-/;

test.each(Object.entries(PLATFORMS))("%s is pulled page by page, once, and since a time", async (id, pages) => {
  const platform = [...SHOPS, ...MORE_SHOPS, ...MARKETPLACES].find((each) => each.id === id) ?? expect.unreachable();
  const calls: Call[] = [];
  const { api, adapter } = await openPlatform(platform, {
    when: (call) => platform.isToken?.(call) !== true && (!ASIDE.test(call.path) || id === "wizishop"),
    reply: (call) => {
      // WiziShop's list has no prices: each product is read alone.
      if (ASIDE.test(call.path)) return { json: { id: call.path.split("/").at(-1), label: "Lamp" } };
      calls.push(call);
      const from = pages.at(call) * PAGE;
      const numbers = Array.from({ length: Math.max(0, Math.min(PAGE, ALL - from)) }, (_, index) => from + index);
      const page = pages.page(numbers, from + PAGE >= ALL);
      return typeof page === "string" ? { text: page } : { json: page };
    },
  });
  const pull = async (sinceMs: number | null) => {
    const products: PulledProduct[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<NonNullable<typeof adapter.pull>>> | undefined = await adapter.pull?.(api, {
        sinceMs,
        cursor,
      });
      products.push(...(page?.products ?? []));
      cursor = page?.next ?? null;
    } while (cursor !== null);
    return products;
  };
  const all = await pull(null);
  expect(all.map(({ externalId, title }) => [externalId, title])).toEqual(
    Array.from({ length: ALL }, (_, number) => [sku(number), pages.isNameless ? undefined : "Lamp"]),
  );
  expect(calls.map(pages.at)).toEqual([0, 1]);
  const without = calls.splice(0).map(({ path, text }) => path + text);
  expect(without.join()).not.toContain("2026-11-21");

  expect(await pull(SINCE_MS)).toHaveLength(ALL);
  const { since, asked } = pages;
  // Those without this request say so on their page, and are read whole.
  if (!since) return expect(calls.map(({ path, text }) => path + text)).toEqual(without);
  const reported = calls.map(since).filter((each) => each !== null);
  expect([...new Set(reported)]).toEqual([asked ?? ""]);
  return undefined;
});
