import { Type } from "@sinclair/typebox";
import { listSeenPrices } from "../../../../db/price-monitor/seen-prices.ts";
import { listCandidates } from "../../../../db/price-monitor/validations.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { decodeCursor, encodeCursor } from "../../../http/input/cursor.ts";
import { ProductParams } from "../../../http/input/fields.ts";
import { readSizedPage, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { translate } from "../../../http/output/messages.ts";
import { nextLink } from "../../../http/output/page-links.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import type { Services } from "../../../runtime/services.ts";
import { DAY_MS, pricePoints } from "../../pricing/changes/price-history.ts";
import { SeenPrices, unifiedItems, Validations } from "../bodies.ts";
import { validationPageCall } from "../calls.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../policies.ts";
import { sortOf } from "../sort-query.ts";
import {
  Decided,
  DecidedMany,
  DecisionInput,
  DecisionsInput,
  ObservedQuery,
  Unified,
  UnifiedQuery,
  ValidationsQuery,
} from "./history-schema.ts";
import { decideValidation, decideValidations } from "./settle-validation.ts";

const SEEN_DAYS = 30;
const UNIFIED_DAYS = 90;
const ENTRIES_MAX = 10_000;
/** When something was seen, and its row. */
const SEEN_PLACE = ["count", "count"] as const;
const NOW = [Number.MAX_SAFE_INTEGER, 0] as const;
const ItemParams = Type.Object({ item_id: Type.String({ format: "uuid", description: "Id of the item." }) });

/** `/prices/history` and `/prices/validation`: what was seen of competitors, and what a person decides about. */
export const monitorHistoryRoutes = (services: Services) =>
  accessRoutes(services, "Price Monitoring", "/prices")
    .get(
      "/history/:product_id",
      async ({ db, params, request, set, query: { days = SEEN_DAYS, limit = ENTRIES_MAX, cursor } }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const list = `observations ${productId}`;
        const [atMs, rowId] = cursor === undefined ? NOW : decodeCursor(list, cursor, SEEN_PLACE);
        const span = { productId, sinceMs: services.now() - days * DAY_MS, before: { atMs, rowId } };
        const found = await listSeenPrices(db, { ...span, limit: limit + 1 });
        const last = found.length > limit ? found[limit - 1] : undefined;
        if (last) {
          set.headers["link"] = nextLink(request.url, encodeCursor(list, [last.observedAtMs, last.rowId]));
        }
        return found.slice(0, limit).map(SeenPrices.of);
      },
      {
        policy: VIEW_MONITOR,
        params: ProductParams,
        query: ObservedQuery,
        response: { 200: Type.Array(SeenPrices.expanding({ competitor: "competitor" })) },
        detail: {
          operationId: "listObservations",
          summary: "List competitor observations of a product",
          description:
            "Newest first. Every observation for 90 days, then the last of each day, for two years. Of more than `limit` a `Link` leads to the next.",
        },
      },
    )
    .get(
      "/history/:product_id/unified",
      async ({
        db,
        params,
        request,
        set,
        query: { window_days: days = UNIFIED_DAYS, limit = ENTRIES_MAX, cursor },
      }) => {
        const product = await findLiveProduct(db, params.product_id);
        const span = { source: null, limit, cursor, sinceMs: services.now() - days * DAY_MS };
        const { points, next } = await pricePoints(db, product, span);
        if (next !== null) set.headers["link"] = nextLink(request.url, next);
        return { product_id: product.id, window_days: days, items: unifiedItems(points), next_cursor: next };
      },
      {
        policy: VIEW_MONITOR,
        params: ProductParams,
        query: UnifiedQuery,
        response: { 200: Unified },
        detail: {
          operationId: "getUnifiedHistory",
          summary: "Get the price timeline of a product",
          description:
            "Its own price and competitors' prices; oldest first. Of more than `limit` the newest; `Link` leads to those before.",
        },
      },
    )
    .get(
      "/validation",
      async ({ db, tenantId, query }) => {
        const page = readSizedPage(query);
        const filter = {
          reason: query.reason ?? null,
          competitorId: query.competitor_id ?? null,
          search: query.search ?? null,
        };
        const request = { filter, ...sortOf(query, "created_at"), page };
        const { items, total, next } = await services.call(validationPageCall, tenantId, request);
        const products = await listCandidates(db, [...new Set(items.flatMap(({ candidates }) => candidates))]);
        const byId = new Map(products.map(({ id, ean, title }) => [id, { product_id: id, ean: ean || null, title }]));
        return sizedPage(
          items.map((item) => Validations.of(item, byId)),
          total,
          page,
          next,
        );
      },
      {
        policy: VIEW_MONITOR,
        query: ValidationsQuery,
        response: { 200: sizedPageOf(Validations.expanding({ competitor: "competitor" })) },
        detail: {
          operationId: "listValidations",
          summary: "List doubtful observations",
          description:
            "Newest first, unless `sort_by` says otherwise. They count for nothing before they are confirmed.",
        },
      },
    )
    .post(
      "/validation/bulk",
      async ({ write, body, language }) => {
        const { decided, refused } = await write(decideValidations, { ids: body.item_ids, action: body.action });
        const errors = refused.map(({ id, key, params }) => ({ id, message: translate(language, key, params) }));
        return { decided, errors };
      },
      {
        policy: { ...EDIT_MONITOR, tier: "BULK_UPDATE", narrows: true },
        body: DecisionsInput,
        response: { 200: DecidedMany },
        detail: {
          operationId: "decideValidations",
          summary: "Decide about doubtful observations",
          description:
            "One decision about up to 500; those that are settled, or that may mean several products, are named in `errors`.",
        },
      },
    )
    .post(
      "/validation/:item_id",
      ({ write, params, body }) => {
        const productId = body.product_id ?? undefined;
        return write(decideValidation, { id: params.item_id, action: body.action, productId });
      },
      {
        policy: { ...EDIT_MONITOR, refusals: ["INVALID_STATE", "PRODUCT_NOT_FOUND"] },
        params: ItemParams,
        body: DecisionInput,
        response: { 200: Decided },
        detail: {
          operationId: "decideValidation",
          summary: "Decide about a doubtful observation",
          description:
            "`confirm` makes it count and is remembered for the competitor and SKU; `reject` discards it; `skip` hides it until the pair is seen again.",
        },
      },
    );
