import { PlatformError } from "../../engine/platform-error.ts";
import { amountOf, listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushPrice } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { pushTogether, sentAs } from "../each.ts";
import { call } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/modules/catalog/catalog-pricing/ : base prices, special prices
const PAGE = 100;
/** Taking special prices away is one statement for each five hundred there. */
const REMOVED_PAGE = 1_000;

/** What a product costs without a reduction. */
export const regularPrice = ({ priceCents, compareAtPriceCents }: PushPrice) =>
  amountOf(compareAtPriceCents ?? priceCents ?? 0);

const isRestored = ({ compareAtPriceCents, wasReduced }: PushPrice) =>
  compareAtPriceCents === null && wasReduced === true;

/**
 * What a reduced product costs, as an attribute; one of `null` takes the reduction away that was sent before. By an empty text
 * Magento 2.4.7 would sell it for nothing.
 */
export function specialPrice(offer: PushPrice): { attribute_code: string; value: string | null }[] {
  const { priceCents, compareAtPriceCents } = offer;
  if (priceCents === null || (compareAtPriceCents === null && !isRestored(offer))) return [];
  const value = compareAtPriceCents === null ? null : String(amountOf(priceCents));
  return [{ attribute_code: "special_price", value }];
}

/** Sends prices of some kind. Returns why some of them are refused, by their SKU. */
async function sendPrices(api: Api, kind: string, prices: readonly { sku: string | null }[]) {
  const refused = new Map<string, string>();
  if (prices.length === 0) return refused;
  const problems = listOf(await call(api, `products/${kind}`, { method: "POST", json: { prices } }));
  for (const problem of problems) {
    const named = listOf(member(problem, "parameters")).map(String);
    const values = [...named];
    const text = textOf(member(problem, "message")) ?? "The price was refused";
    const message = text.replace(/%\w+/g, (name) => values.shift() ?? name);
    const ours = prices.flatMap(({ sku }) => (sku !== null && named.includes(sku) ? sku : []));
    // Whose it is shows when each goes alone.
    if (ours.length === 0) throw new PlatformError("refused", message);
    for (const sku of ours) refused.set(sku, message);
  }
  return refused;
}

/** A special price of all store views. Its dates are needed, and the shop's own stay where they are empty. */
const special = (sku: string | null, price: number) => ({ sku, store_id: 0, price, price_from: "", price_to: "" });

const outcomesOf = (items: readonly PushItem[], refused: ReadonlyMap<string, string>): PushOutcome[] =>
  items.map((item) => {
    const error = refused.get(item.externalId ?? "");
    return error === undefined ? sentAs(item) : { productId: item.productId, error };
  });

async function setPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const prices = items.map((item) => ({ sku: item.externalId, store_id: 0, price: regularPrice(item) }));
  const refused = await sendPrices(api, "base-prices", prices);
  const reduced = items.filter((each) => each.compareAtPriceCents !== null && !refused.has(each.externalId ?? ""));
  const specials = reduced.map(({ externalId, priceCents }) => special(externalId, amountOf(priceCents ?? 0)));
  const more = await sendPrices(api, "special-price", specials);
  return outcomesOf(items, new Map([...refused, ...more]));
}

const removeSpecials = async (api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> => {
  const specials = items.map(({ externalId }) => special(externalId, 0));
  return outcomesOf(items, await sendPrices(api, "special-price-delete", specials));
};

/** Sends prices, and what reduced products cost; takes the reductions away that were sent before. */
export async function pushPrices(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const outcomes = await pushTogether(items, PAGE, (some) => setPrices(api, some));
  const failed = new Set(outcomes.flatMap((each) => ("error" in each ? [each.productId] : [])));
  const restored = items.filter((item) => isRestored(item) && !failed.has(item.productId));
  if (restored.length === 0) return outcomes;
  const done = await pushTogether(restored, REMOVED_PAGE, (some) => removeSpecials(api, some));
  return [...outcomes, ...done.filter((each) => "error" in each)];
}
