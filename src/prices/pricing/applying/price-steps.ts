import type { RateDay } from "../../../../db/exchange-rates/rate-days.ts";
import type { OfferedPrice } from "../../../../db/pricing/price-lists.ts";
import { priceInTax, type TaxWish } from "../../tax/price-in-tax.ts";
import { type Taxed, type TaxModel, taxRateOf, termsOfPrice } from "../../tax/tax-model.ts";
import { shownAmount } from "../currency-decimals.ts";
import type { ApplyingPrice, Purchase } from "./applying-price.ts";
import type { PRICE_STEPS } from "./applying-price-schema.ts";
import { exchangesInto, rateBetween } from "./price-in-currency.ts";

/** By what a stored price becomes the one that was asked for. */
export interface Wanted {
  /** Absent: that of its list. */
  currency: string | undefined;
  /** Absent: as it is stored. */
  tax: TaxWish | undefined;
  model: TaxModel | null;
  product: Taxed;
  rates: RateDay | undefined;
}

interface Step {
  step: (typeof PRICE_STEPS)[number];
  price: number | null;
  currency: string;
}

/** A price as it was asked for, with the steps that led to it. */
interface WalkedPrice {
  steps: Step[];
  price: ApplyingPrice;
}

/** Where a price is from: of a list also what a single piece costs there, where it is the entry of a larger quantity. */
function originOf(applying: ApplyingPrice, offers: readonly OfferedPrice[], purchase: Purchase): Step[] {
  const { priceCents, currency, priceListId, minQuantity } = applying;
  const at = (step: Step["step"], cents: number | null): Step => ({
    step,
    price: shownAmount(currency, cents),
    currency,
  });
  if (priceListId === null) return [at(purchase.variantId === null ? "own_price" : "variant_price", priceCents)];
  if (minQuantity === 1) return [at("price_list", priceCents)];
  const applies = offers.find(({ entryId }) => entryId === applying.entryId);
  const single = offers.find(
    (offer) =>
      offer.priceListId === priceListId && offer.minQuantity === 1 && offer.variantId === (applies?.variantId ?? null),
  );
  return [at("price_list", single?.priceCents ?? null), at("quantity_tier", priceCents)];
}

/** What a price is converted into; `undefined`: it is in the wanted currency. */
function intoOf(price: ApplyingPrice, { currency, rates }: Wanted) {
  if (currency === undefined) return undefined;
  const exchange = exchangesInto({ to: currency, rates: rates?.rates ?? {} })(price.currency);
  return exchange && { currency, exchange };
}

/**
 * A stored price as it was asked for, with tax or without and in its currency, rounded once: the step of the tax before a
 * conversion is shown rounded, and converted as it is. `undefined`: the tax rate is not known.
 */
export function walkPrice(
  stored: ApplyingPrice,
  wanted: Wanted,
  { offers, purchase }: { offers: readonly OfferedPrice[]; purchase: Purchase },
): WalkedPrice | undefined {
  const { model, tax: wish, product } = wanted;
  const taxed = priceInTax(stored, product, { model, wish });
  const price = priceInTax(stored, product, { model, wish, into: intoOf(stored, wanted) });
  if (taxed === undefined || price === undefined) return undefined;
  const steps = originOf(stored, offers, purchase);
  const add = (step: Step["step"], { priceCents, currency }: ApplyingPrice) =>
    steps.push({ step, price: shownAmount(currency, priceCents), currency });
  if (taxed !== stored) add("tax", taxed);
  if (price.currency !== taxed.currency) add("conversion", price);
  return { steps, price };
}

/** How a price was converted into the currency that was asked for; `null`: it was not. */
export function conversionOf(stored: ApplyingPrice, { currency, rates }: Wanted) {
  if (currency === undefined || stored.currency === currency || stored.priceCents === null) return null;
  return {
    from_currency: stored.currency,
    from_price: shownAmount(stored.currency, stored.priceCents),
    rate: rateBetween(rates?.rates ?? {}, stored.currency, currency),
    rate_date: rates?.day ?? null,
  };
}

/** The tax of a price that was made of a stored one, and its amounts with and without; `null`: tax is left out of account. */
export function taxOfPrice(price: ApplyingPrice, stored: ApplyingPrice, wanted: Wanted) {
  const { model, product } = wanted;
  if (model === null) return null;
  const into = intoOf(stored, wanted);
  const { includesTax: included, country } = termsOfPrice(model, price);
  const rate = taxRateOf(model, product, country);
  const amount = (wish: TaxWish) =>
    rate === null
      ? null
      : shownAmount(price.currency, priceInTax(stored, product, { model, wish, into })?.priceCents ?? null);
  const hasOwn = country === model.country && product.taxRate !== null;
  return {
    included,
    country,
    tax_class: product.taxClass ?? model.defaultTaxClass,
    rate,
    rate_from: rate === null ? null : hasOwn ? ("product" as const) : ("tax_class" as const),
    price_with_tax: amount("included"),
    price_without_tax: amount("excluded"),
  };
}

/** The next larger quantity of the same list, for the same variant or product. */
export function nextTierOf(applying: ApplyingPrice, offers: readonly OfferedPrice[]): OfferedPrice | undefined {
  const applies = offers.find(({ entryId }) => entryId === applying.entryId);
  if (!applies) return undefined;
  return offers
    .filter(
      ({ priceListId, variantId, minQuantity }) =>
        priceListId === applies.priceListId && variantId === applies.variantId && minQuantity > applies.minQuantity,
    )
    .toSorted((one, other) => one.minQuantity - other.minQuantity)[0];
}
