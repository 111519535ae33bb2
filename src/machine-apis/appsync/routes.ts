import { Elysia } from "elysia";
import packageJson from "../../../package.json" with { type: "json" };
import { accessRoutes, openRoutes } from "../../http/gate/access.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { readItems } from "../../products/changes/set/items.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { BULK_BYTES_MAX } from "../machine-fields.ts";
import { patchItemOf, SyncPatch, syncItemOf } from "./appsync-fields.ts";
import { changeSyncedProduct } from "./change-appsync-product.ts";
import { envelope, SyncedProducts, syncAnswer, updatesAnswer } from "./envelope.ts";
import { findSynced } from "./find-by-ref.ts";
import { syncReadRoutes } from "./read-routes.ts";
import {
  PriceUpdates,
  RefParams,
  StockUpdates,
  SyncActivityAnswer,
  SyncBatch,
  SyncChangedAnswer,
  SyncOutcomesAnswer,
  SyncStatusAnswer,
  SyncUpdatesAnswer,
} from "./schema.ts";
import { syncProducts } from "./sync-products.ts";
import { priceUpdates, updatePrices } from "./update-prices.ts";
import { stockUpdates, updateStock } from "./update-stock.ts";

const KEY = { credential: "api_key", module: "appsync" } as const;
const WRITE = { ...KEY, scope: "appsync:write", tier: "WRITE_STANDARD" } as const;
const UPDATE = { ...KEY, scope: "appsync:write", tier: "BULK_UPDATE", body: { maxBytes: BULK_BYTES_MAX } } as const;
const SYNC = { ...KEY, scope: "appsync:sync", tier: "BULK_IMPORT", body: { maxBytes: BULK_BYTES_MAX } } as const;

const ENDPOINTS = [
  "GET /appsync/status",
  "GET /appsync/products",
  "POST /appsync/products/sync",
  "GET /appsync/products/since/{timestamp}",
  "GET /appsync/products/{ref}",
  "PATCH /appsync/products/{ref}",
  "POST /appsync/products/{ref}/activate",
  "POST /appsync/products/{ref}/deactivate",
  "POST /appsync/stock/update",
  "POST /appsync/prices/update",
  "GET /appsync/categories",
  "GET /appsync/suppliers",
];

const statusRoute = (services: Services) =>
  openRoutes(services, "External API").get(
    "/status",
    ({ language, set }) => {
      const status = { api: "ERP-Sync API", version: packageJson.version, timestamp: isoOfMs(services.now()) };
      return envelope({ ...status, endpoints: ENDPOINTS }, { language, set });
    },
    {
      policy: { credential: "none", tier: "HEALTH_CHECK" },
      response: { 200: SyncStatusAnswer },
      detail: {
        operationId: "getSyncStatus",
        summary: "Get the status of the ERP-sync API",
        description: "Needs no credential.",
      },
    },
  );

/** What changes many products at once. */
const bulkRoutes = (services: Services) =>
  accessRoutes(services, "External API")
    .post(
      "/products/sync",
      async ({ write, body, language, set }) => {
        const outcomes = await write(syncProducts, { items: JSON.stringify(readItems(body, syncItemOf)) });
        return syncAnswer(body, outcomes, { language, set });
      },
      {
        policy: SYNC,
        body: SyncBatch,
        response: { 200: SyncOutcomesAnswer },
        detail: {
          operationId: "syncProducts",
          summary: "Sync up to 1,000 products",
          description:
            "Each product is matched by EAN, then by reference, and created if neither is known. An error in one item does not affect the others.",
        },
      },
    )
    .post(
      "/stock/update",
      async ({ write, body, language, set }) => {
        const found = await write(updateStock, { updates: JSON.stringify(stockUpdates(body)) });
        return updatesAnswer(body, found, { language, set });
      },
      {
        policy: UPDATE,
        body: StockUpdates,
        response: { 200: SyncUpdatesAnswer },
        detail: {
          operationId: "updateSyncStock",
          summary: "Update the stock of up to 5,000 products",
          description:
            "Matched by the EAN of a product or variant. With `supplier_code`, sets that supplier's stock; without it, the product's own.",
        },
      },
    )
    .post(
      "/prices/update",
      async ({ write, body, language, set }) => {
        const found = await write(updatePrices, { updates: JSON.stringify(priceUpdates(body)) });
        return updatesAnswer(body, found, { language, set });
      },
      {
        policy: UPDATE,
        body: PriceUpdates,
        response: { 200: SyncUpdatesAnswer },
        detail: {
          operationId: "updateSyncPrices",
          summary: "Update the prices of up to 5,000 products",
          description: "Matched by the EAN of a product or variant. An absent or null price keeps its value.",
        },
      },
    );

/** What changes one product. */
const changeRoutes = (services: Services) =>
  accessRoutes(services, "External API").patch(
    "/products/:ref",
    async ({ db, write, params, body, headers, language, set }) => {
      const change = { ref: params.ref, item: patchItemOf(body), expected: ifMatch(headers) };
      const product = await findSynced(db, await write(changeSyncedProduct, change));
      const { id, ean, name, is_active, updated_at } = SyncedProducts.of(product);
      const answer = envelope({ id, ean, name, is_active, updated_at }, { language, set });
      return withETag({ headers: {}, set }, product.updatedAtUs, answer, language);
    },
    {
      policy: WRITE,
      params: RefParams,
      body: SyncPatch,
      response: { 200: SyncChangedAnswer },
      detail: {
        operationId: "updateSyncProduct",
        summary: "Update a product",
        description:
          "Absent fields keep their value; null clears a field. Sends the webhook event even if nothing changes.",
      },
    },
  );

/** What switches one product on or off. */
function activityRoutes(services: Services) {
  const routes = accessRoutes(services, "External API");
  for (const [word, status] of [
    ["activate", "active"],
    ["deactivate", "inactive"],
  ] as const) {
    const item = { gtin14: null, reference: null, values: { status } };
    routes.post(
      `/products/:ref/${word}`,
      async ({ db, write, params, language, set }) => {
        const changed = await write(changeSyncedProduct, { ref: params.ref, item, expected: null });
        const { id, status: now } = await findSynced(db, changed);
        return envelope({ id, is_active: now === "active", status: now }, { language, set });
      },
      {
        policy: WRITE,
        params: RefParams,
        response: { 200: SyncActivityAnswer },
        detail: {
          operationId: `${word}SyncProduct`,
          summary: `${word.charAt(0).toUpperCase()}${word.slice(1)} a product`,
        },
      },
    );
  }
  return routes;
}

/** `/appsync`: the catalog for an ERP, by reference or EAN. */
export const appsyncRoutes = (services: Services) =>
  new Elysia({ prefix: "/appsync" })
    .use(statusRoute(services))
    .use(syncReadRoutes(services))
    .use(bulkRoutes(services))
    .use(changeRoutes(services))
    .use(activityRoutes(services));
