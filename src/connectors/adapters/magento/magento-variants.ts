import { nameKey } from "../../../text/name-key.ts";
import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import { type PushItem, type PushVariant, skuOf } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem, variantChanges } from "../../engine/push/variant-changes.ts";
import { optionValue, wholeOptions } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { isStockSent, refusalOf } from "../each.ts";
import { type Attribute, addValues, attributeNamed, attributesOf } from "./magento-attributes.ts";
import { regularPrice, specialPrice } from "./magento-prices.ts";
import { amongSkus, call, DEFAULT_ATTRIBUTE_SET } from "./magento-requests.ts";
import { ownAddress } from "./magento-save.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/tutorials/configurable-product/ : a configurable product, simple ones
// that differ in attributes of the shop, and in `extension_attributes` what they are chosen by and which they are
const PAGE = 100;
const NOT_BY_ITSELF = 1;

/** A product as the shop has it. */
interface There {
  id: number;
  sku: string;
  isConfigurable: boolean;
  setId: number;
  /** What it is chosen by. */
  options: readonly { id: number | undefined; attributeId: string }[];
  links: readonly number[];
}

const FIELDS =
  "items[id,sku,type_id,attribute_set_id,extension_attributes[configurable_product_options,configurable_product_links]]";

const thereIn = (each: unknown): There => ({
  id: numberOf(member(each, "id")) ?? 0,
  sku: textOf(member(each, "sku")) ?? "",
  isConfigurable: member(each, "type_id") === "configurable",
  setId: numberOf(member(each, "attribute_set_id")) ?? DEFAULT_ATTRIBUTE_SET,
  options: listOf(member(each, "extension_attributes", "configurable_product_options")).map((option) => ({
    id: numberOf(member(option, "id")),
    attributeId: String(member(option, "attribute_id")),
  })),
  links: listOf(member(each, "extension_attributes", "configurable_product_links")).flatMap((id) => numberOf(id) ?? []),
});

/** Products of the shop by their SKUs. */
async function productsThere(api: Api, skus: readonly string[]): Promise<Map<string, There>> {
  const found = await gathered(skus, PAGE, async (some) =>
    listOf(member(await call(api, `products?${amongSkus(some)}&fields=${FIELDS}`), "items")).map(thereIn),
  );
  return new Map(found.map((each) => [each.sku.toLowerCase(), each]));
}

/** What the shop calls a product that goes with its variants, and those. */
export interface Family {
  item: PushItem;
  parent: There | undefined;
  setId: number;
  chosen: readonly { attribute: Attribute; name: string; values: readonly string[] }[];
  /** Variants by what the shop calls them, which is their SKU. */
  skus: ReadonlyMap<PushVariant, string>;
  there: ReadonlyMap<string, There>;
  gone: readonly string[];
  /** The ids of the variants, as they become known. */
  ids: Map<PushVariant, number>;
  images: Record<string, string>;
  remarks: string[];
  /** What was not taken of its texts in other languages. */
  texts: string[];
}

const NO_ATTRIBUTE = (name: string) =>
  `The shop has no attribute "${name}" by which products can be chosen: make it in Stores, Attributes, Product, as a dropdown of the scope Global, and put it into the attribute set of the product`;

async function familyOf(api: Api, item: PushItem, there: ReadonlyMap<string, There>): Promise<Family | string> {
  const parent = there.get(skuOf(item).toLowerCase());
  const problem = parent && shapeProblem(item, parent.isConfigurable);
  if (problem !== undefined) return problem;
  const setId = parent?.setId ?? DEFAULT_ATTRIBUTE_SET;
  const attributes = await attributesOf(api, setId);
  const chosen: { attribute: Attribute; name: string; values: readonly string[] }[] = [];
  for (const { name, values } of wholeOptions(item)) {
    const attribute = attributeNamed(attributes, name);
    if (!attribute) return NO_ATTRIBUTE(name);
    await addValues(api, attribute, values);
    chosen.push({ attribute, name, values });
  }
  const children = [...there.values()].map(({ sku }) => ({ id: sku, sku }));
  const { made, changed, gone } = variantChanges(item, children);
  const skus = new Map([
    ...made.map((each) => [each, each.sku] as const),
    ...changed.map(({ variant, id }) => [variant, id] as const),
  ]);
  return { ...{ item, parent, setId, chosen, skus, there, gone, ids: new Map(), images: {}, remarks: [], texts: [] } };
}

/** The products of these that have variants, as the shop has them, and why some of them are not sent. */
export async function openFamilies(api: Api, items: readonly PushItem[]) {
  const varied = items.filter(isVaried);
  const were = items.filter((item) => !isVaried(item) && Object.keys(item.parts.variants).length > 0);
  const families = new Map<PushItem, Family>();
  const refused = new Map<PushItem, PushOutcome>();
  const own = varied.flatMap((item) => [
    ...[skuOf(item), ...item.variants.map(skuOf)],
    ...Object.values(item.parts.variants),
  ]);
  const wanted = [...new Set([...own, ...were.map(skuOf)])];
  const there = wanted.length === 0 ? new Map<string, There>() : await productsThere(api, wanted);
  for (const item of were) {
    const problem = shapeProblem(item, there.get(skuOf(item).toLowerCase())?.isConfigurable === true);
    if (problem !== undefined) refused.set(item, { productId: item.productId, error: problem });
  }
  for (const item of varied) {
    try {
      const family = await familyOf(api, item, there);
      if (typeof family === "string") refused.set(item, { productId: item.productId, error: family });
      else families.set(item, family);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      refused.set(item, refusalOf(item, error));
    }
  }
  return { families, refused };
}

const valueIn = ({ item }: Family, { attribute, name }: Family["chosen"][number], variant: PushVariant) =>
  attribute.values.get(nameKey(optionValue(item, variant, name))) ?? "";

/** What is sent of the price of a variant. */
const offerOf = (
  item: PushItem,
  { priceCents, compareAtPriceCents, wasReduced = false }: PushVariant,
  isNew: boolean,
) => ({
  priceCents: isNew || isSent(item, "price") ? priceCents : null,
  compareAtPriceCents,
  wasReduced: !isNew && wasReduced,
});

/** A variant as a product of the shop, which is seen only with the others. `gallery`: its picture. */
export function childBody(family: Family, variant: PushVariant, gallery: object) {
  const { item, setId, chosen, skus, there } = family;
  const { sku, ean, weight, stock } = variant;
  const id = skus.get(variant) ?? sku;
  const isNew = !there.has(id.toLowerCase());
  const offer = offerOf(item, variant, isNew);
  const level = isNew && isStockSent(item) ? { stock_item: { qty: stock, is_in_stock: stock > 0 } } : {};
  const attribute = (code: string, value: string) => ({ attribute_code: code, value });
  const name = [item.title, ...chosen.map((choice) => optionValue(item, variant, choice.name))].join(" ");
  return {
    sku: id,
    name,
    ...(isNew && { type_id: "simple", attribute_set_id: setId, status: 1, visibility: NOT_BY_ITSELF }),
    ...(offer.priceCents !== null && { price: regularPrice(offer) }),
    ...(weight !== null && isSent(item, "weight") && { weight }),
    extension_attributes: level,
    custom_attributes: [
      ...chosen.map((choice) => attribute(choice.attribute.code, valueIn(family, choice, variant))),
      ...specialPrice(offer),
      ...(ean !== null && isSent(item, "ean") ? [attribute("ean", ean)] : []),
      ...(isNew && item.taxClass ? [attribute("tax_class_id", item.taxClass)] : []),
      ...(isNew ? [ownAddress(name, id)] : []),
    ],
    ...gallery,
  };
}

/** What a product is chosen by, and which variants it has; those that the owner of the shop has added stay. */
export function choicesOf({ item, parent, chosen, ids, gone, there }: Family) {
  const removed = new Set(gone.flatMap((sku) => there.get(sku.toLowerCase())?.id ?? []));
  const kept = parent?.links.filter((id) => !removed.has(id)) ?? [];
  return {
    configurable_product_options: chosen.map(({ attribute, name, values }, position) => {
      const id = parent?.options.find(({ attributeId }) => attributeId === attribute.id)?.id;
      const own = values.flatMap((value) => attribute.values.get(nameKey(value)) ?? []);
      return {
        ...(id !== undefined && { id }),
        ...{ attribute_id: attribute.id, label: attribute.label || name, position },
        values: own.map((value) => ({ value_index: Number(value) })),
      };
    }),
    configurable_product_links: [...new Set([...kept, ...item.variants.flatMap((each) => ids.get(each) ?? [])])],
  };
}

/** Reads what the shop calls variants that went without an answer of their own. */
export async function readIds(api: Api, families: readonly Family[]): Promise<void> {
  const open = families.flatMap((family) =>
    family.item.variants.filter((each) => !family.ids.has(each)).map((variant) => ({ family, variant })),
  );
  if (open.length === 0) return;
  const skus = open.map(({ family, variant }) => family.skus.get(variant) ?? variant.sku);
  const there = await productsThere(api, skus);
  for (const [place, { family, variant }] of open.entries()) {
    const id = there.get((skus[place] ?? "").toLowerCase())?.id;
    if (id) family.ids.set(variant, id);
  }
}

const isThere = (status: number) => status < 400 || status === 404;

/** Deletes the variants that we made and that are no longer here. */
export async function removeGone(api: Api, { gone }: Family): Promise<void> {
  for (const sku of gone) await call(api, `products/${encodeURIComponent(sku)}`, { method: "DELETE" }, isThere);
}

/** Of a product that was stored with its variants: what they are called there. */
export const variantIds = ({ item, ids, skus }: Family): Record<string, string> =>
  Object.fromEntries(
    item.variants.flatMap((each) => (ids.has(each) ? [[each.variantId, skus.get(each) ?? each.sku] as const] : [])),
  );
