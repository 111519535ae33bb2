import type { PlatformError } from "../../engine/platform-error.ts";
import { finePrice } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried, withoutVariants } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalOf, sentAs } from "../each.ts";
import { sendPrices, sendStocks } from "./combinations.ts";
import { changeAll, SMALL_BATCH } from "./presta-batches.ts";
import { concernsReductions, isReducing, ownPrice, reductionRemarks, sendReductions } from "./presta-reductions.ts";
import { node } from "./presta-requests.ts";
import { setLevels } from "./presta-stock.ts";

const outcomeOf = (
  item: PushItem,
  error: PlatformError | undefined,
  lost: readonly PushVariant[] = [],
): PushOutcome => {
  if (error) return refusalOf(item, error);
  return lost.length === 0 ? sentAs(item) : withoutVariants(item, lost);
};

/** Those that are there, as their requests name them. */
const placed = (items: readonly PushItem[]) =>
  items.flatMap((of) => (of.externalId === null ? [] : { of, id: of.externalId }));

const noted = (remarks: readonly string[]) => (remarks.length > 0 ? { remarks } : {});

/** Sends prices, a hundred a request, and what variants add to them. */
export async function pushPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const isReduced = await isReducing(api, items);
  const priced = placed(items).flatMap(({ of, id }) => {
    const price = ownPrice(of, isReduced);
    if (price === null) return [];
    return { of, id, xml: `<product>${node("id", id)}${node("price", finePrice(price))}</product>` };
  });
  const refused = await changeAll(api, "products", priced, SMALL_BATCH);
  const sent = priced.flatMap(({ of }) => (refused.has(of) ? [] : of));
  const parts = await sendPrices(api, sent, isReduced);
  const reducible = sent.map((of) => ({ of, productId: of.externalId ?? "", ids: of.parts.variants }));
  const unreduced = isReduced ? await sendReductions(api, reducible) : new Map<PushItem, PlatformError>();
  const remarks = isReduced ? [] : await reductionRemarks(api, items);
  return items.map((item) => {
    const error = refused.get(item) ?? parts.refused.get(item) ?? unreduced.get(item);
    const outcome = outcomeOf(item, error, parts.lost.get(item));
    if ("error" in outcome || !concernsReductions(item)) return outcome;
    return { ...outcome, ...noted([...(outcome.remarks ?? []), ...remarks]) };
  });
}

/** Sets stocks, a hundred a request. */
export async function pushStocks(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const known = placed(items);
  const plain = known.filter(({ of }) => !isVaried(of));
  const levels = plain.map(({ of, id }) => ({
    ...{ of, productId: id, stockId: of.externalItemId, quantity: of.stock },
  }));
  const set = await setLevels(api, levels);
  const varied = known
    .filter(({ of }) => isVaried(of))
    .map(({ of, id }) => ({ of, productId: id, variants: dueVariants(of), ids: of.parts.variants }))
    .filter(({ variants }) => variants.length > 0);
  const parts = await sendStocks(api, varied);
  const refused = new Map([...parts.refused].map(([{ of }, error]) => [of, error]));
  const lost = new Map([...parts.lost].map(([{ of }, variants]) => [of, variants]));
  return items.map((item) => {
    const outcome = set.get(item);
    if (typeof outcome === "string") return sentAs({ ...item, externalItemId: outcome });
    return outcomeOf(item, outcome ?? refused.get(item), lost.get(item));
  });
}
