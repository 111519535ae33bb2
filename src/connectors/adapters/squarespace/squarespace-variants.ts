import { isSent } from "../../engine/fields.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { variantChanges, variantRemark } from "../../engine/push/variant-changes.ts";
import { NO_VALUE, optionValue } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { call } from "./squarespace-call.ts";
import { isSame, PRODUCTS, pricing, variantFields } from "./squarespace-fields.ts";

// Source: https://developers.squarespace.com/commerce-apis/managing-attributes and create-product: six attributes and a hundred
// variants at most, each with a value of every attribute, and none with the values of another
const OPTIONS_MAX = 6;
export const VARIANTS_MAX = 100;

/** Why the variants of a product cannot be sent. */
export const variantsProblem = ({ options }: PushItem): string | undefined =>
  options.length > OPTIONS_MAX
    ? `Squarespace takes ${OPTIONS_MAX} options at most, and it has ${options.length}`
    : undefined;

export const optionNames = ({ options }: PushItem): string[] => options.map(({ name }) => name);

const attributesOf = (item: PushItem, variant: PushVariant): Record<string, string> =>
  Object.fromEntries(item.options.map(({ name }) => [name, optionValue(item, variant, name)]));

const fieldsOf = (item: PushItem, variant: PushVariant) => ({
  ...variantFields(item, variant),
  attributes: attributesOf(item, variant),
});

/** A variant as it is made, with its stock unless that is the shop's own. */
export const newVariant = (item: PushItem, variant: PushVariant) => ({
  ...fieldsOf(item, variant),
  stock: { quantity: item.isStockOfShop === true || !isSent(item, "stock") ? 0 : variant.stock, unlimited: false },
});

/** What a variant of a site differs in. */
export const optionsIn = (variant: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object(member(variant, "attributes") ?? {})).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === undefined || text === NO_VALUE ? [] : [[name, text] as const];
    }),
  );

/** Whether a product of a site is one of several variants. */
export function isVariedThere(product: unknown): boolean {
  const variants = listOf(member(product, "variants"));
  const named = listOf(member(product, "variantAttributes"));
  return variants.length > 1 || named.length > 0;
}

const idIn = (variant: unknown) => String(member(variant, "id"));
const skuIn = (variant: unknown) => textOf(member(variant, "sku")) ?? "";

/** What a site calls the variants of a product that it has made, by our id. */
export function variantIds({ variants }: PushItem, product: unknown): Record<string, string> {
  const bySku = new Map(listOf(member(product, "variants")).map((each) => [skuIn(each).toLowerCase(), idIn(each)]));
  return Object.fromEntries(
    variants.flatMap(({ variantId, sku }) => {
      const id = bySku.get(sku.toLowerCase());
      return id === undefined ? [] : [[variantId, id] as const];
    }),
  );
}

/** Variants that were made and changed: what they are called there, and which were refused. */
interface Sent {
  ids: Record<string, string>;
  remarks: string[];
}

/**
 * Makes, changes and removes the variants of a product that is there; `product`: as the site answered it last. `isNew`: it was made
 * just now, with those that it has.
 */
export async function sendVariants(api: Api, item: PushItem, product: unknown, isNew: boolean): Promise<Sent> {
  const path = `${PRODUCTS}/${item.externalId}/variants`;
  const there = new Map(listOf(member(product, "variants")).map((each) => [idIn(each), each]));
  const { made, changed, gone } = variantChanges(
    item,
    [...there].map(([id, each]) => ({ id, sku: skuIn(each) })),
  );
  const sent: Sent = {
    ids: Object.fromEntries(changed.map(({ variant, id }) => [variant.variantId, id])),
    remarks: [],
  };
  const attempt = async (variant: Pick<PushVariant, "sku">, send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      sent.remarks.push(variantRemark(variant, refusalIn(error)));
    }
  };
  const remove = async () => {
    for (const id of gone) {
      await attempt({ sku: skuIn(there.get(id)) }, async () => {
        await call(api, `${path}/${id}`, { method: "DELETE" }, (status) => status < 400 || status === 404);
      });
    }
  };
  // Options that go with them can be taken by another one; but a product has one variant at least.
  const goFirst = gone.length < there.size;
  if (goFirst) await remove();
  for (const { variant, id } of changed) {
    const json = fieldsOf(item, variant);
    if (isNew || isSame(there.get(id), json)) continue;
    await attempt(variant, async () => {
      await call(api, `${path}/${id}`, { method: "POST", json });
    });
  }
  for (const variant of made) {
    const json = newVariant(item, variant);
    // A product is made without a price, but no variant of one that is there.
    if (!("pricing" in json)) {
      sent.remarks.push(variantRemark(variant, NO_PRICE));
      continue;
    }
    await attempt(variant, async () => {
      const id = textOf(member(await call(api, path, { method: "POST", json }), "id"));
      if (id !== undefined) sent.ids[variant.variantId] = id;
    });
  }
  if (!goFirst) await remove();
  return sent;
}

/** Gives variants their pictures, of those that the product has. */
export async function assignPictures(
  api: Api,
  item: PushItem,
  { ids, images, product }: { ids: Sent["ids"]; images: Readonly<Record<string, string>>; product: unknown },
): Promise<void> {
  const there = new Map(listOf(member(product, "variants")).map((each) => [idIn(each), each]));
  const ours = new Set(Object.values(item.parts.images));
  for (const { variantId, image } of item.variants) {
    const id = ids[variantId];
    const imageId = image === null ? null : images[image.key];
    const now = textOf(member(there.get(id ?? ""), "image", "id")) ?? null;
    const isOwn = imageId === null && !ours.has(now ?? "");
    if (id === undefined || imageId === undefined || imageId === now || isOwn) continue;
    await call(api, `${PRODUCTS}/${item.externalId}/variants/${id}/image`, { method: "POST", json: { imageId } });
  }
}

/** The prices of variants that are there, those that are other ones. `product`: as the site has it; `undefined`: not known. */
export async function sendPrices(api: Api, item: PushItem, product: unknown): Promise<PushOutcome> {
  const { productId, externalId, externalItemId } = item;
  if (externalId === null) return { productId, error: "It is not on the platform: push the product first" };
  const there = new Map(listOf(member(product, "variants")).map((each) => [idIn(each), each]));
  for (const variant of item.variants) {
    const id = item.parts.variants[variant.variantId];
    const json = pricing(variant, item.currency);
    if (id === undefined || !("pricing" in json) || isSame(there.get(id), json)) continue;
    await call(api, `${PRODUCTS}/${externalId}/variants/${id}`, { method: "POST", json });
  }
  return { productId, externalId, externalItemId };
}
