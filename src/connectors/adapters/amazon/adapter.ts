import type { Adapter } from "../../engine/adapter.ts";
import { member, numberOf, textOf } from "../../engine/platform-values.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { type Offer, pushAsOffers } from "../../engine/push/variant-offers.ts";
import { IS_READ, isSeeming, seemingIds } from "../../engine/requests/dry-api.ts";
import type { Api, ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";
import { GONE, lackingAddress } from "../each.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";
import { exchangeAmazonCode } from "./amazon-consent.ts";
import { factsOf } from "./amazon-facts.ts";
import { type Account, followFeed } from "./amazon-feeds.ts";
import { languagesOf } from "./amazon-marketplaces.ts";
import { messagesOf } from "./amazon-messages.ts";
import { mayReadOrders, NO_ORDERS, ordersOf } from "./amazon-orders.ts";
import { pictureRemarks } from "./amazon-pictures.ts";
import { readListings } from "./amazon-read.ts";
import { unknownOption } from "./amazon-variants.ts";

/** Where nothing is sent to. */
const PLACE = "https://uploads.invalid/feed";

/** What Amazon answers of a feed that it takes whole, as its adapter reads it; its tokens are POST, too. */
function dry(): DryAnswer {
  const nextId = seemingIds();
  const read = (url: string) => {
    if (!isSeeming(url)) return undefined;
    return url.includes("/documents/") ? { url: PLACE } : { processingStatus: "DONE", resultFeedDocumentId: nextId() };
  };
  const begin = (url: string) => {
    if (url.endsWith("/documents")) return { feedDocumentId: String(nextId()), url: PLACE };
    return url.endsWith("/feeds") ? { feedId: String(nextId()) } : IS_READ;
  };
  return ({ method, url }: ApiRequest) => {
    if (url === PLACE) return { issues: [] };
    return method === "GET" ? read(url) : begin(url);
  };
}

const TOKEN_URL = "https://api.amazon.com/auth/o2/token";
const LISTINGS = "listings/2021-08-01";

/** Marketplaces outside Europe: the United States, Canada, Mexico, Brazil; Japan, Australia, Singapore. */
const NORTH_AMERICA = new Set(["ATVPDKIKX0DER", "A2EUQ1WTGCTBG2", "A1AM78C64UM0Y8", "A2Q3Y263D00KWC"]);
const FAR_EAST = new Set(["A1VC38T7YXB528", "A39IBJ37TRP1C6", "A19VAU5U5O7RUS"]);

const regionOf = (marketplace: string) => {
  if (NORTH_AMERICA.has(marketplace)) return "na";
  return FAR_EAST.has(marketplace) ? "fe" : "eu";
};
const marketplaceOf = (api: Api) => api.credentials["marketplace_id"] ?? "";

async function answerOf(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
) {
  const { client_id = "", client_secret = "", refresh_token = "" } = api.credentials;
  const form = { grant_type: "refresh_token", refresh_token, client_id, client_secret };
  const url = `https://sellingpartnerapi-${regionOf(marketplaceOf(api))}.amazon.com/${path}`;
  const send = (token: string): ApiRequest => ({
    method: "GET",
    ...request,
    url,
    headers: { "x-amz-access-token": token },
  });
  return requestWithToken(api, () => tokenFrom(api, { url: TOKEN_URL, form }), send, accepts);
}

const call = async (api: Api, path: string, request?: Partial<ApiRequest>): Promise<unknown> =>
  (await answerOf(api, path, request)).json();

const accountOf = (api: Api): Account => ({
  api,
  marketplace: marketplaceOf(api),
  call: (path, request) => call(api, path, request),
});

/** The seller's listings with these SKUs. */
function read(api: Api, skus: readonly string[]) {
  const seller = encodeURIComponent(api.credentials["seller_id"] ?? "");
  return readListings(skus, (query) => {
    query.set("marketplaceIds", marketplaceOf(api));
    return call(api, `${LISTINGS}/items/${seller}?${query}`);
  });
}

/** Those that were refused and that the seller has no listing of any more: they are made again. */
async function missingAmong(api: Api, offers: readonly Offer[], refused: ReadonlyMap<string, string>) {
  const known = offers.flatMap(({ productId, externalId }) => (refused.has(productId) ? (externalId ?? []) : []));
  const there = new Set(known.length === 0 ? [] : (await read(api, known)).map(({ externalId }) => externalId));
  return new Set(known.filter((sku) => !there.has(sku)));
}

/** What Amazon refused of offers, and which of those the seller has no listing of any more, by our id. */
interface Refused {
  refused: Map<string, string>;
  missing: Set<string>;
}

/** What Amazon refuses of offers: what it says of the listing of a family is of all its members. */
async function refusedOf(api: Api, kind: PushKind, offers: readonly Offer[]): Promise<Refused> {
  const sent = messagesOf(kind, marketplaceOf(api), offers);
  if (sent.length === 0) return { refused: new Map(), missing: new Set() };
  const header = { sellerId: api.credentials["seller_id"], version: "2.0", issueLocale: "en_US" };
  const messages = sent.map(({ message }) => message);
  const byId = new Map(sent.map((each) => [member(each.message, "messageId"), each.offers]));
  return followFeed(accountOf(api), { header, messages }, async (issues) => {
    const refused = new Map<string, string>();
    for (const issue of issues.filter((each) => member(each, "severity") === "ERROR")) {
      for (const { productId } of byId.get(numberOf(member(issue, "messageId"))) ?? []) {
        refused.set(productId, refused.get(productId) ?? textOf(member(issue, "message")) ?? "refused");
      }
    }
    return { refused, missing: await missingAmong(api, offers, refused) };
  });
}

/** Sends offers in one feed, and says what became of each. */
async function pushOffers(api: Api, kind: PushKind, offers: readonly Offer[]): Promise<PushOutcome[]> {
  const lackOf = (offer: Offer) => (kind === "prices" && offer.priceCents === null ? NO_PRICE : unknownOption(offer));
  const { refused, missing } = await refusedOf(
    api,
    kind,
    offers.filter((offer) => lackOf(offer) === undefined),
  );
  return offers.map((offer): PushOutcome => {
    const { productId, externalId, sku } = offer;
    const error = lackOf(offer) ?? refused.get(productId);
    const isMissing = refused.has(productId) && missing.has(externalId ?? "");
    if (isMissing) return { productId, error: GONE(externalId), isMissing };
    if (error !== undefined) return { productId, error };
    const remarks = kind === "products" ? [...lackingAddress(offer), ...pictureRemarks(offer)] : [];
    return { productId, externalId: externalId ?? sku, ...(remarks.length > 0 && { remarks }) };
  });
}

export const amazon: Adapter = {
  dry,
  exchange: exchangeAmazonCode,
  sameSku: "changed",
  // A feed takes 25,000 messages, and its rate one in two minutes.
  chunk: 10_000,
  read,
  languages: (api) => Promise.resolve(languagesOf(marketplaceOf(api))),
  test: async (api) => {
    const participations = await call(api, "sellers/v1/marketplaceParticipations");
    // The role that reads listings is the one that feeds change them by.
    const query = `marketplaceIds=${marketplaceOf(api)}&pageSize=1`;
    const seller = encodeURIComponent(api.credentials["seller_id"] ?? "");
    await call(api, `${LISTINGS}/items/${seller}?${query}`);
    const facts = factsOf(marketplaceOf(api), participations);
    const mayRead = await mayReadOrders(async (path, accepts) => (await answerOf(api, path, {}, accepts)).status, {
      marketplace: marketplaceOf(api),
      nowMs: Date.now(),
    });
    return mayRead ? facts : { ...facts, warnings: [...facts.warnings, NO_ORDERS] };
  },
  orders: (api, from) => ordersOf((path) => call(api, path), { ...from, marketplace: marketplaceOf(api) }),
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
};
