import { listLatestPrices } from "../../../db/competitors/observations.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { centsOf } from "../../kit/cents.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { VIEW_MONITOR } from "../price-monitor/policies.ts";
import { centsInTerms, findTaxModel, grossTerms, taxedOf, termsOfPrice } from "../tax/tax-model.ts";
import { comparisonBody, competitorsBody } from "./bodies.ts";
import { ComparisonBody, ComparisonQuery, CompetitorsBody } from "./schema.ts";

/** A product at its price with tax, as competitors' are; without one where its rate is not known. */
async function comparable(db: Reader, productId: string, nowMs: number) {
  const product = await findLiveProduct(db, productId);
  const model = await findTaxModel(db, nowMs);
  const { id, priceCents } = product;
  if (model === null || priceCents === null) return { id, priceCents };
  const terms = { model, product: taxedOf(product), from: termsOfPrice(model), to: grossTerms(model) };
  return { id, priceCents: centsInTerms(priceCents, terms) ?? null };
}

/** What competitors ask for a product. */
export const productCompetitorRoutes = (services: Services) =>
  accessRoutes(services, "Competitors", "/products/:product_id")
    .get(
      "/competitors",
      async ({ db, params }) => {
        const product = await comparable(db, params.product_id, services.now());
        return competitorsBody(product, await listLatestPrices(db, product.id));
      },
      {
        policy: VIEW_MONITOR,
        params: ProductParams,
        response: { 200: CompetitorsBody },
        detail: {
          operationId: "listProductCompetitors",
          summary: "List competitor prices of a product",
          description:
            "Latest price of each competitor, cheapest first, without blacklisted competitors. An own price that is kept without tax is compared with it.",
        },
      },
    )
    .get(
      "/price-comparison",
      async ({ db, params, query: { shipping: withShipping = false, own_shipping: shipping = 0 } }) => {
        const product = await comparable(db, params.product_id, services.now());
        const compared = { withShipping, shippingCents: centsOf(shipping) };
        return comparisonBody(product, await listLatestPrices(db, product.id), compared);
      },
      {
        policy: VIEW_MONITOR,
        params: ProductParams,
        query: ComparisonQuery,
        response: { 200: ComparisonBody },
        detail: {
          operationId: "compareProductPrice",
          summary: "Compare a price with competitors",
          description:
            "Fields are null if no competitor price is known, and those of ours if its tax rate is not: own prices that are kept without tax are compared with it.",
        },
      },
    );
