import { octopiaFault } from "../../connectors/published/octopia-offers.ts";
import type { Reply } from "../shops.ts";
import { amazonOrders } from "./amazon-orders.ts";
import { BY_SKU, isBad, keep } from "./by-sku.ts";
import { ebay } from "./ebay.ts";
import { fnac } from "./fnac.ts";
import { frenchOrders } from "./french-orders.ts";
import { mirakl } from "./mirakl.ts";
import { bodyAs, busyFor, type Call, FIRST_WAIT_MS, NO_ROUTE, type Platform, type Shelf, WHY } from "./platform.ts";

interface Feed {
  messages: { messageId: number; sku: string; operationType: "UPDATE" | "PATCH" }[];
}

function amazonAnswer(shelf: Shelf) {
  let feed: Feed = { messages: [] };
  let isNew = true;
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
      return { status: 202, json: { feedId: "f1" } };
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

interface Sheet {
  gtin: string;
  sellerProductReference: string;
}

function cdiscountAnswer(shelf: Shelf) {
  const packages: Sheet[][] = [];
  let offers: { sellerExternalReference: string }[] = [];
  const stateOf = (isRefused: boolean) =>
    isRefused ? { status: "Rejected", errors: [{ message: WHY }] } : { status: "Integrated" };
  const base = "/seller/v2/offer-packages";
  const answers: Record<string, (call: Call) => Reply> = {
    "GET /seller/v2/offers": ({ query }) => {
      const known = (query.get("sellerExternalReferences") ?? "").split(",").filter((sku) => shelf.products.has(sku));
      const facialPrice = { price: 12.5 };
      return { json: { items: known.map((sku) => ({ sellerExternalReference: sku, facialPrice })) } };
    },
    "GET /seller/v2/sellers": () => ({ json: {} }),
    "GET /seller/v2/orders": ({ query }) => frenchOrders("cdiscount", query),
    "POST /seller/v2/products-integration": (call) => {
      const { products } = bodyAs<{ products: Sheet[] }>(call);
      keep(
        shelf,
        products.map(({ sellerProductReference }) => sellerProductReference),
      );
      return { json: { packageId: packages.push(products) } };
    },
    // A report lists 25 products at most.
    "GET /seller/v2/products-integration-reports": ({ query }) => ({
      json: {
        items: (packages[Number(query.get("packageId")) - 1] ?? [])
          .slice(0, 25)
          .map(({ gtin, sellerProductReference: sku }) => ({ gtin, ...stateOf(isBad(sku)) })),
      },
    }),
    [`POST ${base}`]: () => ({ status: 201, headers: { "content-location": `${base}/12` } }),
    [`POST ${base}/12/offer-requests`]: (call) => {
      offers = bodyAs<typeof offers>(call);
      const fault = octopiaFault(offers);
      if (fault !== undefined) return { status: 400, json: { message: fault } };
      return { status: 202 };
    },
    [`PATCH ${base}/12`]: () => ({}),
    [`GET ${base}/12`]: () => ({ json: { state: "Integrated" } }),
    [`GET ${base}/12/offer-requests-results`]: () => ({
      json: {
        items: offers.map(({ sellerExternalReference: sku }) => {
          const isKnown = shelf.products.has(sku);
          const results = isKnown ? [] : [{ message: "No such offer" }];
          return { sellerExternalReference: sku, integrationStatus: isKnown ? "Integrated" : "Rejected", results };
        }),
      },
    }),
  };
  return (call: Call) => answers[call.route]?.(call) ?? NO_ROUTE;
}

const cdiscount: Platform = {
  ...BY_SKU,
  id: "cdiscount",
  credentials: { seller_id: "7", client_id: "id", client_secret: "secret" },
  isToken: ({ host }) => host === "auth.octopia-io.net",
  isWrite: ({ route }) => route.startsWith("POST /seller/v2/products-integration"),
  busy: busyFor({ "retry-after": "2" }, 2_000),
  gone: { products: "made again", stock: "refused" },
  answer: cdiscountAnswer,
};

/** ManoMano has all offers but those whose SKU begins so: it makes none. */
const ABSENT = "gone";

const manomano: Platform = {
  ...BY_SKU,
  id: "manomano",
  credentials: { seller_contract_id: "7", api_key: "k" },
  isWrite: ({ route }) => route.startsWith("PATCH "),
  busy: busyFor({}, FIRST_WAIT_MS),
  gone: { products: "refused", stock: "unlinked" },
  answer: (shelf) => (call) => {
    if (call.route === "GET /orders/v1/orders") return frenchOrders("manomano", call.query);
    if (call.route === "GET /api/v1/offer-information/offers") {
      const skus = call.query.get("skus")?.split(",") ?? [...shelf.products.keys()];
      const known = skus.filter((sku) => !sku.startsWith(ABSENT) && !isBad(sku));
      const content = known.map((sku) => ({ sku, price: 12.5, stock: shelf.levels.get(sku) ?? 4 }));
      return { json: { content, pagination: { page: 1, pages: 1, items: content.length, limit: 100 } } };
    }
    const { content } = bodyAs<{ content: { items: { sku: string; stock?: { quantity: number } }[] }[] }>(call);
    const items = content[0]?.items ?? [];
    keep(
      shelf,
      items.map(({ sku }) => sku),
    );
    for (const { sku, stock } of items) if (stock) shelf.levels.set(sku, stock.quantity);
    return { json: { request_id: "r" } };
  },
};

export const MARKETPLACES: readonly Platform[] = [amazon, ebay, cdiscount, fnac, manomano, mirakl];
