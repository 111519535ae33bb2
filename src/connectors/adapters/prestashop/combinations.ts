import { PlatformError } from "../../engine/platform-error.ts";
import { finePrice, listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { levelAfter } from "../../engine/push/stocked.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalIn } from "../each.ts";
import { BATCH, changeAll, makeAll, SMALL_BATCH } from "./presta-batches.ts";
import { idOf } from "./presta-names.ts";
import { regularPrice } from "./presta-reductions.ts";
import { call, node } from "./presta-requests.ts";
import { combinationStocks, quantityXml } from "./presta-stock.ts";

/** A combination as a shop has it. */
interface There {
  id: string;
  sku: string;
}

/** The combinations of a product. */
export async function combinationsOf(api: Api, productId: string): Promise<There[]> {
  const found = await call(api, `combinations?filter[id_product]=[${productId}]&display=[id,reference]`);
  return listOf(member(found, "combinations")).map((each) => ({
    id: String(member(each, "id")),
    sku: textOf(member(each, "reference")) ?? "",
  }));
}

const list = (name: string, entry: string, ids: readonly string[]) =>
  `<${name}>${ids.map((id) => `<${entry}>${node("id", id)}</${entry}>`).join("")}</${name}>`;

/** A price before its reduction, as what it adds to the product's. */
function added(variant: PushVariant, item: PushItem, isReducing: boolean) {
  const regular = regularPrice(variant, isReducing);
  return regular === null ? null : finePrice(regular - (item.priceCents ?? 0));
}

/** A weight as what it adds to the product's; the shop refuses what a difference of fractions leaves behind, 0.0999…. */
const addedWeight = (weight: number | null, item: PushItem) =>
  weight === null ? null : Math.round((weight - (item.weight ?? 0)) * 1e6) / 1e6;

async function xmlOf(
  api: Api,
  variant: PushVariant,
  { item, id, isFirst, isReducing }: { item: PushItem; id: string | null; isFirst: boolean; isReducing: boolean },
) {
  const { sku, ean, weight, options, image } = variant;
  const values: string[] = [];
  for (const [name, value] of Object.entries(options)) {
    values.push(await idOf(api, "value", value, await idOf(api, "option", name)));
  }
  const picture = image && item.parts.images[image.key];
  const associations =
    list("product_option_values", "product_option_value", values) + (picture ? list("images", "image", [picture]) : "");
  const own = `${node("reference", sku)}${node("ean13", ean)}${node("price", added(variant, item, isReducing))}
    ${node("weight", addedWeight(weight, item))}`;
  const made = id === null ? node("minimal_quantity", 1) + (isFirst ? node("default_on", 1) : "") : node("id", id);
  return `<combination>${made}${node("id_product", item.externalId)}${own}<associations>${associations}</associations></combination>`;
}

/** Those that are there, by what they go by. */
const bySkuOf = (there: readonly There[]) => new Map(there.map(({ id, sku }) => [sku.toLowerCase(), id]));

/** Variants as they are sent; a refusal of one is a remark. */
async function readyVariants(
  api: Api,
  { item, there, isReducing }: { item: PushItem; there: readonly There[]; isReducing: boolean },
  remarks: string[],
) {
  const ids = new Set(there.map(({ id }) => id));
  const bySku = bySkuOf(there);
  const ready: { of: PushVariant; reference: string; id: string | null; xml: string }[] = [];
  for (const [place, variant] of item.variants.entries()) {
    const { sku, externalId } = variant;
    const known = externalId !== null && ids.has(externalId) ? externalId : undefined;
    const id = known ?? bySku.get(sku.toLowerCase()) ?? null;
    try {
      const xml = await xmlOf(api, variant, { item, id, isFirst: place === 0 && there.length === 0, isReducing });
      ready.push({ of: variant, reference: sku, id, xml });
    } catch (error) {
      remarks.push(remarkOf(variant, refusalIn(error)));
    }
  }
  return ready;
}

const remarkOf = ({ sku }: PushVariant, why: string) => `The variant ${sku}: ${why}`;

/**
 * Makes, changes and removes the combinations of a product. `item.parts` knows its pictures. Returns what they are called, and
 * those that are new: their stock is to be set. Those that were there keep it, as content never changes one.
 */
export async function sendCombinations(
  api: Api,
  item: PushItem,
  { isNew, isReducing }: { isNew: boolean; isReducing: boolean },
) {
  const productId = item.externalId ?? "";
  const there = isNew ? [] : await combinationsOf(api, productId);
  const remarks: string[] = [];
  const ready = await readyVariants(api, { item, there, isReducing }, remarks);
  const known = ready.flatMap(({ id, ...each }) => (id === null ? [] : { ...each, id }));
  const refused = await changeAll(api, "combinations", known, BATCH);
  const find = async () => bySkuOf(await combinationsOf(api, productId));
  const fresh = ready.filter(({ id }) => id === null);
  const made = await makeAll(api, { resource: "combinations", object: "combination", find }, fresh);
  const ids = Object.fromEntries(known.filter(({ of }) => !refused.has(of)).map(({ of, id }) => [of.variantId, id]));
  for (const [of, outcome] of [...refused, ...made]) {
    if (outcome instanceof PlatformError) remarks.push(remarkOf(of, outcome.message));
    else ids[of.variantId] = outcome.id;
  }
  const taken = new Set(Object.values(ids));
  const gone = there.filter(({ id }) => !taken.has(id) && Object.values(item.parts.variants).includes(id));
  for (const { id } of gone) await call(api, `combinations/${id}`, { method: "DELETE" });
  const isOurs = item.isStockOfShop !== true;
  return { ids, remarks, fresh: isOurs ? item.variants.filter(({ externalId }) => externalId === null) : [] };
}

/** Variants of a product whose stock is to be set, and what they are called. */
export interface Stocked {
  productId: string;
  variants: readonly PushVariant[];
  ids: Readonly<Record<string, string>>;
}

/** A level that was reckoned from what the shop had moves along when it has another now. */
const levelNow = ({ stock, stockThere = null }: PushVariant, now: number | undefined): number =>
  stockThere === null || now === undefined ? stock : levelAfter(now, stock - stockThere);

const NOT_FOUND = 404;

/** What became of the combinations of some products: which products were refused, and which of their variants are not there. */
export interface SentParts<T> {
  refused: Map<T, PlatformError>;
  lost: Map<T, PushVariant[]>;
}

/** Products of some that the shop still has. */
async function productsThere(api: Api, ids: readonly string[]): Promise<Set<string>> {
  const which = encodeURIComponent(ids.join("|"));
  const found = await call(api, `products?filter[id]=[${which}]&display=[id]`);
  return new Set(listOf(member(found, "products")).map((each) => String(member(each, "id"))));
}

/** Those of which the shop keeps no stock: with a product its combinations went, or they alone. */
async function lostIn<T extends Stocked>(
  api: Api,
  all: readonly T[],
  stocks: ReadonlyMap<string, unknown>,
): Promise<SentParts<T>> {
  const isLost = ({ ids }: T, { variantId }: PushVariant) => {
    const id = ids[variantId];
    return id !== undefined && !stocks.has(id);
  };
  const concerned = all.filter((of) => of.variants.some((variant) => isLost(of, variant)));
  const ids = concerned.map(({ productId }) => productId);
  const there = ids.length === 0 ? new Set<string>() : await productsThere(api, ids);
  const { gone = [], kept = [] } = Object.groupBy(concerned, (of) => (there.has(of.productId) ? "kept" : "gone"));
  const error = new PlatformError("refused", "It is not there", { status: NOT_FOUND });
  return {
    refused: new Map(gone.map((of) => [of, error])),
    lost: new Map(kept.map((of) => [of, of.variants.filter((variant) => isLost(of, variant))])),
  };
}

/** Sets the stocks of combinations, each an object of its own. */
export async function sendStocks<T extends Stocked>(api: Api, all: readonly T[]): Promise<SentParts<T>> {
  if (all.length === 0) return { refused: new Map(), lost: new Map() };
  const stocks = await combinationStocks(
    api,
    all.map(({ productId }) => productId),
  );
  const { refused, lost } = await lostIn(api, all, stocks);
  const levels = all.flatMap((of) =>
    of.variants.flatMap((variant) => {
      const known = stocks.get(of.ids[variant.variantId] ?? "");
      const wanted = levelNow(variant, known?.quantity);
      if (known === undefined || known.quantity === wanted) return [];
      return { of: { of }, id: known.id, xml: quantityXml(known.id, wanted) };
    }),
  );
  for (const [{ of }, error] of await changeAll(api, "stock_availables", levels, SMALL_BATCH)) refused.set(of, error);
  return { refused, lost };
}

/** Sends the prices of combinations of products that are there, as what they add to the product's. */
export async function sendPrices(
  api: Api,
  items: readonly PushItem[],
  isReducing: boolean,
): Promise<SentParts<PushItem>> {
  const all = items.flatMap((item) =>
    item.variants.flatMap((variant) => {
      const id = item.parts.variants[variant.variantId];
      const price = added(variant, item, isReducing);
      if (id === undefined || price === null) return [];
      const xml = `<combination>${node("id", id)}${node("price", price)}</combination>`;
      return { of: { item, variant }, id, xml };
    }),
  );
  const sent: SentParts<PushItem> = { refused: new Map(), lost: new Map() };
  for (const [{ item, variant }, error] of await changeAll(api, "combinations", all, SMALL_BATCH)) {
    if (error.status === NOT_FOUND) sent.lost.set(item, [...(sent.lost.get(item) ?? []), variant]);
    else sent.refused.set(item, error);
  }
  return sent;
}
