import { isSent } from "../../engine/fields.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { isVaried, variantChanges } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { isStockSent } from "../each.ts";
import { fieldOf, hashOf, type Operation, search } from "./shopware-call.ts";
import type { MediaEntry, Pictures } from "./shopware-media.ts";
import type { Options } from "./shopware-options.ts";
import { pricedAs, priceOf } from "./shopware-prices.ts";

// Source: https://shopware.stoplight.io/docs/admin-api : product (`children`, `options`, `configuratorSettings`)

/** A variant as the shop has it. */
interface Child {
  id: string;
  sku: string;
  /** Its prices, one for each currency. */
  price: unknown;
  optionIds: readonly string[];
  media: readonly MediaEntry[];
}

/** A product as the shop has it. */
export interface There {
  isVaried: boolean;
  price: unknown;
  categoryIds: readonly string[];
  tagIds: readonly string[];
  properties: readonly { id: string; groupId: string }[];
  children: readonly Child[];
  /** Which options can be chosen. */
  settings: readonly { id: string; optionId: string }[];
}

const textsIn = (value: unknown) => listOf(value).flatMap((each) => textOf(each) ?? []);
const idIn = (row: unknown) => String(member(row, "id"));

const thereIn = (row: unknown): There => ({
  isVaried: (numberOf(fieldOf(row, "childCount")) ?? 0) > 0,
  price: fieldOf(row, "price"),
  categoryIds: textsIn(fieldOf(row, "categoryIds")),
  tagIds: textsIn(fieldOf(row, "tagIds")),
  properties: listOf(fieldOf(row, "properties")).map((each) => ({
    id: idIn(each),
    groupId: textOf(fieldOf(each, "groupId")) ?? "",
  })),
  children: listOf(fieldOf(row, "children")).map((each) => ({
    id: idIn(each),
    sku: textOf(fieldOf(each, "productNumber")) ?? "",
    price: fieldOf(each, "price"),
    optionIds: textsIn(fieldOf(each, "optionIds")),
    media: listOf(fieldOf(each, "media")).map((entry) => ({
      id: idIn(entry),
      mediaId: textOf(fieldOf(entry, "mediaId")) ?? "",
    })),
  })),
  settings: listOf(fieldOf(row, "configuratorSettings")).map((each) => ({
    id: idIn(each),
    optionId: textOf(fieldOf(each, "optionId")) ?? "",
  })),
});

const PLAIN = ["id", "childCount", "price", "categoryIds", "tagIds", "properties"];
const PROPERTIES = { property_group_option: ["id", "groupId"] };
const INCLUDES = {
  product: [...PLAIN, "productNumber", "optionIds", "children", "configuratorSettings", "media"],
  product_media: ["id", "mediaId"],
  product_configurator_setting: ["id", "optionId"],
  ...PROPERTIES,
};

const ASSOCIATIONS = { children: { associations: { media: {} } }, configuratorSettings: {} };

/** What the shop has of products, by its ids; of those that have variants with these. */
export async function thereOf(api: Api, items: readonly PushItem[]): Promise<Map<string, There>> {
  const known = items.filter(({ externalId }) => externalId !== null);
  if (known.length === 0) return new Map();
  const ids = known.flatMap(({ externalId }) => externalId ?? []);
  const hasVariants = known.some((item) => isVaried(item));
  const json = {
    ...{ limit: ids.length, ids },
    includes: hasVariants ? INCLUDES : { product: PLAIN, ...PROPERTIES },
    associations: { properties: {}, ...(hasVariants && ASSOCIATIONS) },
  };
  return new Map((await search(api, "product", json)).map((row) => [idIn(row), thereIn(row)]));
}

const variantId = ({ variantId: id }: PushVariant) => hashOf(`variant ${id}`);

/** What belongs to the variants of a product: members of it, what goes beside it, and what they are called. */
export interface Variants {
  fields: Record<string, unknown>;
  removed: readonly Operation[];
  ids: Record<string, string>;
}

const NONE: There = {
  isVaried: false,
  price: null,
  categoryIds: [],
  tagIds: [],
  properties: [],
  children: [],
  settings: [],
};

/** What a variant is sent with; all that it does not say it has of its product. */
async function childOf(
  api: Api,
  item: PushItem,
  variant: PushVariant,
  {
    id,
    before,
    options,
    pictures,
  }: { id: string; before: Child | undefined; options: readonly string[]; pictures: Pictures },
) {
  const isNew = before === undefined;
  const { sku, ean, weight, stock } = variant;
  return {
    ...{ id, productNumber: sku },
    options: options.map((optionId) => ({ id: optionId })),
    ...(ean !== null && isSent(item, "ean") && { ean }),
    ...(weight !== null && isSent(item, "weight") && { weight }),
    ...(isNew && { stock: isStockSent(item) ? stock : 0 }),
    ...((isNew || isSent(item, "price")) && (await priceOf(api, pricedAs(item, variant), before?.price))),
    ...pictures.ofVariant(id, variant),
  };
}

/** Makes, changes and removes the variants of a product; those that the owner of the shop has added stay. */
export async function variantsOf(
  api: Api,
  item: PushItem,
  productId: string,
  { there = NONE, options, pictures }: { there: There | undefined; options: Options; pictures: Pictures },
): Promise<Variants> {
  if (!isVaried(item)) return { fields: {}, removed: [], ids: {} };
  const { made, changed, gone } = variantChanges(item, there.children);
  const all = [...made.map((variant) => ({ variant, id: variantId(variant) })), ...changed];
  const children: object[] = [];
  const dropped: object[] = [];
  const undone: object[] = [];
  for (const { variant, id } of all) {
    const own = options.ofVariant(item, variant);
    const before = there.children.find((child) => child.id === id);
    children.push(await childOf(api, item, variant, { id, before, options: own, pictures }));
    const otherOptions = before?.optionIds.filter((each) => !own.includes(each)) ?? [];
    dropped.push(...otherOptions.map((optionId) => ({ productId: id, optionId })));
    undone.push(...pictures.leftBy(variant, before?.media ?? []).map((entry) => ({ id: entry.id })));
  }
  const wanted = options.of(item).map(({ id }) => id);
  const ours = new Set([...all.map(({ id }) => id), ...gone]);
  const others = there.children.filter(({ id }) => !ours.has(id)).flatMap(({ optionIds }) => optionIds);
  const settings = new Map(there.settings.map(({ id, optionId }) => [optionId, id]));
  const unused = there.settings.filter(({ optionId }) => !wanted.includes(optionId) && !others.includes(optionId));
  return {
    fields: {
      children,
      configuratorSettings: wanted.map((optionId, place) => ({
        ...{ id: settings.get(optionId) ?? hashOf(`setting ${productId} ${optionId}`), optionId },
        position: place + 1,
      })),
    },
    removed: [
      { entity: "product", action: "delete", payload: gone.map((id) => ({ id })) },
      { entity: "product_option", action: "delete", payload: dropped },
      { entity: "product_media", action: "delete", payload: undone },
      { entity: "product_configurator_setting", action: "delete", payload: unused.map(({ id }) => ({ id })) },
    ],
    ids: Object.fromEntries(all.map(({ variant, id }) => [variant.variantId, id])),
  };
}
