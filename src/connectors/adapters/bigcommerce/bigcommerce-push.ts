import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { firstStockOf, GONE, pushEach, pushTogether, refusalOf, sendTogether, sentAs } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { contentOf } from "./bigcommerce-content.ts";
import { addImages, imageFields, type Pictured, variantImages, withImages } from "./bigcommerce-images.ts";
import { productPrices, variantPrices } from "./bigcommerce-offer.ts";
import {
  changeVariants,
  isVariedThere,
  newVariants,
  sendVariants,
  VARIANTS_MAX,
  type VariantThere,
  variantsThere,
} from "./bigcommerce-variants.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/products ; a batch has ten products at most, a new product goes alone
const BATCH = 10;

function fieldsOf(item: PushItem): Record<string, unknown> {
  const { weight, externalId } = item;
  const stock = isVaried(item) ? null : firstStockOf(item);
  return {
    ...contentOf(item),
    type: "physical",
    ...((externalId === null || isSent(item, "price")) && productPrices(item)),
    ...(weight !== null && { weight }),
    ...(stock !== null && { inventory_level: stock }),
  };
}

/** A product that is stored, with what the store said of it. */
interface Stored {
  item: PushItem;
  id: string;
  pictures: Pictured;
}

const asRefused = (error: unknown) => {
  if (error instanceof PlatformError && error.reason === "refused") return error;
  throw error;
};

/** Stores a product with its pictures; where that is refused without them, and then each picture by itself. */
async function store(
  api: Api,
  item: PushItem,
  send: (more: object) => Promise<unknown>,
): Promise<Stored | PushOutcome> {
  const images = imageFields(item);
  const { productId } = item;
  const idIn = (answer: unknown) => item.externalId ?? textOf(member(answer, "data", "id"));
  try {
    const answer = await send(images);
    const id = idIn(answer);
    if (id === undefined) return { productId, error: "BigCommerce gave no id" };
    return { item, id, pictures: await withImages(api, id, item, member(answer, "data")) };
  } catch (error) {
    const refusal = asRefused(error);
    if (images.images === undefined || refusal.status === 404 || refusal.status === 409)
      return refusalOf(item, refusal);
  }
  try {
    const id = idIn(await send({}));
    if (id === undefined) return { productId, error: "BigCommerce gave no id" };
    return { item, id, pictures: await addImages(api, id, item) };
  } catch (error) {
    return refusalOf(item, asRefused(error));
  }
}

const TOO_MANY = `BigCommerce takes ${VARIANTS_MAX} variants of a product at most`;

/** It makes one product a request, and none without a weight. */
async function make(api: Api, item: PushItem): Promise<Stored | PushOutcome> {
  if (isVaried(item) && item.variants.length > VARIANTS_MAX) return { productId: item.productId, error: TOO_MANY };
  const varied = isVaried(item) && { variants: newVariants(item) };
  const tracking = { inventory_tracking: isVaried(item) ? "variant" : "product" };
  const json = { ...tracking, weight: 0, ...fieldsOf(item), ...varied };
  return store(api, item, (images) => call(api, "catalog/products", { method: "POST", json: { ...json, ...images } }));
}

/** What is said of a product that is stored with its parts. */
function outcomeOf(
  { item, id, pictures }: Stored,
  variants: { ids: Record<string, string>; remarks: string[] },
): PushOutcome {
  const { productId, externalItemId } = item;
  const remarks = [...pictures.remarks, ...variants.remarks];
  return {
    ...{ productId, externalId: id, externalItemId },
    parts: { variants: variants.ids, images: pictures.ids },
    ...(remarks.length > 0 && { remarks, lacks: variants.remarks.length > 0 ? "variants" : "images" }),
  };
}

/** The variants' pictures follow once it is known what the variants are called. */
async function finished(api: Api, stored: Stored, variants: { ids: Record<string, string>; remarks: string[] }) {
  const { item, id, pictures } = stored;
  const more = isVaried(item) ? await variantImages(api, id, item, variants.ids) : { ids: {}, remarks: [] };
  const all = { ids: { ...pictures.ids, ...more.ids }, remarks: [...pictures.remarks, ...more.remarks] };
  return outcomeOf({ ...stored, pictures: all }, variants);
}

/** Makes products one after the other; what their variants are called is read of all of them together. */
async function makeAll(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes: PushOutcome[] = [];
  const made: Stored[] = [];
  for (const item of items) {
    const stored = await make(api, item);
    if ("error" in stored || !("item" in stored)) outcomes.push(stored);
    else made.push(stored);
  }
  const there = await variantsThere(
    api,
    made.flatMap(({ item, id }) => (isVaried(item) ? id : [])),
  );
  for (const stored of made) {
    const bySku = new Map((there.get(stored.id) ?? []).map(({ id, sku }) => [sku.toLowerCase(), id]));
    const own = isVaried(stored.item) ? stored.item.variants : [];
    const ids = own.flatMap(({ variantId, sku }) => {
      const id = bySku.get(sku.toLowerCase());
      return id === undefined ? [] : [[variantId, id] as const];
    });
    outcomes.push(await finished(api, stored, { ids: Object.fromEntries(ids), remarks: [] }));
  }
  return outcomes;
}

/** Changes a product that has variants, here or there, or that gets pictures. */
async function changeOne(api: Api, item: PushItem, there: readonly VariantThere[] | undefined): Promise<PushOutcome> {
  const { productId, externalId } = item;
  if (there === undefined && isVaried(item)) return { productId, error: GONE(externalId), isMissing: true };
  const error = there && shapeProblem(item, isVariedThere(there));
  if (error !== undefined) return { productId, error };
  const path = `catalog/products/${externalId}`;
  const stored = await store(api, item, (images) =>
    call(api, path, { method: "PUT", json: { ...fieldsOf(item), ...images } }),
  );
  if (!("item" in stored)) return stored;
  const none = { ids: {}, remarks: [] };
  return finished(api, stored, isVaried(item) ? await sendVariants(api, stored.id, item, there ?? []) : none);
}

/** Changes products that have neither variants nor new pictures, ten a request; those of a refused one each alone. */
async function changePlain(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const alone = (some: readonly PushItem[]) => pushEach(some, (item) => changeOne(api, item, undefined));
  const together = async (batch: readonly PushItem[]) => {
    const json = batch.map((item) => ({ id: Number(item.externalId), ...fieldsOf(item) }));
    await call(api, "catalog/products", { method: "PUT", json });
    return batch.map(sentAs);
  };
  const outcomes: PushOutcome[] = [];
  for (let from = 0; from < items.length; from += BATCH) {
    const some = items.slice(from, from + BATCH);
    outcomes.push(...(some.length === 1 ? await alone(some) : await sendTogether(some, together, alone)));
  }
  return outcomes;
}

const hasParts = (item: PushItem) => isVaried(item) || Object.keys(item.parts.variants).length > 0;
/** Whether pictures of a product are to be sent or removed. */
const isPictured = (item: PushItem) =>
  imageFields(item).images !== undefined || (item.hasImages !== true && Object.keys(item.parts.images).length > 0);

export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes = await makeAll(
    api,
    items.filter(({ externalId }) => externalId === null),
  );
  const known = items.filter(({ externalId }) => externalId !== null);
  const varied = known.filter(hasParts);
  const there = await variantsThere(
    api,
    varied.flatMap(({ externalId }) => externalId ?? []),
  );
  const single = known.filter((item) => hasParts(item) || isPictured(item));
  outcomes.push(...(await pushEach(single, (item) => changeOne(api, item, there.get(item.externalId ?? "")))));
  return [
    ...outcomes,
    ...(await changePlain(
      api,
      known.filter((item) => !single.includes(item)),
    )),
  ];
}

/** Changes products in batches. */
export const change = (api: Api, items: readonly PushItem[], fields: (item: PushItem) => Record<string, unknown>) =>
  pushTogether(items, BATCH, async (some) => {
    const json = some.map((item) => ({ id: Number(item.externalId), ...fields(item) }));
    await call(api, "catalog/products", { method: "PUT", json });
    return some.map(sentAs);
  });

/** The levels or prices of variants, those of all products together. */
async function changeOffers(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]) {
  const rows = items.flatMap((of) =>
    of.variants.flatMap((variant) => {
      const { externalId, stock } = variant;
      const fields = kind === "stock" ? { inventory_level: stock } : variantPrices(variant);
      const isThere = externalId !== null && Object.keys(fields).length > 0;
      return isThere ? { of, fields: { id: Number(externalId), ...fields } } : [];
    }),
  );
  const refused = await changeVariants(api, rows);
  return items.map((item): PushOutcome => {
    const error = refused.get(item);
    return error ? refusalOf(item, error) : sentAs(item);
  });
}

export async function pushOffers(api: Api, kind: Exclude<PushKind, "products">, items: readonly PushItem[]) {
  const varied = items.filter(isVaried);
  const plain = kind === "stock" ? items.filter((item) => !isVaried(item)) : items;
  const outcomes = await change(api, plain, (item) =>
    kind === "stock" ? { inventory_level: item.stock } : productPrices(item),
  );
  const failed = new Set(outcomes.flatMap((each) => ("error" in each ? each.productId : [])));
  const rest = varied.filter(({ productId }) => !failed.has(productId));
  const changed = new Map((await changeOffers(api, kind, rest)).map((each) => [each.productId, each]));
  return [...outcomes.filter(({ productId }) => !changed.has(productId)), ...changed.values()];
}
