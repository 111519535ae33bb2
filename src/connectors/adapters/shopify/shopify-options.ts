import type { PushItem } from "../../engine/push/push-item.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/ProductSetInput
const OPTIONS_MAX = 3;

/** Why a product's options cannot go; `undefined`: they can. */
export function refusedOptions(item: PushItem): string | undefined {
  const { length } = item.options;
  if (!isVaried(item) || length <= OPTIONS_MAX) return undefined;
  return `Shopify takes ${OPTIONS_MAX} options of a product at most, and its variants differ in ${length}: put two of them into one`;
}
