import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { isVaried, variantChanges } from "../../engine/push/variant-changes.ts";
import { optionValue, wholeOptions } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { query } from "./query.ts";
import { connectionCost, portionsByCost } from "./shopify-cost.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/objects/Product#connection-Product.fields.variants : a shop may have
// 2,048 variants of a product
const PAGE = 250;
/** The most that are read of a product. */
const VARIANTS_MAX = 5_000;
/** A variant with its options and its stock. */
const VARIANT_COST = 3;
const OWN = "id sku selectedOptions { name value } inventoryItem { id }";

/** A first page of a product's variants, by these fields. */
export const variantsField = (first: number, fields: string): string =>
  `variants(first: ${first}) { nodes { ${fields} } pageInfo { hasNextPage endCursor } }`;

/** All variants of a product of which a first page was read. */
export async function allVariants(api: Api, product: unknown, fields: string): Promise<unknown[]> {
  const all = [...listOf(member(product, "variants", "nodes"))];
  let info = member(product, "variants", "pageInfo");
  while (member(info, "hasNextPage") === true && all.length < VARIANTS_MAX) {
    const text = `query variants($id: ID!, $after: String) { product(id: $id) {
      variants(first: ${PAGE}, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } } }`;
    const page = member(
      await query(api, text, { id: member(product, "id"), after: member(info, "endCursor") }),
      "product",
      "variants",
    );
    all.push(...listOf(member(page, "nodes")));
    info = member(page, "pageInfo");
  }
  return all;
}

/** A variant as the shop has it; `id` names its stock, too. */
interface VariantThere {
  id: string;
  sku: string;
  values: readonly { name: string; value: string }[];
}

const thereIn = (node: unknown): VariantThere => ({
  id: `${member(node, "id")} ${member(node, "inventoryItem", "id")}`,
  sku: textOf(member(node, "sku")) ?? "",
  values: listOf(member(node, "selectedOptions")).map((each) => ({
    name: String(member(each, "name")),
    value: String(member(each, "value")),
  })),
});

/** How many of its variants are asked for first: those that are known, and some that its owner may have added. */
const firstOf = ({ parts }: PushItem) => Math.min(PAGE, Math.max(10, Object.keys(parts.variants).length + 5));

/** The variants that the shop has of some products, by their ids; one that is no longer there is not among them. */
async function variantsThere(api: Api, items: readonly PushItem[]): Promise<Map<string, VariantThere[]>> {
  const found = new Map<string, VariantThere[]>();
  for (const some of portionsByCost(items, (item) => 2 + connectionCost(firstOf(item), VARIANT_COST))) {
    const declared = some.map((_, place) => `$i${place}: ID!`).join(", ");
    const calls = some.map(
      (item, place) => `n${place}: product(id: $i${place}) { id ${variantsField(firstOf(item), OWN)} }`,
    );
    const ids = Object.fromEntries(some.map(({ externalId }, place) => [`i${place}`, externalId]));
    const data = await query(api, `query there(${declared}) { ${calls.join("\n")} }`, ids);
    for (const [place, { externalId }] of some.entries()) {
      const product = member(data, `n${place}`);
      if (textOf(member(product, "id")) === undefined) continue;
      found.set(externalId ?? "", (await allVariants(api, product, OWN)).map(thereIn));
    }
  }
  return found;
}

/** A product without options has one variant, of the only value of the only option. */
const isOne = (there: readonly VariantThere[]) =>
  there.length === 1 && there[0]?.values.every(({ value }) => value === "Default Title");

/** A product as it is to be sent, by what the shop has of it. */
export interface Placed {
  item: PushItem;
  /** Variants that its owner has made there, which stay: their ids, and their values of our options in their order. */
  others: readonly { id: string; values: readonly string[] }[];
}

const keyOf = (values: readonly string[]) => values.join("\n").toLowerCase();

/** Gives a product's variants the ids that they have there: by id, by SKU, or by what they are. */
function placedBy(item: PushItem, there: readonly VariantThere[]): Placed {
  const options = wholeOptions(item);
  const valuesOf = ({ values }: VariantThere) =>
    options.map(({ name }, place) => {
      const same = values.find((each) => each.name.toLowerCase() === name.toLowerCase());
      return (same ?? values[place])?.value ?? "";
    });
  const { changed, gone } = variantChanges(item, there);
  const ids = new Map(changed.map(({ variant, id }) => [variant.variantId, id]));
  const taken = new Set([...ids.values(), ...gone]);
  const free = new Map(there.flatMap((each) => (taken.has(each.id) ? [] : [[keyOf(valuesOf(each)), each] as const])));
  const variants = item.variants.map((variant) => {
    const key = keyOf(options.map(({ name }) => optionValue(item, variant, name)));
    const same = ids.get(variant.variantId) ?? free.get(key)?.id ?? null;
    free.delete(key);
    return { ...variant, externalId: same };
  });
  return {
    item: { ...item, variants },
    others: [...free.values()].map((each) => ({ id: each.id, values: valuesOf(each) })),
  };
}

/** What the shop has of a product: its variants, none as the product is gone, or one without options. */
export type There = Placed | "gone" | "one";

function thereOf(item: PushItem, variants: readonly VariantThere[] | undefined): There {
  if (variants === undefined) return "gone";
  return isOne(variants) ? "one" : placedBy(item, variants);
}

/** What the shop has of the products with variants that are there, by which they are to be sent. */
export async function placeVariants(api: Api, items: readonly PushItem[]): Promise<Map<string, There>> {
  const known = items.filter((item) => isVaried(item) && item.externalId !== null);
  const there = await variantsThere(api, known);
  return new Map(known.map((item) => [item.productId, thereOf(item, there.get(item.externalId ?? ""))]));
}
