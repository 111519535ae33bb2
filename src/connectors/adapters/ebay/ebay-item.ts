import { isSent, sentFields } from "../../engine/fields.ts";
import { listOf, member, present, textOf } from "../../engine/platform-values.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import type { Offer } from "../../engine/push/variant-offers.ts";
import { isStockSent } from "../each.ts";
import { picturesOf } from "./ebay-limits.ts";

// Source: eBay's OpenAPI of the Inventory API, 1.17.4: InventoryItem, Product, PackageWeightAndSize
/** Fields of a product that the connector's own rules may name: its aspects, and these. */
const ASPECTS = "product.aspects.";
const OWN = ["product.mpn", "product.subtitle"];

export const stockOf = ({ stock }: Pick<PushItem, "stock">) => ({ shipToLocationAvailability: { quantity: stock } });

/** What the seller has said of an item beside what we say. */
const UNCHANGED = ["conditionDescription", "conditionDescriptors"];
const unchangedOf = (there: unknown) =>
  present(Object.fromEntries(UNCHANGED.map((name) => [name, member(there, name)])));

/** What the connector's own rules say of an item. */
function ruledOf(item: Offer) {
  const rules = isSent(item, "attributes") ? item.attributes : [];
  const aspects = rules.filter(({ name }) => name.startsWith(ASPECTS));
  const own = rules.filter(({ name }) => OWN.includes(name));
  return {
    aspects: Object.fromEntries(aspects.map(({ name, value }) => [name.slice(ASPECTS.length), [value]])),
    product: Object.fromEntries(own.map(({ name, value }) => [name.slice("product.".length), value])),
  };
}

/** The parcel that it is sent in: its weight alone, or with all of its sizes. */
function parcelOf(item: Offer, there: unknown) {
  const { weight, length, width, height } = item;
  const isSized = length !== null && width !== null && height !== null;
  const parcel = {
    ...Object(member(there, "packageWeightAndSize") ?? {}),
    ...sentFields(item, {
      weight: weight !== null && { weight: { unit: "KILOGRAM", value: weight } },
      dimensions: isSized && { dimensions: { unit: "CENTIMETER", length, width, height } },
    }),
  };
  return Object.keys(parcel).length > 0 ? { packageWeightAndSize: parcel } : {};
}

/** What differs in variants, and what else is said of a product in the words of its category. */
function aspectsOf(item: Offer, known: unknown) {
  const options = Object.entries(item.group?.variant.options ?? {}).map(([name, value]) => [name, [value]] as const);
  const branded = sentFields(item, { brand: item.brand !== null && { Brand: [item.brand] } });
  return { ...Object(known ?? {}), ...branded, ...ruledOf(item).aspects, ...Object.fromEntries(options) };
}

/** An item as it is sent: what is sent replaces all of it, so what we do not know of it is sent as it is there. */
export function itemOf(item: Offer, there: unknown) {
  const { title, description, brand, ean } = item;
  const known = Object(member(there, "product") ?? {});
  const aspects = aspectsOf(item, known.aspects);
  const images = listOf(known.imageUrls);
  const ours = picturesOf(images.length > 0 ? item : { ...item, hasImages: false });
  return {
    sku: skuOf(item),
    condition: textOf(member(there, "condition")) ?? "NEW",
    ...unchangedOf(there),
    ...parcelOf(item, there),
    // What is sent replaces all of it: the stock that eBay has stays.
    availability: member(there, "availability") ?? stockOf(isStockSent(item) ? item : { stock: 0 }),
    product: {
      ...known,
      ...(Object.keys(aspects).length > 0 && { aspects }),
      ...sentFields(item, {
        name: { title },
        description: { description },
        brand: brand !== null && { brand },
        ean: ean !== null && { ean: [ean] },
      }),
      ...ruledOf(item).product,
      ...(ours.length > 0 && { imageUrls: ours }),
    },
  };
}
