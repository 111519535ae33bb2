import type { Adapter } from "../../engine/adapter.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Found, PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, shapeProblem } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { GONE, matched, sentAs } from "../each.ts";
import { addImages, imageFields, isImageFault, withImages } from "./images.ts";
import { levelFields, onceIn, priceFields } from "./offer.ts";
import { withVariations } from "./variations.ts";
import { BATCH_TIMEOUT_MS, batchesOf } from "./woo-batches.ts";
import { check, priceTaxOf } from "./woo-check.ts";
import { dry } from "./woo-dry.ts";
import { fieldsOf } from "./woo-fields.ts";
import { levels } from "./woo-levels.ts";
import { ORDER_FIELDS, wooCommerceOrder } from "./woo-orders.ts";
import { pull, read } from "./woo-pull.ts";
import { call, nameIn, PAGE } from "./woo-requests.ts";
import { attributesFor, categories, hasBrands, metaFor, shapesOf, termsFor } from "./woo-terms.ts";
import { webhooks } from "./woo-webhooks.ts";

const MISSING = new Set(["woocommerce_rest_product_invalid_id", "woocommerce_rest_invalid_product_id"]);

const inBin = (id: string) =>
  `It is in the bin of the shop (product ${id}): restore it there, or delete it there for good, then it is made again`;

function refusedBy({ productId, externalId }: PushItem, error: unknown): PushOutcome {
  const code = String(member(error, "code"));
  if (externalId !== null && MISSING.has(code)) {
    return { productId, error: GONE(externalId), isMissing: true };
  }
  const isTaken = externalId === null && code === "product_invalid_sku";
  return { productId, error: nameIn(member(error, "message")) ?? "refused", ...(isTaken && { isTaken: true }) };
}

function outcomeOf(item: PushItem, answered: unknown): PushOutcome {
  const { productId } = item;
  const error = member(answered, "error");
  if (error !== undefined) return refusedBy(item, error);
  const id = textOf(member(answered, "id"));
  if (id === undefined || id === "0") return { productId, error: "WooCommerce gave no id" };
  if (member(answered, "status") === "trash") return { productId, error: inBin(id) };
  return { productId, externalId: id, externalUrl: textOf(member(answered, "permalink")) ?? null };
}

/** A simple product becomes one with variations by its type: it keeps its id, its address, its reviews and its orders. */
const isToVary = (item: PushItem, type: string | undefined) => type === "simple" && isVaried(item);
const BECAME_VARIABLE = (id: string | null) =>
  `The shop had its product ${id} without variations: it is one with variations now, and its price and stock are theirs`;

/** A product that is several there and one here, or is of another type, is an error and not half sent. */
function wrongShape(item: PushItem, type: string | undefined): PushOutcome[] {
  const isFit = type === undefined || isToVary(item, type);
  const error = isFit ? undefined : shapeProblem(item, type === "variable");
  return error === undefined ? [] : [{ productId: item.productId, error }];
}

/** Sends products in batches; `fields`: of each. */
async function sendBatches(
  api: Api,
  items: readonly PushItem[],
  fields: ReadonlyMap<PushItem, Record<string, unknown>>,
) {
  const answers: Awaited<ReturnType<typeof sendBatch>> = [];
  for (const batch of batchesOf(items, fields)) answers.push(...(await sendBatch(api, batch, fields)));
  return answers;
}

/** At most 100 objects a batch, made and changed together. */
async function sendBatch(api: Api, items: readonly PushItem[], fields: ReadonlyMap<PushItem, Record<string, unknown>>) {
  const made = items.filter(({ externalId }) => externalId === null);
  const changed = items.filter(({ externalId }) => externalId !== null);
  const json = {
    create: made.map((item) => ({ type: isVaried(item) ? "variable" : "simple", ...fields.get(item) })),
    update: changed.map((item) => ({ id: Number(item.externalId), ...fields.get(item) })),
  };
  const how = { timeoutMs: BATCH_TIMEOUT_MS, ...onceIn(json.update) };
  const answer = await call(api, "/products/batch", { method: "POST", json, ...how });
  const answers = [...listOf(member(answer, "create")), ...listOf(member(answer, "update"))];
  return [...made, ...changed].map((item, index) => ({ item, answered: answers[index] }));
}

const withoutImages = ({ images: _, ...fields }: Record<string, unknown> = {}) => fields;

async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const looked = items.filter((item) => item.externalId !== null && (isShaped(item) || hasAttributes(item)));
  const there = await shapesOf(
    api,
    looked.flatMap(({ externalId }) => externalId ?? []),
  );
  const refused = items.flatMap((item) => wrongShape(item, there.get(item.externalId ?? "")?.type));
  const refusedIds = new Set(refused.map(({ productId }) => productId));
  const sent = items.filter(({ productId }) => !refusedIds.has(productId));
  const branded = await hasBrands(api, sent);
  const fields = new Map<PushItem, Record<string, unknown>>();
  for (const item of sent) {
    const { type, attributes = [] } = there.get(item.externalId ?? "") ?? {};
    const terms = await termsFor(api, item);
    if (terms instanceof PlatformError) {
      refused.push({ productId: item.productId, error: terms.message });
      continue;
    }
    const more = { ...attributesFor(item, attributes, branded), ...metaFor(item), ...imageFields(item) };
    fields.set(item, { ...fieldsOf(item), ...terms, ...more, ...(isToVary(item, type) && { type: "variable" }) });
  }
  const shaped = (item: PushItem, outcome: PushOutcome): PushOutcome => {
    if ("error" in outcome || !isToVary(item, there.get(item.externalId ?? "")?.type)) return outcome;
    return { ...outcome, remarks: [BECAME_VARIABLE(item.externalId), ...(outcome.remarks ?? [])] };
  };
  const answers = await sendBatches(api, [...fields.keys()], fields);
  const pictureless = answers.filter(({ answered }) => isImageFault(answered)).map(({ item }) => item);
  const again = await sendBatches(
    api,
    pictureless,
    new Map(pictureless.map((item) => [item, withoutImages(fields.get(item))])),
  );
  const outcomes: PushOutcome[] = [...refused];
  for (const { item, answered } of answers) {
    if (pictureless.includes(item)) continue;
    const stored = shaped(item, withImages(item, outcomeOf(item, answered), answered));
    outcomes.push(await withVariations(api, "products", item, stored));
  }
  for (const { item, answered } of again) {
    const stored = shaped(item, await addImages(api, item, outcomeOf(item, answered)));
    outcomes.push(await withVariations(api, "products", item, stored));
  }
  return outcomes;
}

const isShaped = ({ variants, parts }: PushItem) => variants.length > 0 || Object.keys(parts.variants).length > 0;
const hasAttributes = ({ brand, attributes }: PushItem) => brand !== null || attributes.length > 0;

/** The stock or the prices: of products in one batch, of variations in one for each product. */
async function pushOffers(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const plain = items.filter((item) => !isVaried(item));
  const fields = new Map(plain.map((item) => [item, kind === "stock" ? levelFields(item) : priceFields(item)]));
  const answers = plain.length === 0 ? [] : await sendBatch(api, plain, fields);
  const outcomes = answers.map(({ item, answered }) => outcomeOf(item, answered));
  for (const item of items.filter(isVaried)) {
    const { productId, externalId } = item;
    const known: PushOutcome =
      externalId === null
        ? { productId, error: "It is not on the platform: push the product first" }
        : { productId, externalId };
    outcomes.push(await withVariations(api, kind, item, known));
  }
  return outcomes;
}

/** Those of which one is with variants and the other is not are not linked. */
function fitting(items: readonly PushItem[], found: readonly Found[], types: ReadonlyMap<string, string>): Found[] {
  const byId = new Map(items.map((item) => [item.productId, item]));
  return found.map((each) => {
    const item = byId.get(each.productId);
    const type = types.get(each.externalId) ?? "simple";
    const isFit = item && isVaried(item) ? type === "variable" : !WITH_VARIANTS.has(type);
    return isFit ? each : { ...each, unfit: `it is of the type ${type}` };
  });
}
/** Products of several: one of ours cannot replace them. */
const WITH_VARIANTS = new Set(["variable", "variation", "grouped"]);

/** Products that are in the bin, or not there at all, are not for sale: a draft would take them out of it. */
async function show(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]> {
  const ids = items.flatMap(({ externalId }) => externalId ?? []).join(",");
  const idsOf = async (status: string) => {
    const path = `/products?per_page=${PAGE}&include=${ids}&status=${status}&_fields=id`;
    return new Set(listOf(await call(api, path)).map((each) => String(member(each, "id"))));
  };
  const there = await idsOf("any");
  const absent = items.filter(({ externalId }) => !there.has(externalId ?? ""));
  const binned = absent.length > 0 ? await idsOf("trash") : new Set<string>();
  const sent = items.filter((item) => !absent.includes(item));
  const fields = new Map(sent.map((item) => [item, { status: isShown ? "publish" : "draft" }]));
  const answers = await sendBatch(api, sent, fields);
  return [
    ...answers.map(({ item, answered }) => outcomeOf(item, answered)),
    ...absent.map((item): PushOutcome => {
      const { productId, externalId } = item;
      if (!binned.has(externalId ?? "")) return { productId, error: GONE(externalId), isMissing: true };
      return isShown ? { productId, error: inBin(externalId ?? "") } : sentAs(item);
    }),
  ];
}

export const woocommerce: Adapter = {
  sameSku: "refused",
  test: check,
  priceTax: priceTaxOf,
  show,
  categories,
  push: (api, kind, items) => (kind === "products" ? pushProducts(api, items) : pushOffers(api, kind, items)),
  find: async (api, items) => {
    const skus = items.map(({ sku }) => sku);
    const found = await call(
      api,
      `/products?per_page=${PAGE}&sku=${encodeURIComponent(skus.join(","))}&_fields=id,sku,type`,
    );
    const there = listOf(found).map((each) => ({
      externalId: String(member(each, "id")),
      sku: textOf(member(each, "sku")),
      type: textOf(member(each, "type")) ?? "simple",
    }));
    const types = new Map(there.map(({ externalId, type }) => [externalId, type]));
    const known = there.map(({ type: _, ...each }) => each);
    return fitting(items, matched(items, known), types);
  },
  levels,
  changesLevels: true,
  sendsEmptied: true,
  orders: async (api, { sinceMs, cursor }) => {
    const page = Number(cursor ?? 1);
    const since = `dates_are_gmt=true&modified_after=${new Date(sinceMs).toISOString().slice(0, -5)}`;
    const path = `/orders?per_page=${PAGE}&page=${page}&orderby=modified&order=asc&${since}&_fields=${ORDER_FIELDS}`;
    const found = listOf(await call(api, path));
    const next = found.length === PAGE ? String(page + 1) : null;
    return { orders: found.flatMap((each) => wooCommerceOrder(each) ?? []), next };
  },
  pull,
  read,
  dry,
  webhooks,
};
