import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isThere, partsIn } from "./shopify-product.ts";
import { missingBy } from "./shopify-stock.ts";

/** What became of a product, with what Shopify calls its parts and the pictures that are missing. */
export function withParts(
  item: PushItem,
  outcome: PushOutcome,
  made: unknown,
  remarks: readonly string[],
): PushOutcome {
  const parts = partsIn(item, member(made, "product"));
  return { ...outcome, parts, ...(remarks.length > 0 && { remarks, lacks: "images" as const }) };
}

/** What became of a product: `made` of all of it, `changed` of its one variant. */
export function productOutcome(item: PushItem, made: unknown, changed: unknown): PushOutcome {
  const { productId, externalId, externalItemId } = item;
  const [error] = [...listOf(member(made, "userErrors")), ...listOf(member(changed, "userErrors"))];
  if (error !== undefined) {
    const missing = externalId !== null && missingBy(error);
    return { productId, error: textOf(member(error, "message")) ?? "refused", ...missing };
  }
  const id = textOf(member(made, "product", "id"));
  if (id === undefined) return { productId, error: "Shopify gave no id" };
  const variant = member(made, "product", "variants", "nodes", 0);
  const variantId = textOf(member(variant, "id"));
  const stockId = textOf(member(variant, "inventoryItem", "id"));
  const first = variantId === undefined ? null : `${variantId} ${stockId ?? ""}`.trim();
  return {
    productId,
    externalId: id,
    externalItemId: isThere(item) ? externalItemId : first,
    externalUrl: textOf(member(made, "product", "onlineStoreUrl")) ?? null,
  };
}
