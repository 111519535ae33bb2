import { PlatformError } from "../../engine/platform-error.ts";
import { amountOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { search } from "./shopware-call.ts";

/** What the shop calls a currency. Throws `PlatformError` when it has none of that name. */
const currencyOf = (api: Api, currency: string) =>
  api.once(`currency ${currency}`, async () => {
    const filter = [{ type: "equals", field: "isoCode", value: currency }];
    const id = textOf(member(await search(api, "currency", { limit: 1, filter }), 0, "id"));
    if (id === undefined) throw new PlatformError("refused", `The shop has no currency ${currency}`);
    return id;
  });

/** The tax of a new product: the one that the connector names, else the shop's of that rate. `undefined`: there is none. */
export async function taxIdOf(api: Api, { taxClass, taxRate }: PushItem): Promise<string | undefined> {
  if (taxClass) return taxClass;
  if (taxRate === null || taxRate === undefined) return undefined;
  return api.once(`tax ${taxRate}`, async () => {
    const filter = [{ type: "equals", field: "taxRate", value: taxRate }];
    return textOf(member(await search(api, "tax", { limit: 1, filter }), 0, "id"));
  });
}

type Priced = Pick<PushItem, "priceCents" | "compareAtPriceCents" | "taxRate" | "currency">;

/** A price with and without tax; the one that it is reduced from, too. */
export async function priceOf(api: Api, { priceCents, compareAtPriceCents, taxRate, currency }: Priced) {
  if (priceCents === null) return {};
  const currencyId = await currencyOf(api, currency);
  const both = (cents: number) => ({
    gross: amountOf(cents),
    net: amountOf(cents / (1 + (taxRate ?? 0) / 100)),
    linked: true,
  });
  // The whole price takes the place of the one before: without a list price it has none.
  const reduced = compareAtPriceCents !== null && { listPrice: { currencyId, ...both(compareAtPriceCents) } };
  return { price: [{ currencyId, ...both(priceCents), ...reduced }] };
}

/** What a variant costs, as its product would. */
export const pricedAs = (
  item: PushItem,
  { priceCents, compareAtPriceCents }: Omit<Priced, "taxRate" | "currency">,
) => ({
  ...{ priceCents, compareAtPriceCents },
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
