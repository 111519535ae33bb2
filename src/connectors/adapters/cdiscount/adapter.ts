import type { Adapter } from "../../engine/adapter.ts";
import { isSent, sentFields } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { centsOf, eanAmong, listOf, member, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { type Offer, pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { addressesOf, lackingAddress, struckPrice } from "../each.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";
import { warnsOfOrders } from "../read-right.ts";
import { provesRight } from "../write-right.ts";
import { dry } from "./octopia-dry.ts";
import { NO_ORDERS, ordersOf } from "./octopia-orders.ts";

// Source: https://developer.octopia-io.net/api-reference/ : product integration, and offer packages in JSON.
// An offer's taxes and delivery modes are the seller's own decision in Octopia: offers that are there get stock and prices.
const API = "https://api.octopia-io.net/seller/v2";
const TOKEN_URL = "https://auth.octopia-io.net/auth/realms/maas/protocol/openid-connect/token";
const CHANNEL = "CDISFR";
const RESULTS_MAX = 1_000;
const READ_ONLY = "The client may not write offers: ask Octopia for one that may manage offers and products.";
/** Offers that one request reads: an address has its limits. */
const READ_MAX = 50;
/** A report of products lists no more, and has no pages. */
const REPORTED_MAX = 25;

async function call(api: Api, path: string, request: Partial<ApiRequest> = {}): Promise<ApiAnswer> {
  const { seller_id = "", client_id = "", client_secret = "" } = api.credentials;
  const form = { grant_type: "client_credentials", client_id, client_secret };
  const said = { sellerid: seller_id, saleschannelid: CHANNEL, "accept-language": "fr-FR" };
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url: `${API}/${path}`,
    headers: { authorization: `Bearer ${token}`, ...said },
  });
  return requestWithToken(api, () => tokenFrom(api, { url: TOKEN_URL, form }), send);
}

/** A property of a category, by which its products differ, is known by its number. */
const PROPERTY = /^\d+$/;
const namedOptions = ({ group }: Offer) => Object.entries(group?.variant.options ?? {});

function sheetOf(offer: Offer) {
  const { ean, sku, title, description, brand, category, images, group } = offer;
  const pictures = isSent(offer, "images") ? addressesOf(images) : [];
  const properties = namedOptions(offer).filter(([name]) => PROPERTY.test(name));
  return {
    // What a sheet is known by.
    gtin: ean,
    sellerProductReference: sku,
    ...sentFields(offer, {
      name: { title },
      description: { description },
      brand: brand !== null && { brand },
      category: category !== null && { categoryCode: category },
    }),
    ...(pictures.length > 0 && { sellerPictureUrls: pictures.map((url, index) => ({ index: index + 1, url })) }),
    ...(group && { variantGroupReference: group.sku }),
    ...(properties.length > 0 && {
      attributes: properties.map(([propertyReference, value]) => ({ propertyReference, values: [value] })),
    }),
  };
}

/** What of a sheet could not be sent. */
function sheetRemarks(offer: Offer): string[] {
  const unnamed = namedOptions(offer).flatMap(([name]) => (PROPERTY.test(name) ? [] : name));
  const options = unnamed.map(
    (name) => `Octopia knows options by the number of a property of the category, such as 3263: ${name} was not sent`,
  );
  return [...lackingAddress(offer), ...options];
}

type Refusals = Map<string | undefined, string>;

/** The reasons of what was refused, by the member `key` of its report. */
const refusedBy = (reports: readonly unknown[], key: string, state: string, reasons: string) =>
  new Map(
    reports
      .filter((report) => member(report, state) !== "Integrated")
      .map((report) => [
        textOf(member(report, key)),
        listOf(member(report, reasons))
          .map((reason) => textOf(member(reason, "message")))
          .filter((message) => message !== undefined)
          .join("; ") || String(member(report, state)),
      ]),
  );

const isPending = (report: unknown) => /pending|progress|process/i.test(String(member(report, "status")));

/**
 * Integrates product sheets, as many at a time as a report lists; each is reported by its EAN. A package that has ended is
 * known until the last one has.
 */
async function integrate(api: Api, items: readonly Offer[]): Promise<Refusals> {
  const some = items.slice(0, REPORTED_MAX);
  const rest = items.slice(REPORTED_MAX);
  const json = { products: some.map(sheetOf) };
  return api.follow({
    name: "Octopia's product package",
    content: json,
    begin: async () => {
      const answer = (await call(api, "products-integration", { method: "POST", json })).json();
      const packageId = textOf(member(answer, "packageId"));
      if (packageId === undefined) throw new PlatformError("refused", "Octopia took no package of products");
      return packageId;
    },
    poll: async (packageId) => {
      const query = new URLSearchParams({ packageId });
      const reported = listOf(member((await call(api, `products-integration-reports?${query}`)).json(), "items"));
      const seen = new Set(reported.filter((each) => !isPending(each)).map((each) => textOf(member(each, "gtin"))));
      const isWhole = some.every(({ ean }) => seen.has(ean ?? ""));
      return isWhole ? refusedBy(reported, "gtin", "status", "errors") : undefined;
    },
    after: async (refused) => (rest.length === 0 ? refused : new Map([...refused, ...(await integrate(api, rest))])),
  });
}

/** What Octopia says of a package of offers that has ended. */
async function offerResults(api: Api, path: string, state: string): Promise<Refusals> {
  if (state === "Rejected") throw new PlatformError("refused", "Octopia refused the whole package of offers");
  const results = (await call(api, `${path}/offer-requests-results?limit=${RESULTS_MAX}`)).json();
  return refusedBy(listOf(member(results, "items")), "sellerExternalReference", "integrationStatus", "results");
}

/** Changes offers that are there, as many at a time as results have a page; each is reported by the seller's reference. */
async function updateOffers(api: Api, all: readonly Record<string, unknown>[]): Promise<Refusals> {
  const pathOf = (packageId: string) => `offer-packages/${encodeURIComponent(packageId)}`;
  const offers = all.slice(0, RESULTS_MAX);
  const rest = all.slice(RESULTS_MAX);
  return api.follow({
    name: "Octopia's offer package",
    content: offers,
    begin: async () => {
      const made = await call(api, "offer-packages", { method: "POST", json: { packageType: "Update" } });
      const packageId = made.headers["content-location"]?.split("/").at(-1);
      if (packageId === undefined) throw new PlatformError("refused", "Octopia made no package of offers");
      await call(api, `${pathOf(packageId)}/offer-requests`, { method: "POST", json: offers });
      await call(api, pathOf(packageId), { method: "PATCH", json: { state: "Ready" } });
      return packageId;
    },
    poll: async (packageId) => {
      const now = textOf(member((await call(api, pathOf(packageId))).json(), "state"));
      const isOver = now === "Integrated" || now === "Rejected";
      return isOver ? offerResults(api, pathOf(packageId), now) : undefined;
    },
    after: async (refused) => (rest.length === 0 ? refused : new Map([...refused, ...(await updateOffers(api, rest))])),
  });
}

/** An offer as Octopia has it; the sheet of its product may be another seller's. */
const pulledOf = (offer: unknown): PulledProduct => {
  const sku = textOf(member(offer, "sellerExternalReference")) ?? "";
  const price = member(offer, "integrationPrice", "price") ?? member(offer, "facialPrice", "price");
  const ean = eanAmong(member(offer, "product", "gtin"));
  return { externalId: sku, sku, ean, ...present({ priceCents: centsOf(price) }) };
};

/** Offers by their SKUs. */
const read = (api: Api, skus: readonly string[]): Promise<PulledProduct[]> =>
  gathered(skus, READ_MAX, async (some) => {
    const query = { salesChannelId: CHANNEL, limit: String(READ_MAX), sellerExternalReferences: some.join(",") };
    const answer = await call(api, `offers?${new URLSearchParams(query)}`);
    return listOf(member(answer.json(), "items")).map(pulledOf);
  });

function priceOf(offer: Offer) {
  const origin = struckPrice(offer);
  return { price: (offer.priceCents ?? 0) / 100, ...(origin !== null && { originPrice: origin / 100 }) };
}

function lackOf(kind: PushKind, { ean, priceCents }: PushItem): string | undefined {
  if (kind === "products" && ean === null) return "Octopia wants an EAN";
  return kind === "prices" && priceCents === null ? "It has no price" : undefined;
}

/** Sends sheets, or changes offers, and says what became of each. */
async function pushOffers(api: Api, kind: PushKind, offers: readonly Offer[]): Promise<PushOutcome[]> {
  const isSheet = kind === "products";
  const sent = offers.filter((offer) => lackOf(kind, offer) === undefined);
  const changeOf = (offer: Offer) => ({
    sellerExternalReference: skuOf(offer),
    ...(kind === "stock" ? { quantity: offer.stock } : { price: priceOf(offer) }),
  });
  const send = () => (isSheet ? integrate(api, sent) : updateOffers(api, sent.map(changeOf)));
  const refused: Refusals = sent.length === 0 ? new Map() : await send();
  return offers.map((offer): PushOutcome => {
    const { productId } = offer;
    const error = lackOf(kind, offer) ?? refused.get(isSheet ? (offer.ean ?? "") : skuOf(offer));
    if (error !== undefined) return { productId, error };
    const remarks = isSheet ? sheetRemarks(offer) : [];
    return { productId, externalId: skuOf(offer), ...(remarks.length > 0 && { remarks }) };
  });
}

const orders: NonNullable<Adapter["orders"]> = (api, from) =>
  ordersOf(async (path) => (await call(api, path)).json(), from);

export const cdiscount: Adapter = {
  dry,
  sameSku: "changed",
  sendsOffersSeparately: true,
  // The results of a package of offers have pages of this size.
  chunk: RESULTS_MAX,
  test: async (api) => {
    await call(api, "sellers");
    // A package that is not there: its rights are looked at first.
    await provesRight(() => call(api, "offer-packages/0", { method: "PATCH", json: { state: "Ready" } }), READ_ONLY);
    return { choices: {}, warnings: await warnsOfOrders(api, orders, NO_ORDERS) };
  },
  // What is said of offers has no stock.
  unread: ["name", "description", "brand", "stock"],
  read,
  orders,
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
};
