import { isSent } from "../../engine/fields.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";

/** What is said of a new product that has no price: Shopify would sell it for nothing. */
export const PRICELESS = "It has no price here: it is a draft there, until it has one";

const lacksPrice = (item: PushItem): boolean =>
  !isSent(item, "price") || (isVaried(item) ? item.variants : [item]).some(({ priceCents }) => priceCents === null);

/** Whether a product is to be made as a draft. */
export const isDraft = (item: PushItem): boolean => item.externalId === null && lacksPrice(item);

/** Whether a product that was made as a draft has a price by now. */
export const isPricedNow = (item: PushItem): boolean =>
  item.externalId !== null && item.lackedPrice === true && !lacksPrice(item);

export function statusInput(item: PushItem): { status?: "ACTIVE" | "DRAFT" } {
  if (isDraft(item)) return { status: "DRAFT" };
  return isPricedNow(item) ? { status: "ACTIVE" } : {};
}
