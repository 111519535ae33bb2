import type { Reader } from "../../../../db/ports.ts";
import { countActiveAlerts } from "../../../../db/price-alerts/alerts.ts";
import { countMonitored, findMonitored } from "../../../../db/price-monitor/monitored.ts";
import { findLastSeen, listMovers } from "../../../../db/price-monitor/seen-prices.ts";
import { totalViolations } from "../../../../db/price-monitor/violations.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { ProductParams } from "../../../http/input/fields.ts";
import { readSizedPage, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { ifMatch, versionOf, withETag } from "../../../http/output/etag.ts";
import { type Language, translate } from "../../../http/output/messages.ts";
import { priceOf } from "../../../kit/cents.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { filterOf } from "../../../products/lists/page-of-products.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOrNull } from "../../../text/instant.ts";
import { violationsSince } from "../../map-prices/violation-body.ts";
import { LastCheck, Monitored, Movers } from "../bodies.ts";
import { monitoredPageCall } from "../calls.ts";
import { MOVE_MS } from "../history/latest-prices.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../policies.ts";
import { Dashboard, Enrolled, MonitoredBulk, MonitoredQuery, MonitoredStatus, MonitoredUpdate } from "../schema.ts";
import { sortOf } from "../sort-query.ts";
import { changeWatch, DEFAULT_TIER, enrolProducts } from "./watch-products.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MOVERS = 5;

/** How a product is watched, or that it is not. Throws PRODUCT_NOT_FOUND. */
async function statusOf(db: Reader, productId: string, language: Language) {
  const product = await findLiveProduct(db, productId);
  const watched = await findMonitored(db, product.id);
  const { map_price: map } = product.extra;
  const mapPrice = typeof map === "number" ? priceOf(map) : null;
  if (!watched) {
    const { id, ean, reference: sku, title, priceCents } = product;
    const price = { current_price: priceOf(priceCents), lowest_competitor_price: null, competitors_count: 0 };
    const none = { tier: null, is_active: false, last_check_at: null, next_check_at: null, last_check: null };
    return { product_id: id, ean, sku, title, ...price, ...none, is_monitored: false, map_price: mapPrice };
  }
  return {
    ...Monitored.of(watched),
    is_monitored: true,
    map_price: mapPrice,
    next_check_at: watched.isActive ? isoOrNull(watched.nextCheckAtMs) : null,
    last_check: watched.checkedAtMs === null ? null : LastCheck.of(watched, watched.checkedAtMs, language),
  };
}

/** `/prices/dashboard` and `/prices/monitored`: which products are watched. */
export const monitorRoutes = (services: Services) =>
  accessRoutes(services, "Price Monitoring", "/prices")
    .get(
      "/dashboard",
      async ({ db }) => {
        const nowMs = services.now();
        const [monitored, alerts, totals, lastSeenMs, movers] = await Promise.all([
          countMonitored(db, { tier: null, isActiveOnly: true }),
          countActiveAlerts(db),
          totalViolations(db, violationsSince(nowMs)),
          findLastSeen(db),
          listMovers(db, nowMs - MOVE_MS, MOVERS),
        ]);
        return {
          monitored_products: monitored,
          active_alerts: alerts,
          map_violations: totals.violations,
          last_check_at: isoOrNull(lastSeenMs),
          top_movers: movers.map(Movers.of),
        };
      },
      {
        policy: { ...VIEW_MONITOR, tier: "READ_SENSITIVE" },
        response: { 200: Dashboard },
        detail: {
          operationId: "getPriceDashboard",
          summary: "Get the price dashboard",
          description: "`top_movers`: the five largest changes of the last seven days, in percent.",
        },
      },
    )
    .get(
      "/monitored",
      async ({ tenantId, query: { tier = null, active_only: isActiveOnly = true, ...query } }) => {
        const page = readSizedPage(query);
        const filter = { tier, isActiveOnly, products: filterOf(query) };
        const { sort_by, sort_order = sort_by ? "desc" : "asc" } = query;
        const request = { filter, ...sortOf({ sort_by, sort_order }, "created_at"), page };
        const { items, total, next } = await services.call(monitoredPageCall, tenantId, request);
        return sizedPage(items.map(Monitored.of), total, page, next);
      },
      {
        policy: VIEW_MONITOR,
        query: MonitoredQuery,
        response: { 200: sizedPageOf(Monitored.expanding({ product: "product" })) },
        detail: {
          operationId: "listMonitoredProducts",
          summary: "List monitored products",
          description:
            "With the lowest latest competitor price of each. Takes the filters of product lists; by age, the oldest first, unless `sort_by` says otherwise.",
        },
      },
    )
    .get("/monitored/:product_id/status", ({ db, params, language }) => statusOf(db, params.product_id, language), {
      policy: { ...VIEW_MONITOR, tier: "PROGRESS_POLL" },
      params: ProductParams,
      response: { 200: MonitoredStatus },
      detail: {
        operationId: "getMonitoredStatus",
        summary: "Get how a product is monitored",
        description: "Configuration and last check; `is_monitored` is false for a product that is not monitored.",
      },
    })
    .patch(
      "/monitored/:product_id",
      async ({ db, write, params, body, headers, set, language }) => {
        const productId = params.product_id;
        const { tier, is_active: isActive } = body;
        await write(changeWatch, { productId, tier, isActive, expected: ifMatch(headers) });
        const {
          is_monitored: _,
          map_price: __,
          next_check_at: ___,
          last_check: ____,
          ...rest
        } = await statusOf(db, productId, language);
        const watched = { ...rest, tier: rest.tier ?? DEFAULT_TIER };
        return withETag({ headers: {}, set }, versionOf(watched), watched);
      },
      {
        policy: EDIT_MONITOR,
        params: ProductParams,
        body: MonitoredUpdate,
        response: { 200: Monitored.Body },
        detail: {
          operationId: "updateMonitoredProduct",
          summary: "Change how a product is monitored",
          description: "Starts monitoring a product that is not monitored yet.",
        },
      },
    )
    .post(
      "/monitored/bulk",
      async ({ write, body, language }) => {
        const requested = [...new Set(body.product_ids.map((id) => id.toLowerCase()))];
        const ids = requested.filter((id) => UUID.test(id));
        const { enrolled, updated, unknown } = await write(enrolProducts, { ids, tier: body.tier ?? DEFAULT_TIER });
        const message = translate(language, "PRODUCT_NOT_FOUND");
        const errors = [...requested.filter((id) => !UUID.test(id)), ...unknown].map((id) => ({
          product_id: id,
          message,
        }));
        return { enrolled, updated, errors };
      },
      {
        policy: { ...EDIT_MONITOR, tier: "BULK_UPDATE", narrows: true },
        body: MonitoredBulk,
        response: { 200: Enrolled },
        detail: {
          operationId: "monitorProducts",
          summary: "Monitor products",
          description: "Up to 5,000. Monitored ones get the tier. Unknown products are named in `errors`.",
        },
      },
    );
