import { BASE_CURRENCY } from "../../kit/cents.ts";
import type { ExchangeRates } from "../../prices/exchange-rates/rates.ts";
import { type ApplyingPrice, applyingPrice } from "../../prices/pricing/applying/applying-price.ts";
import { applyingPriceIn, exchangesInto } from "../../prices/pricing/applying/price-in-currency.ts";
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

/** Says of a row its price, as it is wanted; none where a tax rate is not known. */
function pricesBy(wish: PriceWish): (row: ProfileRow) => WishedPrice {
  const exchanges = new Map<string, ReturnType<typeof exchangesInto>>();
  const exchangeFor = (from: string, currency: string) => {
    const known = exchanges.get(currency) ?? exchangesInto({ to: currency, rates: wish.rates });
    exchanges.set(currency, known);
    return known(from);
  };
  return (row) => {
    const { product, facts } = row;
    const tax = facts.tax === null ? undefined : taxWishOf(facts.tax, wish);
    const found = applying(row, wish);
    const currency = wish.currency ?? found.currency;
    const shown = (price: ApplyingPrice) => {
      const exchange = exchangeFor(price.currency, currency);
      const wanted = { model: facts.tax, wish: tax, into: exchange && { currency, exchange } };
      return priceInTax(price, taxedOf(product), wanted) ?? { ...price, ...NOTHING };
    };
    const { priceCents, compareAtPriceCents } = shown(found);
    const own = { ...applyingPrice([], OWN, null), compareAtPriceCents: ownCompareAt(row) };
    return { priceCents, compareAtPriceCents: compareAtPriceCents ?? shown(own).compareAtPriceCents, currency };
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
