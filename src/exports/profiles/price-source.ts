import { BASE_CURRENCY } from "../../kit/cents.ts";
import type { ExchangeRates } from "../../prices/exchange-rates/rates.ts";
import { type ApplyingPrice, applyingPrice } from "../../prices/pricing/applying/applying-price.ts";
import { applyingPriceIn, converterInto } from "../../prices/pricing/applying/price-in-currency.ts";
import { decimalsOf, unitsOf } from "../../prices/pricing/currency-decimals.ts";
import { priceInTax, type TaxWish } from "../../prices/tax/price-in-tax.ts";
import { type TaxModel, taxedOf } from "../../prices/tax/tax-model.ts";
import { findProductField } from "../tables/exported-fields.ts";
import { type Fact, NO_NEEDS, type ProfileRow, type Source } from "./profile-row.ts";

/** Which price of a product is wanted. */
export interface PriceWish {
  /** The price that applies in this channel. */
  channel?: string | undefined;
  /** What this list asks, and nothing else. */
  priceListId?: string | undefined;
  /** That of the list, where it is known. */
  listCurrency?: string | undefined;
  /** Absent: the list's own currency, or the base currency. */
  currency?: string | undefined;
  rates: ExchangeRates;
  /** Absent: as the products' own prices are, of one list as that has them. */
  tax?: TaxWish | undefined;
}

/** A price in the currency that was wanted; both in units that it is stored in, see `unitsOf`. */
interface WishedPrice {
  priceCents: number | null;
  compareAtPriceCents: number | null;
  currency: string;
}

const OWN = { variantId: null, quantity: 1, channel: null, atMs: 0 };
const compareAt = findProductField("compare_at_price");

const ownCompareAt = ({ product, variant }: ProfileRow): number | null => {
  const value = variant?.compareAtPriceCents ?? compareAt?.read(product) ?? null;
  return typeof value === "number" ? value : null;
};

/** What applies by the one rule of prices: lists in the wanted currency first, then those of the base currency, converted. */
function applying(row: ProfileRow, { channel, priceListId, currency }: PriceWish): ApplyingPrice {
  const { product, variant, facts } = row;
  const own = variant?.priceCents ?? product.priceCents;
  const offers = facts.offers.get(product.id) ?? [];
  const purchase = { variantId: variant?.id ?? null, quantity: 1, channel: channel ?? null, atMs: facts.nowMs };
  if (priceListId !== undefined) {
    const ofList = offers.filter((offer) => offer.priceListId === priceListId);
    return applyingPrice(ofList, { ...purchase, channel: null }, null);
  }
  if (channel === undefined) return applyingPrice([], purchase, own);
  return applyingPriceIn(currency ?? BASE_CURRENCY, offers, purchase, own);
}

/** With tax or without; `undefined`: as it is stored. */
function taxWishOf(model: TaxModel, { tax, priceListId }: PriceWish): TaxWish | undefined {
  if (tax === undefined && priceListId !== undefined) return undefined;
  return tax ?? (model.pricesIncludeTax ? "included" : "excluded");
}

const NOTHING = { priceCents: null, compareAtPriceCents: null };

/** A price with tax or without, as it is wanted; none where the rate is not known. */
function inTax<P extends Parameters<typeof priceInTax>[0]>(
  price: P,
  { product, facts: { tax: model } }: ProfileRow,
  wish: PriceWish,
): P {
  const tax = model === null ? undefined : taxWishOf(model, wish);
  if (model === null || tax === undefined) return price;
  return priceInTax(price, taxedOf(product), { model, wish: tax }) ?? { ...price, ...NOTHING };
}

/** Says of a row its price, as it is wanted. */
function pricesBy(wish: PriceWish): (row: ProfileRow) => WishedPrice {
  const converters = new Map<string, ReturnType<typeof converterInto>>();
  const into = (to: string) => {
    const converter = converters.get(to) ?? converterInto({ to, rates: wish.rates });
    converters.set(to, converter);
    return converter;
  };
  return (row) => {
    const found = inTax(applying(row, wish), row, wish);
    const own = { ...applyingPrice([], OWN, null), compareAtPriceCents: ownCompareAt(row) };
    const currency = wish.currency ?? found.currency;
    const convert = into(currency);
    const fromList = convert(found.compareAtPriceCents, found.currency);
    return {
      priceCents: convert(found.priceCents, found.currency),
      compareAtPriceCents: fromList ?? convert(inTax(own, row, wish).compareAtPriceCents, BASE_CURRENCY),
      currency,
    };
  };
}

/** `price`, `compare_at_price`, `regular_price`, `sale_price` and `currency` of a row, by these names. */
export function priceSources(wish: PriceWish): ReadonlyMap<string, Source> {
  const facts: Fact[] = wish.channel !== undefined || wish.priceListId !== undefined ? ["offers", "tax"] : ["tax"];
  const needs = { ...NO_NEEDS, members: ["id", "priceCents", "extra", "taxRate"] as const, facts };
  const isReduced = ({ priceCents, compareAtPriceCents }: WishedPrice) =>
    priceCents !== null && compareAtPriceCents !== null && compareAtPriceCents > priceCents;
  const wishedPrice = pricesBy(wish);
  const isFine = decimalsOf(wish.currency ?? wish.listCurrency ?? BASE_CURRENCY) === 3;
  const units = isFine ? 1000 : 100;
  const money = (read: (price: WishedPrice) => number | null): Source => ({
    ...needs,
    kind: isFine ? "thousandths" : "money",
    read: (row) => {
      const price = wishedPrice(row);
      const stored = read(price);
      // A list may be in another currency by now, and where it has no price there is the one of the product.
      return stored === null ? null : (stored * units) / unitsOf(price.currency);
    },
  });
  const currency: Source = {
    ...needs,
    kind: "plain",
    read: (row) => {
      const price = wishedPrice(row);
      return price.priceCents === null ? null : price.currency;
    },
  };
  return new Map([
    ["price", money(({ priceCents }) => priceCents)],
    ["compare_at_price", money(({ compareAtPriceCents }) => compareAtPriceCents)],
    // What marketplaces call them: the price before, and the lower one that is asked now.
    ["regular_price", money((price) => (isReduced(price) ? price.compareAtPriceCents : price.priceCents))],
    ["sale_price", money((price) => (isReduced(price) ? price.priceCents : null))],
    ["currency", currency],
  ]);
}
