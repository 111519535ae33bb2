import type { PushItem } from "../../engine/push/push-item.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";

// Source: https://developer-docs.amazon.com/sp-api/docs/product-type-definitions-api-v2020-09-01-reference (variation_theme,
// parentage_level and child_parent_sku_relationship of product types)

/** What Amazon calls options that variants may differ in, by how they are called here. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  size: ["size", "taille", "grösse", "größe", "talla", "taglia", "maat"],
  color: ["color", "colour", "couleur", "farbe", "colore", "kleur"],
  material: ["material", "matière", "materiale", "materiaal"],
  style: ["style", "stil", "estilo", "stile", "stijl"],
  pattern: ["pattern", "motif", "muster"],
  scent: ["scent", "fragrance", "parfum", "duft"],
  flavor: ["flavor", "flavour", "goût", "saveur", "geschmack", "sabor"],
};

const attributeOf = (name: string): string | undefined =>
  Object.entries(ATTRIBUTES).find(([, names]) => names.includes(name.trim().toLowerCase()))?.[0];

/** The options of a product that Amazon has no variation by. */
export function unknownOption({ group }: Offer): string | undefined {
  const unknown = group?.options.find(({ name }) => attributeOf(name) === undefined);
  if (!unknown) return undefined;
  const known = Object.keys(ATTRIBUTES).join(", ");
  return `Amazon knows no variation by ${unknown.name}: call the option ${known} (or in another language of Amazon's)`;
}

/** What all of a family have: by what its members differ. */
function themeOf(marketplace_id: string, options: PushItem["options"], level: "parent" | "child") {
  const name = options.flatMap((option) => attributeOf(option.name)?.toUpperCase() ?? []).join("/");
  return {
    parentage_level: [{ value: level, marketplace_id }],
    variation_theme: [{ name }],
  };
}

/** What an offer of a variant says of its family; nothing of one that is none. */
export function childAttributes(marketplace_id: string, { group }: Offer): Record<string, unknown> {
  if (!group) return {};
  const values = group.options.flatMap(({ name }) => {
    const [attribute, value] = [attributeOf(name), group.variant.options[name]];
    return attribute === undefined || value === undefined ? [] : [[attribute, [{ value, marketplace_id }]] as const];
  });
  return {
    ...themeOf(marketplace_id, group.options, "child"),
    child_parent_sku_relationship: [{ child_relationship_type: "variation", parent_sku: group.sku, marketplace_id }],
    ...Object.fromEntries(values),
  };
}

export const parentAttributes = (marketplace_id: string, { group }: Offer): Record<string, unknown> =>
  themeOf(marketplace_id, group?.options ?? [], "parent");

/** The listing that the variants of a product have in common: it has its texts and pictures, and is not for sale itself. */
export function parentOf(offer: Offer): Offer {
  const { group } = offer;
  return {
    ...offer,
    sku: group?.sku ?? offer.sku,
    externalId: group?.isNew === false ? group.sku : null,
    images: group?.images ?? offer.images,
    ean: null,
    priceCents: null,
    isStockOfShop: true,
  };
}
