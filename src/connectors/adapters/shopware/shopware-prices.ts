import { PlatformError } from "../../engine/platform-error.ts";
import { amountOf, listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { search } from "./shopware-call.ts";

/** What the shop calls a currency; `undefined`: it has none of that name. */
export const currencyIdOf = (api: Api, currency: string): Promise<string | undefined> =>
  api.once(`currency ${currency}`, async () => {
    const filter = [{ type: "equals", field: "isoCode", value: currency }];
    return textOf(member(await search(api, "currency", { limit: 1, filter }), 0, "id"));
  });

async function currencyOf(api: Api, currency: string): Promise<string> {
  const id = await currencyIdOf(api, currency);
  if (id === undefined) throw new PlatformError("refused", `The shop has no currency ${currency}`);
  return id;
}

/** The tax of a new product: the one that the connector names, else the shop's of that rate. `undefined`: there is none. */
export async function taxIdOf(api: Api, { taxClass, taxRate }: PushItem): Promise<string | undefined> {
  if (taxClass) return taxClass;
  if (taxRate === null || taxRate === undefined) return undefined;
  return api.once(`tax ${taxRate}`, async () => {
    const filter = [{ type: "equals", field: "taxRate", value: taxRate }];
    return textOf(member(await search(api, "tax", { limit: 1, filter }), 0, "id"));
  });
}

type Priced = Pick<PushItem, "priceCents" | "compareAtPriceCents" | "wasReduced" | "taxRate" | "currency">;

/**
 * A price with and without tax; the one that it is reduced from, too. It replaces the prices of a product whole: those in other
 * currencies, and a reduction that the shop has made itself, stay as they are `there`.
 */
export async function priceOf(api: Api, priced: Priced, there: unknown) {
  const { priceCents, compareAtPriceCents, wasReduced, taxRate, currency } = priced;
  if (priceCents === null) return {};
  const currencyId = await currencyOf(api, currency);
  const both = (cents: number) => ({
    gross: amountOf(cents),
    net: amountOf(cents / (1 + (taxRate ?? 0) / 100)),
    linked: true,
  });
  const known = listOf(there);
  const before = known.find((each) => member(each, "currencyId") === currencyId);
  const ownList = wasReduced ? undefined : member(before, "listPrice");
  const listPrice = compareAtPriceCents === null ? ownList : { currencyId, ...both(compareAtPriceCents) };
  const price = { currencyId, ...both(priceCents), ...(listPrice ? { listPrice } : {}) };
  return { price: before ? known.map((each) => (each === before ? price : each)) : [...known, price] };
}

/** What a variant costs, as its product would. */
export const pricedAs = (
  item: PushItem,
  { priceCents, compareAtPriceCents, wasReduced = false }: Omit<Priced, "taxRate" | "currency">,
) => ({
  ...{ priceCents, compareAtPriceCents, wasReduced },
  ...{ taxRate: item.taxRate ?? null, currency: item.currency },
});

/** What a product with variants costs in lists: its own price, else the lowest of theirs. */
export function parentPrice(item: PushItem): Priced {
  if (item.priceCents !== null) return item;
  const [lowest] = item.variants
    .filter(({ priceCents }) => priceCents !== null)
    .toSorted((one, other) => (one.priceCents ?? 0) - (other.priceCents ?? 0));
  return lowest ? pricedAs(item, lowest) : item;
}
