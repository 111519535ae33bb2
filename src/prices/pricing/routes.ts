import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Reader } from "../../../db/ports.ts";
import type { PriceSource } from "../../../db/pricing/price-sources.ts";
import { SingleFlight } from "../../../search/single-flight.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { nextLink } from "../../http/output/page-links.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { applyingPriceRoutes } from "./applying/applying-price-routes.ts";
import { bestBody, historyBody, Prices, Sources, statsBody } from "./bodies.ts";
import { sourcesCall } from "./calls.ts";
import { priceChangeRoutes } from "./changes/change-routes.ts";
import { DAY_MS, pricePoints } from "./changes/price-history.ts";
import { entriesOf, isInForce, typeOf } from "./entries-of-product.ts";
import { VIEW_PRICES } from "./policies.ts";
import {
  BestPrice,
  BestQuery,
  PriceHistory,
  PriceHistoryQuery,
  PriceSources,
  PriceStats,
  PricesQuery,
  SourcesQuery,
} from "./schema.ts";

const MINUTE_MS = 60_000;

/** Asks for the sources of all products. */
type ReadSources = (signal: AbortSignal | undefined) => Promise<PriceSource[]>;

/**
 * What sources ask over all products: half a million prices take two seconds to read, so requests that come meanwhile share
 * the answer, which stays valid for the rest of its minute.
 */
export function sharedSources({ cache, now }: Pick<Services, "cache" | "now">) {
  const flights = new SingleFlight<PriceSource[]>();
  return async (db: Reader, days: number, read: ReadSources, signal?: AbortSignal): Promise<PriceSource[]> => {
    const key = ["price-sources", days, Math.floor(now() / MINUTE_MS)];
    const { value, outdated, put } = await cache.find<PriceSource[]>(db, "catalog", key);
    const known = value ?? outdated;
    if (known) return known;
    const make = async (abandoned: AbortSignal) => {
      const fresh = await read(abandoned);
      put(fresh);
      return fresh;
    };
    return flights.join(`${db.tenantId} ${days}`, make, signal);
  };
}

const TAG = "Pricing";
const SENSITIVE = { ...VIEW_PRICES, tier: "READ_SENSITIVE" } as const;
const HISTORY_DAYS = 90;
const HISTORY_MAX = 10_000;
const SOURCES_DAYS = 30;

/** `/products/{product_id}/prices`, `/prices/{price_id}` and `/analytics/price-sources`: prices of products by source. */
export const priceRoutes = (services: Services) =>
  new Elysia()
    .use(readingRoutes(services))
    .use(reckoningRoutes(services))
    .use(applyingPriceRoutes(services))
    .use(priceChangeRoutes(services));

const readingRoutes = (services: Services) =>
  accessRoutes(services, TAG, "/products/:product_id/prices")
    .get(
      "",
      async ({ db, params, query: { active_only: isActiveOnly = false, source, price_type: type } }) => {
        const nowMs = services.now();
        const entries = await entriesOf(db, await findLiveProduct(db, params.product_id));
        const wanted = entries
          .filter((entry) => !isActiveOnly || isInForce(entry, nowMs))
          .filter(
            (entry) =>
              entry.source === (source ?? entry.source) && typeOf(entry.source) === (type ?? typeOf(entry.source)),
          );
        return wanted.map(Prices.of);
      },
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        query: PricesQuery,
        response: { 200: Type.Array(Prices.Body) },
        detail: {
          operationId: "listProductPrices",
          summary: "List the prices of a product",
          description: "Its own price (`internal`), suppliers' and competitors' prices; newest first.",
        },
      },
    )
    .get(
      "/best",
      async ({ db, params, query }) => {
        const product = await findLiveProduct(db, params.product_id);
        const excluded = new Set(
          (query.exclude_sources ?? []).flatMap((each) => each.split(",").map((one) => one.trim())),
        );
        return bestBody(product.id, await entriesOf(db, product), { excluded, nowMs: services.now() });
      },
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        query: BestQuery,
        response: { 200: BestPrice },
        detail: {
          operationId: "getBestPrice",
          summary: "Get the best price of a product",
          description:
            "The lowest active price in euros that has not expired, with tax or without as it is stored; null without one.",
        },
      },
    )
    .get(
      "/history",
      async ({
        db,
        params,
        request,
        set,
        query: { source = null, days = HISTORY_DAYS, limit = HISTORY_MAX, cursor },
      }) => {
        const product = await findLiveProduct(db, params.product_id);
        const span = { source, limit, cursor, sinceMs: services.now() - days * DAY_MS };
        const { points, next } = await pricePoints(db, product, span);
        if (next !== null) set.headers["link"] = nextLink(request.url, next);
        return historyBody(points);
      },
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        query: PriceHistoryQuery,
        response: { 200: PriceHistory },
        detail: {
          operationId: "listPriceHistory",
          summary: "List the price history of a product",
          description:
            "Oldest first. Every change for 90 days, then the last of each day, for two years; `origin` says what made the change. Of more than `limit` the newest; `Link` leads to those before.",
        },
      },
    );

const reckoningRoutes = (services: Services) => {
  const ofAll = sharedSources(services);
  return accessRoutes(services, TAG)
    .get(
      "/products/:product_id/prices/stats",
      async ({ db, params }) => {
        const product = await findLiveProduct(db, params.product_id);
        return statsBody(product.id, await entriesOf(db, product), services.now());
      },
      {
        policy: SENSITIVE,
        params: ProductParams,
        response: { 200: PriceStats },
        detail: {
          operationId: "getPriceStats",
          summary: "Get price statistics of a product",
          description:
            "Over active prices in euros that have not expired, with tax or without as they are stored; null without one.",
        },
      },
    )
    .get(
      "/analytics/price-sources",
      async ({ db, tenantId, request, query: { product_id: id, days = SOURCES_DAYS } }) => {
        const productId = id === undefined ? null : (await findLiveProduct(db, id)).id;
        const call = (signal: AbortSignal | undefined) =>
          services.call(sourcesCall, tenantId, { productId, days }, signal);
        const sources = productId === null ? await ofAll(db, days, call, request.signal) : await call(request.signal);
        return { days, product_id: productId, sources: sources.map(Sources.of) };
      },
      {
        policy: { ...SENSITIVE, permission: "VIEW_ANALYTICS" },
        query: SourcesQuery,
        response: { 200: PriceSources },
        detail: {
          operationId: "listPriceSources",
          summary: "Compare price sources",
          description:
            "Active prices in euros that were entered or changed in the last `days`, by source, with tax or without as they are stored. Those of all products are up to a minute old.",
        },
      },
    );
};
