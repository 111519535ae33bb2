import type { PlatformError } from "../../engine/platform-error.ts";
import { finePrice } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { dueVariants, isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { refusalOf, sentAs } from "../each.ts";
import { sendPrices, sendStocks } from "./combinations.ts";
import { changeAll, SMALL_BATCH } from "./presta-batches.ts";
import { concernsReductions, isReducing, ownPrice, reductionRemarks, sendReductions } from "./presta-reductions.ts";
import { node } from "./presta-requests.ts";
import { setLevels } from "./presta-stock.ts";

const outcomeOf = (item: PushItem, error: PlatformError | undefined): PushOutcome =>
  error ? refusalOf(item, error) : sentAs(item);

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
  const refusedParts = await sendPrices(api, sent, isReduced);
  const reducible = sent.map((of) => ({ of, productId: of.externalId ?? "", ids: of.parts.variants }));
  const unreduced = isReduced ? await sendReductions(api, reducible) : new Map<PushItem, PlatformError>();
  const remarks = isReduced ? [] : await reductionRemarks(api, items);
  return items.map((item) => {
    const outcome = outcomeOf(item, refused.get(item) ?? refusedParts.get(item) ?? unreduced.get(item));
    return "error" in outcome || !concernsReductions(item) ? outcome : { ...outcome, ...noted(remarks) };
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
  const refused = new Map([...(await sendStocks(api, varied))].map(([{ of }, error]) => [of, error]));
  return items.map((item) => {
    const outcome = set.get(item);
    if (typeof outcome === "string") return sentAs({ ...item, externalItemId: outcome });
    return outcomeOf(item, outcome ?? refused.get(item));
  });
}
