import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { centsOf, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api, ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";
import { gathered, portionsOf } from "../../engine/requests/portions.ts";
import { firstStockOf } from "../each.ts";
import { levelsOfOffers } from "../offers-there.ts";
import { warnsOfOrders } from "../read-right.ts";
import { provesRight } from "../write-right.ts";
import { NO_ORDERS, ordersOf } from "./manomano-orders.ts";

/** What ManoMano answers of a change of offers, as its adapter reads it. */
const dry = (): DryAnswer => {
  return ({ method }: ApiRequest) => (method === "GET" ? undefined : {});
};

// Source: https://developer.manomano.com/ : offer information. ManoMano makes products from the seller's catalogue feed, not by
// its API: an offer that is there gets its price and stock, one that is not is refused.
const API = "https://partnersapi.manomano.com";
const OFFERS_MAX = 100;
const READ_ONLY = "The key may not change offers: make another one in the toolbox, under Parameters, Api Keys.";
const ABSENT = "ManoMano has no offer with this SKU: it makes offers from the catalogue feed";

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<unknown> {
  const headers = { "x-api-key": api.credentials["api_key"] ?? "", "x-thirdparty-name": "catalogd" };
  const answer = await api.request({ method: "GET", ...request, url: `${API}/${path}`, headers });
  return answer.text.trim() === "" ? {} : answer.json();
}

const contractOf = (api: Api) => api.credentials["seller_contract_id"] ?? "";

/** Asks for the seller's offers. */
function ask(api: Api, query: Record<string, string>): Promise<unknown> {
  const said = { seller_contract_id: contractOf(api), ...query };
  return call(api, `api/v1/offer-information/offers?${new URLSearchParams(said)}`);
}

const offersIn = (answer: unknown): PulledProduct[] =>
  listOf(member(answer, "content"))
    .map(offerOf)
    .filter(({ externalId }) => externalId !== "");

/** The seller's offers with these SKUs. */
const read = (api: Api, skus: readonly string[]): Promise<PulledProduct[]> =>
  gathered(skus, OFFERS_MAX, async (some) =>
    offersIn(await ask(api, { skus: some.join(","), limit: String(OFFERS_MAX) })),
  );

const offerOf = (offer: unknown): PulledProduct => {
  const sku = textOf(member(offer, "sku")) ?? "";
  const said = { priceCents: centsOf(member(offer, "price")), stock: numberOf(member(offer, "stock")) };
  return { externalId: sku, sku, ean: null, isTheirs: true, ...present(said) };
};

const fieldsOf = (kind: PushKind, item: PushItem) => ({
  sku: skuOf(item),
  ...((kind === "stock" || (kind === "products" && firstStockOf(item) !== null)) && {
    stock: { quantity: item.stock },
  }),
  ...(kind !== "stock" &&
    isSent(item, "price") &&
    item.priceCents !== null && { price: { price_vat_included: Number((item.priceCents / 100).toFixed(2)) } }),
});

const changeOffers = (api: Api, items: readonly object[]) => {
  const content = [{ seller_contract_id: Number(contractOf(api)), items }];
  return call(api, "api/v2/offer-information/offers", { method: "PATCH", json: { content } });
};

/** Changes offers that are there. */
async function pushOffers(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]> {
  // Those whose level was read just now are there.
  const isKnown = ({ stockThere = null }: PushItem) => stockThere !== null;
  const unknown = items.filter((item) => !isKnown(item)).map(skuOf);
  const there = new Set([
    ...items.filter(isKnown).map(skuOf),
    ...(await read(api, unknown)).map((each) => each.externalId),
  ]);
  const outcomeOf = (item: PushItem): PushOutcome => {
    const { productId, priceCents, externalId } = item;
    if (!there.has(skuOf(item))) return { productId, error: ABSENT, ...(externalId !== null && { isMissing: true }) };
    if (kind === "prices" && priceCents === null) return { productId, error: NO_PRICE };
    return { productId, externalId: skuOf(item) };
  };
  const outcomes = items.map(outcomeOf);
  const sent = items.filter((_, index) => "externalId" in (outcomes[index] ?? {}));
  for (const some of portionsOf(sent, OFFERS_MAX)) {
    const items = some.map((item) => fieldsOf(kind, item));
    await changeOffers(api, items);
  }
  return outcomes;
}

const orders: NonNullable<Adapter["orders"]> = (api, from) =>
  ordersOf((path) => call(api, path), { ...from, contract: contractOf(api) });

export const manomano: Adapter = {
  dry,
  sameSku: "changed",
  test: async (api) => {
    await ask(api, { limit: "1" });
    // A change of no offer.
    await provesRight(() => changeOffers(api, []), READ_ONLY);
    return { choices: {}, warnings: await warnsOfOrders(api, orders, NO_ORDERS) };
  },
  orders,
  read,
  levels: levelsOfOffers(read),
  pull: async (api, { cursor }) => {
    const page = Number(cursor ?? 1);
    const answer = await ask(api, { page: String(page), limit: String(OFFERS_MAX) });
    const isMore = page < (numberOf(member(answer, "pagination", "pages")) ?? 1);
    return { products: offersIn(answer), next: isMore ? String(page + 1) : null };
  },
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
};
