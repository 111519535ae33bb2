import type { Reply } from "../shops.ts";
import { amazonOrders } from "./amazon-orders.ts";
import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { cdiscount } from "./cdiscount.ts";
import { ebay } from "./ebay.ts";
import { fnac } from "./fnac.ts";
import { manomano } from "./manomano.ts";
import { mirakl } from "./mirakl.ts";
import { bodyAs, busyFor, type Call, NO_ROUTE, type Platform, type Shelf, WHY } from "./platform.ts";

interface Feed {
  messages: { messageId: number; sku: string; operationType: "UPDATE" | "PATCH" }[];
}

function amazonAnswer(shelf: Shelf) {
  let feed: Feed = { messages: [] };
  let isNew = true;
  const createdMs: number[] = [];
  // Only what is listed can be patched.
  const isRefused = ({ sku, operationType }: Feed["messages"][number]) =>
    isBad(sku) || (operationType === "PATCH" && !shelf.products.has(sku));
  const issuesOf = () =>
    feed.messages.filter(isRefused).map(({ messageId }) => ({ messageId, code: "1", severity: "ERROR", message: WHY }));
  const place = { url: "https://documents.example/d", feedDocumentId: "d1" };
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /sellers/v1/marketplaceParticipations": () => ({ json: { payload: [] } }),
    "POST /feeds/2021-06-30/documents": () => ({ json: place }),
    "PUT /d": (call) => {
      feed = bodyAs<Feed>(call);
      return {};
    },
    "GET /d": () => ({ json: { issues: issuesOf() } }),
    "POST /feeds/2021-06-30/feeds": () => {
      keep(
        shelf,
        feed.messages.filter((each) => !isRefused(each)).map(({ sku }) => sku),
      );
      isNew = true;
      createdMs.push(Date.now());
      return { status: 202, json: { feedId: "f1" } };
    },
    "GET /feeds/2021-06-30/feeds": ({ query }) => {
      if (query.get("feedTypes") !== "JSON_LISTINGS_FEED") return { status: 400, json: { errors: [] } };
      const [from, to] = ["createdSince", "createdUntil"].map((name) => Date.parse(query.get(name) ?? ""));
      const found = createdMs.filter((ms) => ms >= Number(from) && ms <= Number(to));
      return { json: { feeds: found.map(() => ({ feedId: "f1", processingStatus: "IN_PROGRESS" })) } };
    },
    "GET /feeds/2021-06-30/feeds/f1": () => {
      const processingStatus = isNew ? "IN_PROGRESS" : "DONE";
      isNew = false;
      return { json: { processingStatus, resultFeedDocumentId: "d2" } };
    },
    "GET /feeds/2021-06-30/documents/d2": () => ({ json: place }),
    "GET /orders/2026-01-01/orders": ({ query }) => amazonOrders(query),
    "GET /listings/2021-08-01/items/s": ({ query }) => {
      const items = (query.get("identifiers") ?? "").split(",").filter((sku) => shelf.products.has(sku));
      return { json: { numberOfResults: items.length, items: items.map((sku) => ({ sku })) } };
    },
  };
  const listed = (route: string) => /^GET \/listings\/2021-08-01\/items\/s\/(.+)$/.exec(route)?.[1] ?? "";
  return (call: Call) => {
    if (shelf.products.has(decodeURIComponent(listed(call.route)))) return { json: { sku: listed(call.route) } };
    return answers[call.route]?.(call) ?? NO_ROUTE;
  };
}

const amazon: Platform = {
  ...BY_SKU,
  gone: { products: "made again", stock: "unlinked" },
  id: "amazon",
  credentials: {
    seller_id: "s",
    marketplace_id: "A13V1IB3VIYZZH",
    client_id: "id",
    client_secret: "secret",
    refresh_token: "r",
  },
  isToken: ({ host }) => host === "api.amazon.com",
  isWrite: ({ route }) => /^(?:POST \/feeds\/2021-06-30\/feeds|PUT \/d)$/.test(route),
  busy: busyFor({ "x-amzn-ratelimit-limit": "0.5" }, 2_000),
  answer: amazonAnswer,
};

export const MARKETPLACES: readonly Platform[] = [amazon, ebay, cdiscount, fnac, manomano, mirakl];
