import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledVariant } from "../../engine/pull/pulled-product.ts";

// Source: https://shopify.dev/docs/api/webhooks?reference=toml, `products/update`: at most 100 variants, all ids in `variant_gids`
const VARIANTS_MAX = 100;

const gid = (kind: string, id: unknown) => `gid://shopify/${kind}/${textOf(id) ?? ""}`;

/** The values of a variant by the names of its product's options, which stand in their order. */
function optionsOf(variant: unknown, body: Record<string, unknown>): Record<string, string> {
  const names = listOf(body["options"]).map((each) => textOf(member(each, "name")));
  return Object.fromEntries(
    names.flatMap((name, place) => {
      const value = textOf(member(variant, `option${place + 1}`));
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

const variantOf = (variant: unknown, body: Record<string, unknown>): PulledVariant => ({
  externalId: `${textOf(member(variant, "admin_graphql_api_id")) ?? gid("ProductVariant", member(variant, "id"))} ${gid("InventoryItem", member(variant, "inventory_item_id"))}`,
  sku: textOf(member(variant, "sku")) ?? null,
  ean: eanAmong(member(variant, "barcode")),
  options: optionsOf(variant, body),
  compareAtPriceCents: centsOf(member(variant, "compare_at_price")) ?? null,
  ...present({
    priceCents: centsOf(member(variant, "price")),
    stock: numberOf(member(variant, "inventory_quantity")),
  }),
});

/** The variants of a product that a webhook names; `undefined`: it has one, which is the product. */
export function shopifyVariants(body: Record<string, unknown>): PulledVariant[] | undefined {
  const all = listOf(body["variants"]);
  return all.length > 1 ? all.map((variant) => variantOf(variant, body)) : undefined;
}

/** Whether a webhook names a part of the variants only: then the product is read. */
export function lacksVariants(body: Record<string, unknown>): boolean {
  const named = listOf(body["variants"]).length;
  return named >= VARIANTS_MAX || listOf(body["variant_gids"]).length > named;
}
