import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { idThere, stockedKey } from "../../engine/push/stocked.ts";
import { type Offer, pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered, portionsOf } from "../../engine/requests/portions.ts";
import { GONE, lackingAddress, refusalIn } from "../each.ts";
import { provesRight } from "../write-right.ts";
import { call, type Ebay, spokenIn } from "./ebay-call.ts";
import { exchangeEbayCode } from "./ebay-consent.ts";
import { dry } from "./ebay-dry.ts";
import { groupVariants, offerVariants } from "./ebay-groups.ts";
import { itemOf, stockOf } from "./ebay-item.ts";
import { pictureRemarks } from "./ebay-limits.ts";
import { currencyOf, localesOf } from "./ebay-marketplaces.ts";
import { moveOffers } from "./ebay-move.ts";
import { findOffer, offerItems, sellerFacts } from "./ebay-offers.ts";
import { mayRead, orders, readOrders } from "./ebay-orders.ts";
import { isWithOffer, pricingOf, replaceOffers } from "./ebay-prices.ts";
import { showOffers } from "./ebay-show.ts";
import { publicKey, webhooks } from "./ebay-webhooks.ts";

// Source: https://developer.ebay.com/api-docs/sell/inventory/overview.html ; a bulk call has 25 items at most
const BATCH = 25;
const PAGE = 100;
const IMAGES_AND_TEXT = "sell/inventory/v1/bulk_create_or_replace_inventory_item";
const GET_ITEMS = "sell/inventory/v1/bulk_get_inventory_item";
const PRICE_AND_STOCK = "sell/inventory/v1/bulk_update_price_quantity";
/** The way to the marketplace of a connector; `language`: that of the texts that are sent. */
const ebayOf = (api: Api, language?: string): Ebay => ({
  marketplace: api.credentials["marketplace_id"] ?? "",
  locationKey: api.credentials["location_key"] ?? "",
  call: (path, request, accepts) => call(api, path, { headers: spokenIn(api, language), ...request }, accepts),
  once: (name, fetch) => api.once(name, fetch),
});

/** Items as eBay has them, by their SKU. */
async function itemsThere(api: Api, skus: readonly string[], language?: string): Promise<Map<string, unknown>> {
  const json = { requests: skus.map((sku) => ({ sku })) };
  const isRead = (status: number) => status < 400 || status === 400 || status === 404;
  const answer = await ebayOf(api, language).call(GET_ITEMS, { method: "POST", json }, isRead);
  return new Map(
    listOf(member(answer, "responses")).flatMap((each): [string, unknown][] => {
      const sku = textOf(member(each, "sku"));
      const there = member(each, "inventoryItem");
      return sku === undefined || there === undefined ? [] : [[sku, there]];
    }),
  );
}

/** The numbers of the errors for an item or an offer that is not there (error codes of the Inventory API). */
const MISSING = new Set([25702, 25710, 25713]);
const NOT_FOUND = 404;

function outcomeOf(item: PushItem, answered: unknown): PushOutcome {
  const { productId, externalId, externalItemId } = item;
  const status = numberOf(member(answered, "statusCode"));
  if (status !== undefined && status < 400) return { productId, externalId: skuOf(item), externalItemId };
  const isMissing = status === NOT_FOUND || MISSING.has(numberOf(member(answered, "errors", 0, "errorId")) ?? 0);
  if (externalId !== null && isMissing) return { productId, error: GONE(externalId), isMissing };
  return { productId, error: textOf(member(answered, "errors", 0, "message")) ?? "eBay said nothing of it" };
}

/** Sends items by a bulk call, which answers for each by its SKU. */
async function bulk<T extends PushItem>(
  api: Api,
  path: string,
  items: readonly T[],
  fields: (item: T) => Record<string, unknown>,
): Promise<PushOutcome[]> {
  return gathered(items, BATCH, async (batch) => {
    // When all of them are refused the status is 400 or 404, with the same answer.
    const accepts = (status: number) => status < 400 || status === 400 || status === NOT_FOUND;
    const request = { method: "POST" as const, json: { requests: batch.map(fields) } };
    const answer = await ebayOf(api, batch[0]?.language).call(path, request, accepts);
    const bySku = new Map(listOf(member(answer, "responses")).map((each) => [textOf(member(each, "sku")), each]));
    return batch.map((item) => outcomeOf(item, bySku.get(skuOf(item)) ?? answer));
  });
}

/** Items, and an offer for each that has a price and no offer yet; those of variants belong to the group of their product. */
async function pushProducts(api: Api, items: readonly Offer[]): Promise<PushOutcome[]> {
  const outcomes = await gathered(items, BATCH, async (batch) => {
    const there = await itemsThere(api, batch.map(skuOf), batch[0]?.language);
    return bulk(api, IMAGES_AND_TEXT, batch, (item) => itemOf(item, there.get(skuOf(item))));
  });
  const stored = new Set(outcomes.flatMap((each) => ("externalId" in each ? [each.productId] : [])));
  const there = items.filter(({ productId }) => stored.has(productId));
  const isNew = (item: PushItem) => item.priceCents !== null && isSent(item, "price") && item.externalItemId === null;
  const offered = there.filter((item) => !item.group && isNew(item)).map((item) => ({ item, sku: skuOf(item) }));
  const grouped = there.filter(({ group }) => group).map((offer) => ({ offer, sku: skuOf(offer) }));
  const ebay = ebayOf(api, items[0]?.language);
  const after = [...(await offerItems(ebay, offered)), ...(await groupVariants(ebay, grouped))];
  const made = new Map([...outcomes, ...after].map((each) => [each.productId, each]));
  const moved = await moveOffers(ebay, there, made);
  const lacking = new Map(items.map((item) => [item.productId, [...lackingAddress(item), ...pictureRemarks(item)]]));
  return outcomes.map((each) => {
    const outcome = moved.get(each.productId) ?? made.get(each.productId) ?? each;
    const remarks = lacking.get(each.productId) ?? [];
    if ("error" in outcome || remarks.length === 0) return outcome;
    return { ...outcome, remarks: [...(outcome.remarks ?? []), ...remarks] };
  });
}

/** The offer of an item on this marketplace; a price belongs to it. */
const offerOf = async (api: Api, item: PushItem): Promise<string | undefined> =>
  item.externalItemId ?? (await findOffer(ebayOf(api), skuOf(item)))?.offerId;

/** Offers a variant that has a price only now, or whose item was deleted there. */
async function offerLate(api: Api, offer: Offer, key: string): Promise<PushOutcome[]> {
  const { productId } = offer;
  const sku = skuOf(offer);
  const made = await offerVariants(ebayOf(api), key, [{ offer, sku }]).catch((error: unknown): PushOutcome[] => [
    { productId, error: refusalIn(error) },
  ]);
  const isThere = made.every((each) => !("error" in each)) || (await itemsThere(api, [sku])).has(sku);
  return isThere ? made : [{ productId, error: GONE(sku), isMissing: true }];
}

async function pushPrices(api: Api, items: readonly Offer[]): Promise<PushOutcome[]> {
  const priced: PushItem[] = [];
  const refused: PushOutcome[] = [];
  for (const item of items) {
    const externalItemId = item.priceCents === null ? undefined : await offerOf(api, item);
    if (externalItemId !== undefined) priced.push({ ...item, externalItemId });
    else if (item.group && item.priceCents !== null) refused.push(...(await offerLate(api, item, item.group.sku)));
    else {
      const error = item.priceCents === null ? NO_PRICE : "It has no offer on this marketplace";
      refused.push({ productId: item.productId, error });
    }
  }
  const ebay = ebayOf(api);
  const { withOffer = [], alone = [] } = Object.groupBy(priced, (item) =>
    isWithOffer(ebay.marketplace, item) ? "withOffer" : "alone",
  );
  const fields = (item: PushItem) => ({
    sku: skuOf(item),
    offers: [{ offerId: item.externalItemId, price: pricingOf(ebay.marketplace, item).price }],
  });
  return [...refused, ...(await bulk(api, PRICE_AND_STOCK, alone, fields)), ...(await replaceOffers(ebay, withOffer))];
}

const pulledOf = (sku: unknown, item: unknown): PulledProduct => ({
  externalId: String(sku),
  sku: textOf(sku) ?? null,
  ean: eanAmong(member(item, "product", "ean", 0), member(item, "product", "upc", 0)),
  ...present({
    title: textOf(member(item, "product", "title")),
    description: textOf(member(item, "product", "description")),
    brand: textOf(member(item, "product", "brand")),
    stock: numberOf(member(item, "availability", "shipToLocationAvailability", "quantity")),
  }),
});

/** Items by their SKUs. */
const read = (api: Api, skus: readonly string[], language?: string): Promise<PulledProduct[]> =>
  gathered(skus, BATCH, async (some) =>
    [...(await itemsThere(api, some, language))].map(([sku, item]) => pulledOf(sku, item)),
  );

const choice = (id: string) => ({ id, name: id });
/** What the marketplace of a connector lets choose from: it has one currency, and takes texts in its languages. */
const marketOf = ({ credentials: { marketplace_id: id = "" } }: Api) => ({
  currencies: [currencyOf(id) ?? []].flat().map(choice),
  languages: localesOf(id).map(choice),
});

const NO_ORDERS =
  "Orders cannot be read: the consent lacks sell.fulfillment.readonly. Ask for it again (POST /connectors/{connector_id}/consent)";

const READ_ONLY = "The token may only read the inventory: have the seller agree again, to sell.inventory.";

export const ebay: Adapter = {
  dry,
  exchange: exchangeEbayCode,
  sameSku: "changed",
  sendsOffersSeparately: true,
  test: async (api) => {
    await call(api, "sell/inventory/v1/inventory_item?limit=1");
    const nothing = { method: "POST" as const, json: { requests: [] } };
    await provesRight(() => call(api, PRICE_AND_STOCK, nothing), READ_ONLY);
    const seller = await sellerFacts(ebayOf(api));
    const facts = { ...seller, choices: { ...marketOf(api), ...seller.choices } };
    return (await mayRead(api)) ? facts : { ...facts, warnings: [...facts.warnings, NO_ORDERS] };
  },
  orders,
  readOrders,
  webhooks,
  publicKey,
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => {
        if (kind === "products") return pushProducts(api, offers);
        if (kind === "prices") return pushPrices(api, offers);
        return bulk(api, PRICE_AND_STOCK, offers, (item) => ({ sku: skuOf(item), ...stockOf(item) }));
      },
    }),
  levels: async (api, stocked) => {
    const levels = new Map<string, number>();
    for (const some of portionsOf(stocked, BATCH)) {
      const skus = some.flatMap((each) => idThere(each) ?? []);
      const there = await itemsThere(api, skus);
      for (const each of some) {
        const known = there.get(idThere(each) ?? "");
        const level = numberOf(member(known, "availability", "shipToLocationAvailability", "quantity"));
        if (level !== undefined) levels.set(stockedKey(each), level);
      }
    }
    return levels;
  },
  show: (api, items, isShown) => showOffers(ebayOf(api), items, isShown),
  // A price is its offer's.
  unread: ["price"],
  read,
  pull: async (api, { cursor, language }) => {
    const offset = Number(cursor ?? 0);
    const found = await ebayOf(api, language).call(`sell/inventory/v1/inventory_item?limit=${PAGE}&offset=${offset}`);
    const products = listOf(member(found, "inventoryItems")).map((each) => pulledOf(member(each, "sku"), each));
    const total = numberOf(member(found, "total")) ?? 0;
    return { products, next: offset + PAGE < total ? String(offset + PAGE) : null };
  },
};
