import { member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { GONE } from "../each.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/enums, `ProductSetUserErrorCode`, `ProductVariantsBulkUpdateUserErrorCode`,
// `InventorySetQuantitiesUserErrorCode`. That an option or a place does not exist says nothing of the product.
const MISSING = /^(?:(?:PRODUCT_|PRODUCT_VARIANT_)?(?:NOT_FOUND|DOES_NOT_EXIST)|INVALID_INVENTORY_ITEM)$/;

/** What became of a product that Shopify refused: it has it no longer, or another reason, in its own words. */
export function refusalOf(
  { productId, externalId }: PushItem,
  error: unknown,
): Extract<PushOutcome, { error: string }> {
  const isMissing = externalId !== null && MISSING.test(String(member(error, "code")));
  if (isMissing) return { productId, error: GONE(externalId), isMissing };
  return { productId, error: textOf(member(error, "message")) ?? "refused" };
}
