import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { Choice, ShopFacts } from "../../engine/shop/shop-facts.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/sellers-api-v1-reference, getMarketplaceParticipations
const choice = (code: unknown): Choice[] => {
  const id = textOf(code);
  return id === undefined ? [] : [{ id, name: id }];
};

/** What is wrong with the seller's account on this marketplace. */
function warningsOf(marketplaceId: string, participation: unknown): string[] {
  const isThere = member(participation, "participation", "isParticipating") === true;
  if (!isThere) return [`The seller does not sell on ${marketplaceId}: give the marketplace_id of one where they do.`];
  const isSuspended = member(participation, "participation", "hasSuspendedListings") === true;
  return isSuspended ? ["Amazon has suspended listings of the seller: see Account Health in Seller Central."] : [];
}

/** What Amazon says of the marketplace of a connector: its currency and its language. */
export function factsOf(marketplaceId: string, participations: unknown): ShopFacts {
  const own = listOf(member(participations, "payload")).find(
    (each) => member(each, "marketplace", "id") === marketplaceId,
  );
  return {
    choices: {
      currencies: choice(member(own, "marketplace", "defaultCurrencyCode")),
      languages: choice(member(own, "marketplace", "defaultLanguageCode")),
    },
    warnings: warningsOf(marketplaceId, own),
  };
}
