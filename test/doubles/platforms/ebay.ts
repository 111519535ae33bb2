import { ebaySeller } from "../ebay-seller.ts";
import type { Reply } from "../shops.ts";
import { type EbayItem, ebayGroups } from "./ebay-groups.ts";
import { type EbayOffer, ebayOffers } from "./ebay-offers.ts";
import {
  BAD,
  bodyAs,
  busyFor,
  type Call,
  FIRST_WAIT_MS,
  NO_ROUTE,
  type Platform,
  type Shelf,
  WHY,
} from "./platform.ts";

const INVENTORY = "/sell/inventory/v1";
const EBAY_POLICIES = ["fulfillment", "payment", "return"];
const exists = [{ errorId: 25002, message: "A user error has occurred. Offer entity already exists." }];

/** The offers of a shelf have the id of their SKU. */
function ebayAnswer(shelf: Shelf) {
  const items = new Map<string, EbayItem>();
  const published = new Set<string>();
  const offers = ebayOffers();
  const groups = ebayGroups({ items, published, offered: (sku) => shelf.products.has(sku) });
  const eachOf = (call: Call, answer: (sku: string) => object): Reply => {
    const { requests } = bodyAs<{ requests: { sku?: string; offerId?: string }[] }>(call);
    const responses = requests.map((each) => {
      const sku = each.sku ?? String(each.offerId).slice(2);
      return { statusCode: 200, ...answer(sku) };
    });
    return { status: 207, json: { responses } };
  };
  /** Who deletes an item deletes its offers with it. */
  const forget = () => {
    for (const sku of [...offers.offers.keys()].filter((each) => !shelf.products.has(each))) {
      for (const kept of [items, published, offers.offers]) kept.delete(sku);
    }
  };
  const missing = { statusCode: 404, errors: [{ errorId: 25710, message: "We didn't find the entity" }] };
  const wrong = { statusCode: 400, errors: [{ message: WHY }] };
  const answers: Record<string, (call: Call) => Reply> = {
    [`POST ${INVENTORY}/bulk_create_or_replace_inventory_item`]: (call) =>
      eachOf(call, (sku) => {
        if (sku === BAD) return { sku, ...wrong };
        const sent = bodyAs<{ requests: EbayItem[] }>(call).requests.find((each) => each.sku === sku);
        items.set(sku, sent ?? { sku });
        return { sku };
      }),
    [`POST ${INVENTORY}/bulk_get_inventory_item`]: (call) =>
      eachOf(call, (sku) =>
        items.has(sku)
          ? {
              sku,
              inventoryItem: {
                condition: "LIKE_NEW",
                ...items.get(sku),
                product: { title: sku, mpn: "M-1", ...items.get(sku)?.product },
              },
            }
          : { sku, ...missing },
      ),
    [`POST ${INVENTORY}/bulk_create_offer`]: (call) =>
      eachOf(call, (sku) => {
        if (!items.has(sku)) return { sku, ...wrong };
        if (shelf.products.has(sku)) return { sku, statusCode: 400, errors: exists };
        shelf.upsert(sku);
        offers.make(bodyAs<{ requests: EbayOffer[] }>(call).requests.find((each) => each.sku === sku) ?? { sku });
        return { sku, offerId: `o-${sku}` };
      }),
    [`POST ${INVENTORY}/bulk_publish_offer`]: (call) =>
      eachOf(call, (sku) => {
        if (!shelf.products.has(sku)) return wrong;
        published.add(sku);
        return { offerId: `o-${sku}`, listingId: "1" };
      }),
    [`POST ${INVENTORY}/bulk_update_price_quantity`]: (call) =>
      eachOf(call, (sku) => {
        const item = items.get(sku);
        if (!item) return { sku, ...missing };
        const told = bodyAs<{ requests: EbayItem[] }>(call).requests.find((each) => each.sku === sku) ?? {};
        if ("offers" in told) offers.price(sku, told.offers);
        if ("shipToLocationAvailability" in told) items.set(sku, { ...item, availability: told });
        return { sku };
      }),
    "GET /sell/fulfillment/v1/order": () => ({ json: { orders: [], total: 0 } }),
    [`GET ${INVENTORY}/inventory_item`]: () => ({
      json: {
        inventoryItems: [...items.values()].map((item) => ({ ...item, product: { title: item.sku, ...item.product } })),
        total: items.size,
      },
    }),
    [`GET ${INVENTORY}/location`]: () => ({
      json: { locations: [{ merchantLocationKey: "home", merchantLocationStatus: "ENABLED" }] },
    }),
    [`GET ${INVENTORY}/offer`]: ({ query }) => {
      const sku = query.get("sku") ?? "";
      const status = published.has(sku) ? "PUBLISHED" : "UNPUBLISHED";
      const offer = { ...offers.offers.get(sku), offerId: `o-${sku}`, status };
      return shelf.products.has(sku) ? { json: { offers: [offer] } } : NO_ROUTE;
    },
    "GET /commerce/taxonomy/v1/get_default_category_tree_id": () => ({ json: { categoryTreeId: "71" } }),
    "GET /commerce/taxonomy/v1/category_tree/71/get_category_suggestions": () => ({
      json: { categorySuggestions: [{ category: { categoryId: "20697" } }] },
    }),
    ...Object.fromEntries(
      EBAY_POLICIES.map((kind) => [
        `GET /sell/account/v1/${kind}_policy`,
        () => ({ json: { [`${kind}Policies`]: [{ [`${kind}PolicyId`]: `${kind}-1` }] } }),
      ]),
    ),
  };
  /** Ends the listing of an offer, or lists it again. */
  const list = ({ route }: Call): Reply | undefined => {
    const [, sku = "", verb] = /^POST \/sell\/inventory\/v1\/offer\/o-([^/]+)\/(publish|withdraw)$/.exec(route) ?? [];
    if (verb === undefined) return undefined;
    if (!shelf.products.has(decodeURIComponent(sku))) return NO_ROUTE;
    if (verb === "withdraw") published.delete(decodeURIComponent(sku));
    else published.add(decodeURIComponent(sku));
    return { json: { listingId: "1" } };
  };
  const seller = ebaySeller();
  return (call: Call) => {
    forget();
    const [, notified] = call.route.split("/commerce/notification/v1/");
    const reply =
      notified === undefined ? (answers[call.route]?.(call) ?? groups(call)) : seller.notify(call, notified);
    if (reply instanceof Promise) throw new TypeError("Nothing is asked here");
    return reply ?? list(call) ?? offers.answer(call) ?? NO_ROUTE;
  };
}

export const ebay: Platform = {
  isBySku: true,
  isTogether: true,
  taken: "changed",
  id: "ebay",
  credentials: { marketplace_id: "EBAY_FR", client_id: "id", client_secret: "secret", refresh_token: "r" },
  isToken: ({ route }) => route === "POST /identity/v1/oauth2/token",
  isWrite: ({ route }) => /^POST .*\/bulk_(?!get_)/.test(route),
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "made again", stock: "unlinked" },
  answer: ebayAnswer,
};
