import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem, variantRemark } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { gathered } from "../../engine/requests/portions.ts";
import { firstStockOf, GONE, refusalOf } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { contentOf } from "./bigcommerce-content.ts";
import { addImages, imageFields, type Pictured, variantImages, withImages } from "./bigcommerce-images.ts";
import { productPrices } from "./bigcommerce-offer.ts";
import {
  changeVariants,
  isVariedThere,
  newVariants,
  type SentVariants,
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
    ...(weight !== null && (externalId === null || isSent(item, "weight")) && { weight }),
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

/** It makes one product a request, and none without a price and a weight. */
async function make(api: Api, item: PushItem): Promise<Stored | PushOutcome> {
  if (isVaried(item) && item.variants.length > VARIANTS_MAX) return { productId: item.productId, error: TOO_MANY };
  const fields = fieldsOf(item);
  if (!("price" in fields)) return { productId: item.productId, error: NO_PRICE };
  const varied = isVaried(item) && { variants: newVariants(item) };
  const tracking = { inventory_tracking: isVaried(item) ? "variant" : "product" };
  const json = { ...tracking, weight: 0, ...fields, ...varied };
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

/** A product that was changed, with what is still to be changed of its variants. */
interface Changed {
  stored: Stored;
  sent: SentVariants;
}
const NO_VARIANTS: SentVariants = { ids: {}, remarks: [], rows: [] };

/** Why a product is not changed; `undefined`: it is. `there`: the variants that the store has of it, where they were read. */
function problemOf(item: PushItem, there: readonly VariantThere[] | undefined): PushOutcome | undefined {
  const { productId, externalId } = item;
  if (there === undefined) return isVaried(item) ? { productId, error: GONE(externalId), isMissing: true } : undefined;
  const error = shapeProblem(item, isVariedThere(there));
  return error === undefined ? undefined : { productId, error };
}

const withVariants = async (api: Api, stored: Stored, there: readonly VariantThere[]): Promise<Changed> => ({
  stored,
  sent: isVaried(stored.item) ? await sendVariants(api, stored.id, stored.item, there) : NO_VARIANTS,
});

/** Changes a product by a request of its own. */
async function changeOne(
  api: Api,
  item: PushItem,
  there: readonly VariantThere[] | undefined,
): Promise<PushOutcome | Changed> {
  const path = `catalog/products/${item.externalId}`;
  const stored = await store(api, item, (images) =>
    call(api, path, { method: "PUT", json: { ...fieldsOf(item), ...images } }),
  );
  return "item" in stored ? withVariants(api, stored, there ?? []) : stored;
}

/** Changes ten products by one request; those of a refused one each alone. */
async function changeTen(
  api: Api,
  items: readonly PushItem[],
  there: ReadonlyMap<string, readonly VariantThere[]>,
): Promise<(PushOutcome | Changed)[]> {
  const ofItem = ({ externalId }: PushItem) => there.get(externalId ?? "");
  const all: (PushOutcome | Changed)[] = [];
  const isTogether = items.length > 1 && (await isTaken(api, items));
  for (const item of items) {
    const pictures = { ids: item.parts.images, remarks: [] };
    const stored = { item, id: item.externalId ?? "", pictures };
    all.push(
      isTogether ? await withVariants(api, stored, ofItem(item) ?? []) : await changeOne(api, item, ofItem(item)),
    );
  }
  return all;
}

/** Whether the store has taken a batch. */
async function isTaken(api: Api, items: readonly PushItem[]): Promise<boolean> {
  const json = items.map((item) => ({ id: Number(item.externalId), ...fieldsOf(item) }));
  try {
    await call(api, "catalog/products", { method: "PUT", json });
    return true;
  } catch (error) {
    asRefused(error);
    return false;
  }
}

/** Changes what is left of the variants of all these products, and gives them their pictures. */
async function settle(api: Api, all: readonly (PushOutcome | Changed)[]): Promise<PushOutcome[]> {
  const changed = all.flatMap((each) => ("sent" in each ? each : []));
  const refused = await changeVariants(
    api,
    changed.flatMap(({ sent }) => sent.rows),
  );
  const outcomes = all.flatMap((each) => ("sent" in each ? [] : each));
  for (const { stored, sent } of changed) {
    const more = sent.rows.flatMap(({ of }) => {
      const error = refused.get(of);
      return error ? [variantRemark(of, error.message)] : [];
    });
    outcomes.push(await finished(api, stored, { ids: sent.ids, remarks: [...sent.remarks, ...more] }));
  }
  return outcomes;
}

const hasParts = (item: PushItem) => isVaried(item) || Object.keys(item.parts.variants).length > 0;
/** Whether pictures of a product are to be sent or removed. */
const isPictured = (item: PushItem) =>
  imageFields(item).images !== undefined || (item.hasImages !== true && Object.keys(item.parts.images).length > 0);

/** Changes products: ten a request where they get no pictures, and then their variants, fifty a request. */
async function changeAll(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const ids = items.filter(hasParts).flatMap(({ externalId }) => externalId ?? []);
  const there = await variantsThere(api, ids);
  const problems = items.flatMap((item) => problemOf(item, there.get(item.externalId ?? "")) ?? []);
  const refused = new Set(problems.map(({ productId }) => productId));
  const fit = items.filter(({ productId }) => !refused.has(productId));
  const all: (PushOutcome | Changed)[] = [...problems];
  for (const item of fit.filter(isPictured)) all.push(await changeOne(api, item, there.get(item.externalId ?? "")));
  const plain = fit.filter((item) => !isPictured(item));
  return settle(api, [...all, ...(await gathered(plain, BATCH, (some) => changeTen(api, some, there)))]);
}

export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const made = await makeAll(
    api,
    items.filter(({ externalId }) => externalId === null),
  );
  const known = items.filter(({ externalId }) => externalId !== null);
  return [...made, ...(await changeAll(api, known))];
}
