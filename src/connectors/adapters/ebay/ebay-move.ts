import { PlatformError } from "../../engine/platform-error.ts";
import { member, numberOf, textOf } from "../../engine/platform-values.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Ebay } from "./ebay-call.ts";
import { findOffer } from "./ebay-offers.ts";
import { changeOffer } from "./ebay-prices.ts";
import { notedAs, saidOf } from "./ebay-said.ts";

/** What of an offer is not as it is said here. */
function changesOf(said: ReturnType<typeof saidOf>, there: unknown) {
  const { tax, ...named } = said;
  const others = Object.entries(named).filter(([name, value]) => textOf(member(there, name)) !== value);
  const isTaxed = tax === undefined || numberOf(member(there, "tax", "vatPercentage")) === tax.vatPercentage;
  return {
    ...Object.fromEntries(others),
    ...(!isTaxed && { tax: { ...Object(member(there, "tax") ?? {}), ...tax } }),
  };
}

/** Makes the offer of an item what is said of it. Returns whether it has one. */
async function moveOffer(ebay: Ebay, item: PushItem): Promise<boolean> {
  const offer = await findOffer(ebay, skuOf(item));
  if (!offer) return false;
  const changes = changesOf(saidOf(ebay, item), offer.there);
  if (Object.keys(changes).length > 0) await changeOffer(ebay, offer.there, changes);
  return true;
}

/** What becomes of an item once its offer is what is said of it, which it may be already; `undefined`: it has no offer. */
async function movedOutcome(ebay: Ebay, item: PushItem, outcome: PushOutcome): Promise<PushOutcome | undefined> {
  const parts = notedAs(ebay, item);
  try {
    const isAsSaid = parts.offer === item.parts.offer || (await moveOffer(ebay, item));
    return isAsSaid ? { ...outcome, parts } : undefined;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
    return { productId: item.productId, error: error.message };
  }
}

/**
 * Makes the offers of items that were there before what is said of them, where that is not what was said last: each is
 * read and replaced, one at a time. `made`: what became of the items. Returns what becomes of those whose offer is what is said.
 */
export async function moveOffers(
  ebay: Ebay,
  items: readonly PushItem[],
  made: ReadonlyMap<string, PushOutcome>,
): Promise<Map<string, PushOutcome>> {
  const outcomes = new Map<string, PushOutcome>();
  const known = items.filter((item) => item.externalId !== null && Object.keys(saidOf(ebay, item)).length > 0);
  for (const item of known) {
    const outcome = made.get(item.productId);
    // One that was offered just now is as it is said.
    if (!outcome || "error" in outcome || outcome.parts?.offer !== undefined) continue;
    const moved = await movedOutcome(ebay, item, outcome);
    if (moved) outcomes.set(item.productId, moved);
  }
  return outcomes;
}
