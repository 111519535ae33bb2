import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isThere, partsIn } from "./shopify-product.ts";
import { refusalOf } from "./shopify-refusal.ts";
import { isDraft, PRICELESS } from "./shopify-status.ts";

/** What Shopify has stored of a product: its variants, and the keys of its pictures in their order. */
interface Stored {
  product: unknown;
  nodes: readonly unknown[];
  sent: readonly string[];
}

/** What became of a product, with what Shopify calls its parts and the pictures that are missing. */
export function withParts(
  item: PushItem,
  outcome: PushOutcome,
  stored: Stored,
  remarks: readonly string[],
): PushOutcome {
  const parts = partsIn(item, stored);
  return remarked({ ...outcome, parts, ...(remarks.length > 0 && { lacks: "images" as const }) }, remarks);
}

/** The same with more that is said of it. */
export const remarked = (outcome: PushOutcome, more: readonly (string | undefined)[]): PushOutcome => {
  const said = more.filter((each) => each !== undefined);
  return "error" in outcome || said.length === 0
    ? outcome
    : { ...outcome, remarks: [...(outcome.remarks ?? []), ...said] };
};

/** What became of a product: `made` of all of it, `changed` of its one variant or its further fields. */
export function productOutcome(item: PushItem, made: unknown, ...changed: readonly unknown[]): PushOutcome {
  const { productId, externalItemId } = item;
  const [error] = [made, ...changed].flatMap((each) => listOf(member(each, "userErrors")));
  if (error !== undefined) return refusalOf(item, error);
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
    ...(isDraft(item) && { remarks: [PRICELESS] }),
  };
}
