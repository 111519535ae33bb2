import type { Static } from "@sinclair/typebox";
import { listEligiblePrices } from "../../../db/pricing/price-lists.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { shownAmount } from "../pricing/currency-decimals.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../pricing/policies.ts";
import { applyRepricing } from "./runs/apply-proposals.ts";
import { type Proposal, propose, type RepricingRequest } from "./runs/propose.ts";
import { AppliedBody, EligibleListsBody, ProposalBody, RepricingInput } from "./schema.ts";

const PERCENT = 100;

const requestOf = (body: Static<typeof RepricingInput>): RepricingRequest => ({
  priceListId: body.price_list_id ?? undefined,
  ruleId: body.rule_id ?? undefined,
  target: body.target_price ?? undefined,
});

function proposalBody(productId: string, { list, currentCents, proposedCents, currency, ...proposal }: Proposal) {
  const change = currentCents === null || proposedCents === null ? null : proposedCents - currentCents;
  const percent =
    change === null || !currentCents ? null : Math.round((change * PERCENT * PERCENT) / currentCents) / PERCENT;
  return {
    product_id: productId,
    price_list_id: list?.id ?? null,
    current_price: shownAmount(currency, currentCents),
    proposed_price: shownAmount(currency, proposedCents),
    currency,
    change: shownAmount(currency, change),
    change_percent: percent,
    rule: proposal.rule,
    constraints: proposal.constraints.map(({ type, applied, valueCents }) => ({
      type,
      applied,
      value: shownAmount(currency, valueCents),
    })),
    reasons: proposal.reasons,
  };
}

/** `/products/{product_id}/repricing`: what a price should be. */
export const repricingRoutes = (services: Services) =>
  accessRoutes(services, "Repricing", "/products/:product_id/repricing")
    .post(
      "/preview",
      async ({ db, params, body }) => {
        const product = await findLiveProduct(db, params.product_id);
        return proposalBody(product.id, await propose(db, product, requestOf(body), services.now()));
      },
      {
        policy: { ...VIEW_PRICES, readOnly: true },
        params: ProductParams,
        body: RepricingInput,
        response: { 200: ProposalBody },
        detail: {
          operationId: "previewRepricing",
          summary: "Preview repricing",
          description: "Changes nothing. The price never falls below the minimum advertised price or the cost price.",
        },
      },
    )
    .post(
      "/apply",
      async ({ write, params: { product_id: id }, body }) => {
        const productId = id;
        const { proposal, historyId } = await write(applyRepricing, { productId, request: requestOf(body) });
        return { ...proposalBody(productId, proposal), applied: historyId !== null, history_id: historyId };
      },
      {
        policy: EDIT_PRICES,
        params: ProductParams,
        body: RepricingInput,
        response: { 200: AppliedBody },
        detail: {
          operationId: "applyRepricing",
          summary: "Apply repricing",
          description:
            "Sets the price in the given price list, else the product's own price. Never below the minimum advertised price or the cost price.",
        },
      },
    )
    .get(
      "/eligible-price-lists",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const lists = await listEligiblePrices(db, id, services.now());
        const items = lists.map((list) => ({
          id: list.id,
          name: list.name,
          channel: list.channel,
          currency: list.currency,
          priority: list.priority,
          current_price: shownAmount(list.currency, list.priceCents),
        }));
        return { items, total: items.length };
      },
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        response: { 200: EligibleListsBody },
        detail: {
          operationId: "listEligiblePriceLists",
          summary: "List eligible price lists",
          description: "Active price lists within their dates; highest priority first.",
        },
      },
    );
