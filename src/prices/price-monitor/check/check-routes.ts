import { accessRoutes } from "../../../http/gate/access.ts";
import { ProductParams } from "../../../http/input/fields.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOfMs } from "../../../text/instant.ts";
import { PageResults } from "../bodies.ts";
import { checkOneCall } from "../calls.ts";
import { EDIT_MONITOR } from "../policies.ts";
import { Checked, CheckQuery, ChecksStarted } from "../schema.ts";
import { beginChecks } from "./begin-checks.ts";
import { readOf } from "./page-result.ts";

const PRODUCTS = 100;

/** `/prices/check`: reads competitors' pages, at once for one product and in the background for many. */
export const checkRoutes = (services: Services) =>
  accessRoutes(services, "Pricing", "/prices/check")
    .post(
      "/bulk",
      async ({ write, query: { tier = null, limit = PRODUCTS }, status }) => {
        const { id, products } = await write(beginChecks, { tier, limit });
        return status(202, { id, status: "processing" as const, products });
      },
      {
        policy: { ...EDIT_MONITOR, tier: "BULK_UPDATE", narrows: true },
        query: CheckQuery,
        response: { 202: ChecksStarted },
        detail: {
          operationId: "checkPrices",
          summary: "Check competitor prices",
          description:
            "Reads the pages of active monitored products in the background, those not seen for longest first. See `/prices/monitored/{product_id}/status`.",
        },
      },
    )
    .post(
      "/:product_id",
      async ({ db, tenantId, params, language, request }) => {
        const { id: productId } = await findLiveProduct(db, params.product_id);
        const { checkedAtMs, results } = await services.call(checkOneCall, tenantId, { productId }, request.signal);
        return {
          product_id: productId,
          checked_at: isoOfMs(checkedAtMs),
          sources_checked: readOf(results).length,
          prices_found: results.filter(({ status }) => status === "ok").length,
          results: results.map((result) => PageResults.of(result, language)),
        };
      },
      {
        policy: EDIT_MONITOR,
        params: ProductParams,
        response: { 200: Checked },
        detail: {
          operationId: "checkPrice",
          summary: "Check competitor prices of a product",
          description:
            "Reads the known competitor pages now (JSON-LD, microdata, RDFa, Open Graph), as robots.txt allows and each site once a second.",
        },
      },
    );
