import { isSent } from "../../engine/fields.ts";
import { PlatformError } from "../../engine/platform-error.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried, refusedShape } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalOf } from "../each.ts";
import { combinationsOf, sendCombinations, sendStocks } from "./combinations.ts";
import { sendPictures } from "./pictures.ts";
import { BATCH, changeAll, makeAll } from "./presta-batches.ts";
import { idsByReference } from "./presta-find.ts";
import { shopTexts } from "./presta-languages.ts";
import { makerOf, productXml, TEXTS } from "./presta-product.ts";
import { concernsReductions, isReducing, reductionRemarks, sendReductions } from "./presta-reductions.ts";
import { setLevels, stockIdIn, stocksOf } from "./presta-stock.ts";
import { tagsFor } from "./presta-tags.ts";

/** Why a product that is one there and several here, or the other way round, is not sent. */
async function wrongShape(api: Api, item: PushItem): Promise<string | undefined> {
  const { externalId, parts, variants } = item;
  const wasVaried = Object.keys(parts.variants).length > 0;
  if (externalId === null || !isSent(item, "variants") || wasVaried === variants.length > 0) return undefined;
  const isVariedThere = (await combinationsOf(api, externalId)).length > 0;
  if (isVariedThere === variants.length > 0) return undefined;
  return refusedShape(externalId, isVariedThere);
}

/** A product that is about to be sent. */
interface Ready {
  of: PushItem;
  reference: string;
  xml: string;
  remarks: readonly string[];
}

/** A product that is stored there. */
interface Stored extends Omit<Ready, "xml"> {
  id: string;
  stockId: string | null;
  isNew: boolean;
}

type Sent = Exclude<PushOutcome, { error: string }>;
type Outcomes = Map<PushItem, PushOutcome>;

/** Carries a step out for each product; what refuses one is its own error, and it takes no further step. */
async function eachOf<T extends { of: PushItem }, R>(
  all: readonly T[],
  outcomes: Outcomes,
  step: (each: T) => Promise<R | undefined>,
): Promise<R[]> {
  const done: R[] = [];
  for (const each of all) {
    try {
      const result = await step(each);
      if (result !== undefined) done.push(result);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.reason !== "refused") throw error;
      outcomes.set(each.of, refusalOf(each.of, error));
    }
  }
  return done;
}

/** Products as they are sent. */
async function readyOf(
  api: Api,
  items: readonly PushItem[],
  { outcomes, isReducing }: { outcomes: Outcomes; isReducing: boolean },
): Promise<Ready[]> {
  const known = items.flatMap(({ externalId }) => externalId ?? []);
  const there = await shopTexts(api, known, TEXTS);
  const tagsOf = await tagsFor(api, items);
  return eachOf(
    items.map((of) => ({ of })),
    outcomes,
    async ({ of }) => {
      const wrong = await wrongShape(api, of);
      if (wrong !== undefined) {
        outcomes.set(of, { productId: of.productId, error: wrong });
        return undefined;
      }
      const { maker, remarks } = await makerOf(api, of);
      const tagged = tagsOf(of);
      const sent = { there: there.get(of.externalId ?? ""), maker, tagIds: tagged.ids, isReducing };
      const xml = await productXml(api, of, sent);
      return { of, reference: of.sku, xml, remarks: [...remarks, ...tagged.remarks] };
    },
  );
}

/** Changes those that are there, and makes the others. */
async function storeAll(api: Api, ready: readonly Ready[], outcomes: Outcomes): Promise<Stored[]> {
  const there = ready.flatMap((each) => (each.of.externalId === null ? [] : { ...each, id: each.of.externalId }));
  const refused = await changeAll(api, "products", there, BATCH);
  const fresh = ready.filter(({ of }) => of.externalId === null);
  const find = (references: readonly string[]) => idsByReference(api, references);
  const made = await makeAll(api, { resource: "products", object: "product", find }, fresh);
  return ready.flatMap(({ of, reference, remarks }): Stored[] => {
    const isNew = of.externalId === null;
    const outcome = isNew ? made.get(of) : (refused.get(of) ?? { id: of.externalId ?? "" });
    if (outcome === undefined || outcome instanceof PlatformError) {
      if (outcome) outcomes.set(of, refusalOf(of, outcome));
      return [];
    }
    const stockId = stockIdIn(outcome.answered) ?? of.externalItemId;
    return [{ of, reference, remarks, id: outcome.id, stockId, isNew }];
  });
}

/** Sets the stock of new products that have no variants, and names that of the others. */
async function stockNew(api: Api, stored: readonly Stored[], outcomes: Outcomes): Promise<Stored[]> {
  const unnamed = stored.filter(({ isNew, stockId }) => isNew && stockId === null);
  const stocks = await stocksOf(
    api,
    unnamed.map(({ id }) => id),
  );
  const named = stored.map((each) => ({ ...each, stockId: each.stockId ?? stocks.get(each.id)?.id ?? null }));
  const isStocked = ({ of, isNew }: Stored) =>
    isNew && !isVaried(of) && isSent(of, "stock") && of.isStockOfShop !== true;
  const levels = named.filter(isStocked).map(({ of, id, stockId }) => ({
    ...{ of, productId: id, stockId, quantity: of.stock },
  }));
  const set = await setLevels(api, levels);
  return named.flatMap((each) => {
    const outcome = set.get(each.of);
    if (!(outcome instanceof PlatformError)) return { ...each, stockId: outcome ?? each.stockId };
    outcomes.set(each.of, refusalOf(each.of, outcome));
    return [];
  });
}

/** What belongs to a product that is stored: its pictures and its combinations. */
async function sendParts(api: Api, { of, id, stockId, isNew, remarks: known }: Stored, isReducing: boolean) {
  const item = { ...of, externalId: id };
  const pictures = await sendPictures(api, id, item, isNew);
  const placed = { ...item, parts: { ...item.parts, images: pictures.ids } };
  const combined = isVaried(item)
    ? await sendCombinations(api, placed, { isNew, isReducing })
    : { ids: {}, remarks: [] as string[], fresh: [] };
  const remarks = [...known, ...pictures.remarks, ...combined.remarks];
  const lacking = combined.remarks.length > 0 ? ("variants" as const) : ("images" as const);
  const outcome: Sent = {
    productId: of.productId,
    externalId: id,
    externalItemId: stockId,
    parts: { variants: combined.ids, images: pictures.ids },
    ...(remarks.length > 0 && { remarks }),
    ...(combined.remarks.length + pictures.remarks.length > 0 && { lacks: lacking }),
  };
  return { of, outcome, productId: id, variants: combined.fresh, ids: combined.ids };
}

/** What was sent but for its reduction. */
const withRemarks = (outcome: Sent, more: readonly string[], isLacking: boolean): PushOutcome => ({
  ...outcome,
  ...(more.length > 0 && { remarks: [...(outcome.remarks ?? []), ...more] }),
  ...(isLacking && { lacks: outcome.lacks ?? "prices" }),
});

/** Sends products: twenty a request, then the stock of those that are new a hundred a request, then what belongs to each. */
export async function pushProducts(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes: Outcomes = new Map();
  const priced = items.filter((item) => isSent(item, "price"));
  const isReduced = await isReducing(api, priced);
  const ready = await readyOf(api, items, { outcomes, isReducing: isReduced });
  const stored = await storeAll(api, ready, outcomes);
  const stocked = await stockNew(api, stored, outcomes);
  const sent = await eachOf(stocked, outcomes, (each) => sendParts(api, each, isReduced));
  const { refused } = await sendStocks(
    api,
    sent.filter(({ variants }) => variants.length > 0),
  );
  const reduced = sent.filter(({ of }) => isSent(of, "price") && concernsReductions(of));
  const unreduced = isReduced ? await sendReductions(api, reduced) : new Map<PushItem, PlatformError>();
  const remarks = isReduced ? [] : await reductionRemarks(api, priced);
  for (const each of sent) {
    const error = refused.get(each);
    const failed = unreduced.get(each.of);
    const more = failed ? [failed.message] : reduced.includes(each) ? remarks : [];
    outcomes.set(each.of, error ? refusalOf(each.of, error) : withRemarks(each.outcome, more, failed !== undefined));
  }
  return items.flatMap((item) => outcomes.get(item) ?? []);
}
