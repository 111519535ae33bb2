import { gunzipSync } from "node:zlib";
import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api, ApiRequest } from "../../engine/requests/platform-api.ts";
import { addressesOf, firstStockOf, newImagesOf } from "../each.ts";
import { requestWithToken, tokenFrom } from "../oauth.ts";
import { exchangeAmazonCode } from "./amazon-consent.ts";
import { dry } from "./amazon-dry.ts";
import { factsOf } from "./amazon-facts.ts";
import { mayReadOrders, NO_ORDERS, ordersOf } from "./amazon-orders.ts";
import { readListings } from "./amazon-read.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/feeds-api-v2021-06-30-reference and
// https://developer-docs.amazon.com/sp-api/docs/listings-feed-type-values (JSON_LISTINGS_FEED)
const TOKEN_URL = "https://api.amazon.com/auth/o2/token";
const FEEDS = "feeds/2021-06-30";
const LISTINGS = "listings/2021-08-01";
/** Places for images beside the main one. */
const OTHER_IMAGES = 8;
const GZIP_FIRST_BYTE = 0x1f;
const REPORT_BYTES_MAX = 32 * 1024 * 1024;
const CONTENT_TYPE = "application/json; charset=UTF-8";

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

const stockOf = ({ stock }: PushItem) => [{ fulfillment_channel_code: "DEFAULT", quantity: stock }];
const priceOf = (marketplace_id: string, { priceCents, currency }: PushItem) => [
  { marketplace_id, currency, our_price: [{ schedule: [{ value_with_tax: (priceCents ?? 0) / 100 }] }] },
];

function attributesOf(marketplace: string, item: PushItem): Record<string, unknown> {
  const { title, description, brand, ean, priceCents } = item;
  const [main, ...others] = addressesOf(newImagesOf(item));
  const said = (value: string) => [{ value, marketplace_id: marketplace }];
  return {
    item_name: said(title),
    ...(description !== "" && { product_description: said(description) }),
    ...(brand !== null && { brand: said(brand) }),
    ...(ean !== null && {
      externally_assigned_product_identifier: [{ type: "ean", value: ean, marketplace_id: marketplace }],
    }),
    ...(main !== undefined && {
      main_product_image_locator: [{ media_location: main, marketplace_id: marketplace }],
    }),
    ...Object.fromEntries(
      others
        .slice(0, OTHER_IMAGES)
        .map((media_location, index) => [
          `other_product_image_locator_${index + 1}`,
          [{ media_location, marketplace_id: marketplace }],
        ]),
    ),
    ...(firstStockOf(item) !== null && { fulfillment_availability: stockOf(item) }),
    ...(priceCents !== null && { purchasable_offer: priceOf(marketplace, item) }),
  };
}

function messageOf(kind: PushKind, marketplace: string, item: PushItem): Record<string, unknown> {
  if (kind === "products") {
    const attributes = attributesOf(marketplace, item);
    // An update replaces all attributes of a listing, also those that are the seller's own.
    if (item.externalId === null) {
      const condition_type = [{ value: "new_new", marketplace_id: marketplace }];
      const all = { condition_type, ...attributes };
      return { operationType: "UPDATE", productType: "PRODUCT", requirements: "LISTING", attributes: all };
    }
    const changes = Object.entries(attributes).map(([name, value]) => ({
      op: "replace",
      path: `/attributes/${name}`,
      value,
    }));
    return { operationType: "PATCH", productType: "PRODUCT", patches: changes };
  }
  const [name, value] =
    kind === "stock" ? ["fulfillment_availability", stockOf(item)] : ["purchasable_offer", priceOf(marketplace, item)];
  const patches = [{ op: "replace", path: `/attributes/${name}`, value }];
  return { operationType: "PATCH", productType: "PRODUCT", patches };
}

/** Lays a feed down where Amazon says, and has it processed. */
async function sendFeed(api: Api, feed: unknown): Promise<string> {
  const place = await call(api, `${FEEDS}/documents`, { method: "POST", json: { contentType: CONTENT_TYPE } });
  const url = textOf(member(place, "url"));
  if (url === undefined) throw new PlatformError("refused", "Amazon gave no place for the feed");
  await api.request({ method: "PUT", url, body: JSON.stringify(feed), headers: { "content-type": CONTENT_TYPE } });
  const json = {
    feedType: "JSON_LISTINGS_FEED",
    marketplaceIds: [marketplaceOf(api)],
    inputFeedDocumentId: member(place, "feedDocumentId"),
  };
  const feedId = textOf(member(await call(api, `${FEEDS}/feeds`, { method: "POST", json }), "feedId"));
  if (feedId === undefined) throw new PlatformError("refused", "Amazon took no feed");
  return feedId;
}

/** What Amazon says of a feed's messages, when it is through. */
async function reportOf(api: Api, content: unknown): Promise<unknown[]> {
  const ended = await api.follow({
    name: "Amazon's feed",
    content,
    begin: () => sendFeed(api, content),
    poll: async (feedId) => {
      const feed = await call(api, `${FEEDS}/feeds/${feedId}`);
      return /^(DONE|FATAL|CANCELLED)$/.test(String(member(feed, "processingStatus"))) ? feed : undefined;
    },
  });
  const documentId = textOf(member(ended, "resultFeedDocumentId"));
  if (member(ended, "processingStatus") !== "DONE" || documentId === undefined) {
    throw new PlatformError("refused", `Amazon ended the feed as ${String(member(ended, "processingStatus"))}`);
  }
  const place = await call(api, `${FEEDS}/documents/${documentId}`);
  const answer = await api.request({ method: "GET", url: textOf(member(place, "url")) ?? "" });
  if (member(place, "compressionAlgorithm") !== "GZIP") return listOf(member(answer.json(), "issues"));
  // A store that names the packing as the answer's own has it unpacked on the way.
  if (answer.bytes[0] !== GZIP_FIRST_BYTE) return listOf(member(answer.json(), "issues"));
  const text = gunzipSync(answer.bytes, { maxOutputLength: REPORT_BYTES_MAX }).toString("utf8");
  return listOf(member(JSON.parse(text), "issues"));
}

/** Whether the seller has no listing with this SKU; a new one is requested when the known one was refused. */
async function isMissing(api: Api, { externalId }: PushItem): Promise<boolean> {
  if (externalId === null) return false;
  const seller = encodeURIComponent(api.credentials["seller_id"] ?? "");
  const path = `${LISTINGS}/items/${seller}/${encodeURIComponent(externalId)}?marketplaceIds=${marketplaceOf(api)}`;
  return (await answerOf(api, path, {}, (status) => status < 400 || status === 404)).status === 404;
}

export const amazon: Adapter = {
  dry,
  exchange: exchangeAmazonCode,
  sameSku: "changed",
  // A feed takes 25,000 messages, and its rate one in two minutes.
  chunk: 10_000,
  read: (api, ids) => {
    const seller = encodeURIComponent(api.credentials["seller_id"] ?? "");
    return readListings(ids, (query) => {
      query.set("marketplaceIds", marketplaceOf(api));
      return call(api, `${LISTINGS}/items/${seller}?${query}`);
    });
  },
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
  push: async (api, kind, items) => {
    const sent = kind === "prices" ? items.filter(({ priceCents }) => priceCents !== null) : items;
    const messages = sent.map((item, index) => ({
      messageId: index + 1,
      sku: item.externalId ?? item.sku,
      ...messageOf(kind, marketplaceOf(api), item),
    }));
    const header = { sellerId: api.credentials["seller_id"], version: "2.0", issueLocale: "en_US" };
    const issues = sent.length === 0 ? [] : await reportOf(api, { header, messages });
    const refused = new Map(
      issues
        .filter((issue) => member(issue, "severity") === "ERROR")
        .map((issue) => [numberOf(member(issue, "messageId")), textOf(member(issue, "message")) ?? "refused"]),
    );
    const outcomes: PushOutcome[] = [];
    for (const item of items) {
      const { productId, externalId, sku } = item;
      const error = sent.includes(item) ? refused.get(sent.indexOf(item) + 1) : "It has no price";
      if (error === undefined) outcomes.push({ productId, externalId: externalId ?? sku });
      else
        outcomes.push({
          productId,
          error,
          ...(sent.includes(item) && (await isMissing(api, item)) && { isMissing: true }),
        });
    }
    return outcomes;
  },
};
