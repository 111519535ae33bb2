import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { putListPrices } from "../../../../db/pricing/price-lists.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { repricingChanges } from "../../../../db/repricing/changes.ts";
import { touchProducts } from "../../../products/changes/commit/touch-products.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { storeUpdate } from "../../../products/changes/update-product.ts";
import { type Proposal, propose, type RepricingRequest } from "./propose.ts";

/** Puts a price where it belongs: into its list, or into the product itself. */
async function setPrice(tx: Tx, product: ProductRow, { list }: Proposal, cents: number, context: MutationContext) {
  if (!list) return storeUpdate(tx, product, { price: cents }, context, { source: "repricing" });
  const entry = { id: context.newId(), priceListId: list.id, productId: product.id, priceCents: cents };
  await putListPrices(tx, [entry], context.now());
  await touchProducts(tx, [{ productId: product.id, updatedFields: ["prices"] }], context);
}

/**
 * Changes a price to what is proposed for it, and keeps that it did. `historyId` is `null` when nothing changes. Throws
 * PRODUCT_NOT_FOUND, and VALIDATION_FAILED for an unknown list or rule.
 */
export const applyRepricing = mutation(
  "repricing.apply",
  async (tx, { productId, request }: { productId: string; request: RepricingRequest }, context) => {
    const product = await findLiveProduct(tx, productId);
    const proposal = await propose(tx, product, request, context.now());
    const { proposedCents, currentCents, list } = proposal;
    if (proposedCents === null || proposedCents === currentCents) return { proposal, historyId: null };
    await setPrice(tx, product, proposal, proposedCents, context);
    const historyId = context.newId();
    await repricingChanges.insertAll(tx, [
      {
        runId: null,
        ruleId: proposal.rule?.id ?? null,
        ruleName: proposal.rule?.name ?? null,
        reason: proposal.reasons.join(", "),
        currency: proposal.currency,
        exchangeRate: proposal.exchangeRate,
        id: historyId,
        productId: product.id,
        priceListId: list?.id ?? null,
        beforeCents: currentCents,
        afterCents: proposedCents,
        actorKind: context.by?.kind ?? "system",
        actorId: context.by?.id ?? null,
        createdAtMs: context.now(),
      },
    ]);
    return { proposal, historyId };
  },
);
