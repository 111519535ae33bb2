import type { ChangeSet } from "../../../products/changes/set/change-set.ts";
import type { Item } from "../../../products/changes/set/items.ts";
import { byEanOrReference } from "../../../products/changes/set/match.ts";
import type { Rules } from "./pull-rules.ts";
import type { PulledProduct } from "./pulled-product.ts";

const few = (skus: readonly string[]) => skus.slice(0, 3).join(", ");

/**
 * Why a product that a platform has in variants is not taken in as one that is new here: half of it would be pushed back as a
 * product without variants, with its stock. `undefined`: it is taken.
 */
function unnamedVariants({ externalId, variants = [] }: PulledProduct): string | undefined {
  const skus = variants.map(({ sku }) => sku?.toLowerCase() ?? "");
  const unnamed = skus.filter((sku) => sku === "").length;
  const doubled = [...new Set(skus.filter((sku, place) => sku !== "" && skus.indexOf(sku) !== place))];
  if (unnamed === 0 && doubled.length === 0) return undefined;
  const what =
    unnamed > 0
      ? `${unnamed} of the ${variants.length} variants of the platform's product ${externalId} have no SKU`
      : `Several variants of the platform's product ${externalId} have the same SKU, ${few(doubled)}`;
  return `${what}: give each its own there, and the next pull takes it in`;
}

/** Why one is not linked to a product that has its code here. */
const unvariedHere = ({ externalId, variants = [] }: PulledProduct): string =>
  `The platform's product ${externalId} has ${variants.length} variants, and the product here with its SKU or EAN has none: add them here, or change one of the two codes`;

/** Why a product in variants that is not linked yet is not taken; `undefined`: it is. */
export function unfitVariants(
  set: ChangeSet,
  item: Item,
  pulled: PulledProduct,
  { createsMissing, variedIds }: Pick<Rules, "createsMissing" | "variedIds">,
): string | undefined {
  if ((pulled.variants ?? []).length < 2) return undefined;
  const target = set.byGtin(item.gtin14) ?? byEanOrReference(set, item);
  if (target) return variedIds.has(target.row.id) || target.isCreation ? undefined : unvariedHere(pulled);
  return createsMissing ? unnamedVariants(pulled) : undefined;
}
