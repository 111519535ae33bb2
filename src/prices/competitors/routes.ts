import { Elysia } from "elysia";
import { listLatestPrices } from "../../../db/competitors/observations.ts";
import { access } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { centsOf } from "../../kit/cents.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { comparisonBody, competitorsBody } from "./bodies.ts";
import { ComparisonBody, ComparisonQuery, CompetitorsBody } from "./schema.ts";

const VIEW = {
  credential: "any",
  permission: "VIEW_PRICING",
  scope: "prices:read",
  module: "price_monitor",
  tier: "READ_STANDARD",
} as const;

/** What competitors ask for a product. */
export const productCompetitorRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/:product_id", tags: ["Competitors"] })
    .use(access(services))
    .get(
      "/competitors",
      async ({ db, params }) => {
        const product = await findLiveProduct(db, params.product_id);
        return competitorsBody(product, await listLatestPrices(db, product.id));
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: CompetitorsBody },
        detail: {
          operationId: "listProductCompetitors",
          summary: "List competitor prices of a product",
          description: "Latest price of each competitor, cheapest first, without blacklisted competitors.",
        },
      },
    )
    .get(
      "/price-comparison",
      async ({ db, params, query: { shipping: withShipping = false, own_shipping: shipping = 0 } }) => {
        const product = await findLiveProduct(db, params.product_id);
        const compared = { withShipping, shippingCents: centsOf(shipping) };
        return comparisonBody(product, await listLatestPrices(db, product.id), compared);
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: ComparisonQuery,
        response: { 200: ComparisonBody },
        detail: {
          operationId: "compareProductPrice",
          summary: "Compare a price with competitors",
          description: "Fields are null if no competitor price is known.",
        },
      },
    );
