import { expect, test } from "bun:test";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import { findPlatform } from "../../src/connectors/engine/platforms.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import { deliveryOf } from "../../src/connectors/inbound/effects.ts";
import { assignCode } from "../../src/connectors/orders/assign-code.ts";
import { notePulledOrders } from "../../src/connectors/orders/note-orders.ts";
import type { News } from "../../src/connectors/orders/order-news.ts";
import type { Outbound } from "../../src/outbound/outbound.ts";
import { newTenant, services } from "../harness.ts";
import { EVERY } from "./every-platform.ts";
import { type Below, type Life, type Report, randomFrom, shuffled } from "./order-lives/life.ts";
import { prestaLife } from "./order-lives/presta-life.ts";
import { shopifyLife } from "./order-lives/shopify-life.ts";
import { wooLife } from "./order-lives/woo-life.ts";
import { withTax } from "./with-tax.ts";

const HISTORIES = 10_000;
const AT_ONCE = 500;
const STOCK = 1_000_000;
const PRODUCTS = 20;
const UNKNOWN = 5;

interface Shop {
  life: (id: number, skus: readonly string[], below: Below) => Life;
  /** What the platform answers when these orders are listed. `asked`: the path and the body of a request. */
  answer: (asked: string, orders: readonly object[]) => unknown;
  /** It is only pulled, and so reported in order. */
  isInOrder?: true;
}

/** What Shopify answers: its orders, and one of them by its id. */
function shopifyAnswer(asked: string, nodes: readonly object[]): unknown {
  if (/access_token/.test(asked)) return { access_token: "t" };
  if (asked.includes("query orders")) return { data: { orders: { nodes, pageInfo: { hasNextPage: false } } } };
  return { data: { order: nodes.find((each) => asked.includes(`"${member(each, "id")}"`)) } };
}

const SHOPS: Record<string, Shop> = {
  woocommerce: { life: wooLife, answer: (_, orders) => orders },
  shopify: {
    life: shopifyLife,
    answer: shopifyAnswer,
  },
  prestashop: {
    life: prestaLife,
    isInOrder: true,
    answer: (path, orders) => {
      if (path.includes("configurations")) return { configurations: [{ value: "UTC" }] };
      if (!path.includes("order_details")) return { orders };
      return { order_details: orders.flatMap((order) => listOf(member(order, "details"))) };
    },
  },
};

/** Fewer than a page of any of them has. */
const PAGE = 49;

/** What an adapter reads of orders that a platform lists. */
async function pulled(id: string, orders: readonly object[]): Promise<News[]> {
  const request: Outbound["request"] = async (url, { body: asked }) => {
    const body = Buffer.from(
      JSON.stringify(SHOPS[id]?.answer(`${url} ${typeof asked === "string" ? asked : ""}`, orders)),
    );
    return { status: 200, headers: {}, isCut: false, body };
  };
  const credentials = EVERY.find(([name]) => name === id)?.[1].credentials ?? {};
  const api = openApi({ request }, credentials, AbortSignal.timeout(60_000), { waitFor: async () => undefined });
  const page = await (await loadAdapter(id)).orders?.(api, { sinceMs: 0, cursor: null });
  return page?.orders ?? [];
}

/** What a webhook reports. */
function sent(id: string, { topic, body }: NonNullable<Report["sent"]>): News[] {
  const sender = findPlatform(id)?.webhook ?? expect.unreachable();
  const { effect } = deliveryOf(sender, topic, body);
  return effect.kind === "order" ? [effect.news] : [];
}

/** The places of reports that are pulled, a page after the other: no page has an order twice. */
function pagesOf(reports: readonly Report[], byPull: readonly boolean[]): number[][] {
  const pages: number[][] = [];
  let ids = new Set<unknown>();
  for (const [at, { listed }] of reports.entries()) {
    if (!byPull[at]) continue;
    if (pages.length === 0 || ids.has(listed?.["id"]) || ids.size === PAGE) {
      pages.push([]);
      ids = new Set();
    }
    ids.add(listed?.["id"]);
    pages.at(-1)?.push(at);
  }
  return pages;
}

/** What was reported of orders as it is read: by their webhooks, or by a pull of them. */
async function newsOf(id: string, reports: readonly Report[], below: Below): Promise<News[]> {
  const byPull = reports.map(
    ({ sent: body, listed }) => listed !== undefined && (body === undefined || below(2) === 0),
  );
  const read: (News[] | undefined)[] = reports.map(({ sent: body }, at) =>
    byPull[at] || !body ? undefined : sent(id, body),
  );
  for (const places of pagesOf(reports, byPull)) {
    const news = await pulled(
      id,
      places.map((at) => reports[at]?.listed ?? {}),
    );
    for (const [place, at] of places.entries()) read[at] = news.slice(place, place + 1);
  }
  return read.flatMap((news) => news ?? []);
}

/** What of lives is reported, in any order, or only some of it in its order; each any number of times, the last at least once. */
function reportsOf(lives: readonly Life[], isInOrder: boolean, below: Below): Report[] {
  const some = ({ reports }: Life) =>
    reports.flatMap((each, at) =>
      at === reports.length - 1 || below(4) > 0 ? [each, ...(below(3) === 0 ? [each] : [])] : [],
    );
  if (!isInOrder) return shuffled(lives.flatMap(some), below);
  const rounds = lives.map(some);
  return Array.from({ length: Math.max(...rounds.map(({ length }) => length)) }).flatMap((_, round) =>
    rounds.flatMap((reports) => reports[round] ?? []),
  );
}

/** A catalog of which every second product has two variants by SKUs of their own. */
async function openCatalog(id: string) {
  const tenant = await newTenant();
  const named = { platform_id: id, name: "Shop", sync_options: { stock_owner: "catalog" } };
  const { body: connector } = await tenant.post("/connectors", withTax(named));
  const references = Array.from({ length: PRODUCTS }, (_, place) => `${id}-${place}`);
  const items = references.map((reference) => ({ name: reference, reference, stock: STOCK }));
  await tenant.post("/appsync/products/sync", items);
  const products: { id: string; reference: string; stock: number }[] = (await tenant.get("/products?per_page=100")).body
    .items;
  const [varied, plain] = [products.slice(0, PRODUCTS / 2), products.slice(PRODUCTS / 2)];
  const sizes = ["S", "M"];
  for (const { id: productId, reference } of varied) {
    const variants = sizes.map((Size) => ({ sku: `${reference}-${Size}`, option_values: { Size }, stock: STOCK }));
    await tenant.post(`/products/${productId}/variants/bulk`, { options: [{ name: "Size", values: sizes }], variants });
  }
  const skus = [
    ...plain.map(({ reference }) => reference),
    ...varied.flatMap(({ reference }) => sizes.map((size) => `${reference}-${size}`)),
  ];
  /** What lacks of each stock. */
  const lacking = async () => {
    const stocks: { sku: string; stock: number }[] = [];
    for (const { id: productId } of varied)
      stocks.push(...(await tenant.get(`/products/${productId}/variants`)).body.variants);
    const own: typeof products = (await tenant.get("/products?per_page=100")).body.items;
    stocks.push(...own.map(({ reference: sku, stock }) => ({ sku, stock })));
    return new Map(stocks.flatMap(({ sku, stock }) => (skus.includes(sku) ? [[sku, STOCK - stock] as const] : [])));
  };
  const take = async (news: readonly News[]) => {
    const input = { connectorId: connector.id, jobId: null, news, seenMs: null };
    await services.write(notePulledOrders, tenant.id, input);
  };
  const assign = async (code: string, productId: string) => {
    const meant = { connectorId: connector.id, code, productId, variantId: null };
    while (!(await services.write(assignCode, tenant.id, meant)).isDone);
  };
  return { skus, plain, lacking, take, assign };
}

/** Takes news in parts of any size. */
async function takeInParts(
  news: readonly News[],
  take: (some: readonly News[]) => Promise<void>,
  below: Below,
): Promise<void> {
  for (let from = 0; from < news.length; ) {
    const size = 1 + below(news.length);
    await take(news.slice(from, from + size));
    from += size;
  }
}

test.each(Object.keys(SHOPS))(
  "%s: 10,000 random histories end at the shop's own stock, reported by webhook and by pull, in any order and however often",
  async (id) => {
    const { life, isInOrder = false } = SHOPS[id] ?? expect.unreachable();
    const below = randomFrom(31);
    const { skus, plain, lacking, take, assign } = await openCatalog(id);
    /** SKUs that no product has, and what somebody says in the middle that they are. */
    const meant = new Map(plain.slice(0, UNKNOWN).map((each, place) => [`${id}-unknown-${place}`, each]));
    const taken = new Map(skus.map((sku) => [sku, 0]));
    for (let done = 0; done < HISTORIES; done += AT_ONCE) {
      const known = [...skus, ...meant.keys()];
      const lives = Array.from({ length: AT_ONCE }, (_, place) => life(1 + done + place, known, below));
      for (const { sku, taken: units } of lives.flatMap(({ lines }) => lines)) {
        const whose = meant.get(sku)?.reference ?? sku;
        taken.set(whose, (taken.get(whose) ?? 0) + units);
      }
      await takeInParts(await newsOf(id, reportsOf(lives, isInOrder, below), below), take, below);
      if (done === HISTORIES / 2) for (const [code, product] of meant) await assign(code, product.id);
    }
    expect(await lacking()).toEqual(taken);
  },
  240_000,
);
