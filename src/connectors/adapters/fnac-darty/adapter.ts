import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { centsOf, numberOf, present, priceText } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { firstStockOf, struckPrice } from "../each.ts";
import { levelsOfOffers, offersBySku } from "../offers-there.ts";
import { warnsOfOrders } from "../read-right.ts";
import { call, node, type Offer, tokenOf } from "./fnac-calls.ts";
import { dry } from "./fnac-dry.ts";
import { NO_ORDERS, ordersOf } from "./fnac-orders.ts";

// Source: the marketplace's XML services, https://vendeur.fnac.com/docs/api/2.6/services/ : offers_update, batch_status, offers_query,
// orders_query; bounds: its schemas, https://github.com/FnacMarketplace/fnacapiclient
/** 11: new. */
const NEW = "11";
/** Offers a page of `offers_query`. */
const PAGE = 100;
/** What the schema takes: one offer out of these bounds refuses all of a batch. */
const PRICES = { min: 90, max: 2_000_000 };
const STOCK_MAX = 9_999;
/** A batch of no offer is none by the marketplace's schema, and any other one leaves a trace. */
const NOT_PROVED =
  "Whether this key may change offers is not known before the first push: Fnac Darty has no request that says so and changes nothing.";

function offerXml(kind: PushKind, item: PushItem): string {
  const { ean, priceCents, stock } = item;
  const priced = (name: string, cents: number | null) =>
    kind === "stock" || cents === null || !isSent(item, "price") ? "" : node(name, priceText(cents));
  const price = priced("price", priceCents) + priced("instead_of_price", struckPrice(item));
  const isReported = kind === "stock" || (kind === "products" && firstStockOf(item) !== null);
  const quantity = !isReported ? "" : node("quantity", String(Math.min(STOCK_MAX, stock)));
  const product = kind === "products" ? node("product_reference", ean ?? "", ' type="Ean"') : "";
  const state = kind === "products" ? node("product_state", NEW) : "";
  const reference = node("offer_reference", skuOf(item), ' type="SellerSku"');
  return `<offer>${product}${reference}${price}${state}${quantity}</offer>`;
}

function lackOf(kind: PushKind, { ean, priceCents, compareAtPriceCents }: PushItem): string | undefined {
  if (kind === "products" && ean === null) return "Fnac Darty wants an EAN";
  if (kind === "stock") return undefined;
  if (priceCents === null) return NO_PRICE;
  const isPrice = [priceCents, compareAtPriceCents ?? priceCents].every(
    (cents) => cents >= PRICES.min && cents <= PRICES.max,
  );
  return isPrice ? undefined : "Fnac Darty takes prices from 0.90 to 20,000";
}

/** A batch that is refused whole, which a smaller one may not be. */
const refusedBatch = (message: string) => new PlatformError("refused", message, { status: 400 });

/** Sends a batch of offers and reads what became of each, when it is through. */
async function sendBatch(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<Offer[]> {
  const content = items.map((item) => offerXml(kind, item)).join("");
  const ended = await api.follow({
    name: "Fnac Darty's batch",
    content,
    begin: async () => {
      const sent = await call(api, "offers_update", content);
      const batchId = sent.texts.get("batch_id");
      if (!batchId) throw refusedBatch(`Fnac Darty took no batch: ${sent.errors.join("; ")}`);
      return batchId;
    },
    poll: async (batchId) => {
      const reply = await call(api, "batch_status", node("batch_id", batchId));
      return reply.status === "RUNNING" || reply.status === "ACTIVE" ? undefined : reply;
    },
  });
  if (ended.status === "FATAL") throw refusedBatch(`Fnac Darty: ${ended.errors.join("; ")}`);
  return ended.offers;
}

const pulledOf = ({ sku, texts }: Offer): PulledProduct => {
  const [price, stock] = [centsOf(texts.get("price")), numberOf(texts.get("quantity"))];
  const compareAtPriceCents = centsOf(texts.get("instead_of_price")) ?? price;
  const title = texts.get("product_name") || undefined;
  return {
    externalId: sku,
    sku,
    ean: null,
    isTheirs: true,
    ...present({ title, priceCents: price, compareAtPriceCents, stock }),
  };
};

/** The seller's offers, those that changed since, a page from 0 on, and how many pages there are. */
async function pageOf(api: Api, place: number, sinceMs: number | null = null) {
  const since = sinceMs === null ? "" : `<date type="Modified">${node("min", new Date(sinceMs).toISOString())}</date>`;
  const query = node("paging", String(place + 1)) + since;
  const { status, errors, offers, texts } = await call(api, "offers_query", query);
  if (status === "ERROR" || status === "FATAL") {
    throw new PlatformError("refused", `Fnac Darty: ${errors.join("; ") || "it does not tell its offers"}`);
  }
  return {
    offers: offers.filter(({ sku }) => sku !== "").map(pulledOf),
    pages: numberOf(texts.get("total_paging")) ?? 1,
  };
}

/** The seller's offers with these SKUs. */
const read = (api: Api, skus: readonly string[]): Promise<PulledProduct[]> =>
  offersBySku(
    {
      size: PAGE,
      page: async (place) => {
        const { offers, pages } = await pageOf(api, place);
        return { offers, total: pages * PAGE };
      },
      one: async (sku) => {
        const query = node("paging", "1") + node("offer_seller_id", sku);
        const { offers } = await call(api, "offers_query", query);
        return offers.map(pulledOf);
      },
    },
    skus,
  );

/** Sends offers, and says what became of each. */
async function pushOffers(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const sent = items.filter((item) => lackOf(kind, item) === undefined);
  const reported = sent.length === 0 ? [] : await sendBatch(api, kind, sent);
  const bySku = new Map(reported.map((offer) => [offer.sku, offer]));
  return items.map((item): PushOutcome => {
    const offer = bySku.get(skuOf(item));
    const refused = offer?.status === "ERROR" || offer?.status === "FATAL";
    const error = lackOf(kind, item) ?? (refused ? offer.errors.join("; ") || "refused" : undefined);
    return error === undefined
      ? { productId: item.productId, externalId: skuOf(item) }
      : { productId: item.productId, error };
  });
}

const orders: NonNullable<Adapter["orders"]> = (api, from) =>
  ordersOf((inner) => call(api, "orders_query", inner), from);

export const fnacDarty: Adapter = {
  dry,
  sameSku: "changed",
  // No limit of a batch was found; its report lists each offer whole.
  chunk: 1_000,
  test: async (api) => {
    await tokenOf(api);
    await pageOf(api, 0);
    return { choices: {}, warnings: [NOT_PROVED, ...(await warnsOfOrders(api, orders, NO_ORDERS))] };
  },
  // It names products by numbers of its own.
  unread: ["ean"],
  read,
  levels: levelsOfOffers(read),
  pull: async (api, { sinceMs, cursor }) => {
    const place = Number(cursor ?? 0);
    const { offers, pages } = await pageOf(api, place, sinceMs);
    return { products: offers, next: place + 1 < pages ? String(place + 1) : null };
  },
  orders,
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
};
