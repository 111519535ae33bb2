import type { Reader } from "../../../db/ports.ts";
import { dayOf } from "../exchange-rates/rates.ts";
import {
  type AmountRounding,
  type Fraction,
  inverseOf,
  shareOf,
  timesFraction,
} from "../pricing/applying/exact-amount.ts";
import { holdsOn, TaxRate } from "./tax-rate.ts";
import { findTaxSettings } from "./tax-settings.ts";

const HUNDRED = 100;

/** Rates are exact in millionths: they have four decimals of a percent. */
export const MILLION = 1_000_000;
/** A rate in percent as millionths. */
export const millionthsOf = (percent: number): number => Math.round((percent / HUNDRED) * MILLION);

/** By what amounts with and without tax become each other on one day. */
export interface TaxModel {
  /** The tenant's own country. */
  country: string;
  /** Whether the products' own prices contain tax. */
  pricesIncludeTax: boolean;
  defaultTaxClass: string;
  /** Percent, by class and country as `keyOf` joins them. */
  rates: Readonly<Record<string, number>>;
}

/** What of a product decides about its rate. */
export interface Taxed {
  /** Percent, in the tenant's own country; `null`: that of its class. */
  taxRate: number | null;
  taxClass: string | null;
}

/** Whether prices contain tax, and whose. */
export interface TaxTerms {
  includesTax: boolean;
  country: string;
}

const keyOf = (taxClass: string, country: string) => `${taxClass} ${country}`;

/** What holds at a moment; `null`: the tenant has named no country, and tax is left out of account. */
export async function findTaxModel(db: Reader, atMs: number): Promise<TaxModel | null> {
  const { country, pricesIncludeTax, defaultTaxClass } = await findTaxSettings(db);
  if (country === null) return null;
  const rates = await TaxRate.table.listAll(db, [holdsOn(dayOf(atMs))]);
  return {
    country,
    pricesIncludeTax,
    defaultTaxClass,
    rates: Object.fromEntries(rates.map(({ tax_class, country: where, rate }) => [keyOf(tax_class, where), rate])),
  };
}

/** The rate of a class in a country, in percent; `null`: it is not known. */
export const rateOfClass = (model: TaxModel, taxClass: string, country = model.country): number | null =>
  model.rates[keyOf(taxClass, country)] ?? null;

/** The rates of the tenant's own country: each class with its percent. */
export function homeRates({ rates, country }: TaxModel): [taxClass: string, percent: number][] {
  const ending = keyOf("", country);
  const home = Object.entries(rates).filter(([key]) => key.endsWith(ending));
  return home.map(([key, percent]) => [key.slice(0, -ending.length), percent]);
}

/** The rate of a product in a country, in percent: its own at home, else that of its class. `null`: it is not known. */
export function taxRateOf(model: TaxModel, { taxRate, taxClass }: Taxed, country = model.country): number | null {
  const own = country === model.country ? taxRate : null;
  return own ?? rateOfClass(model, taxClass ?? model.defaultTaxClass, country);
}

/** What a price list says of tax. */
export interface ListTax {
  pricesIncludeTax: boolean | null;
  taxCountry: string | null;
}

/** The terms of a list's prices: where it says nothing, those of the products' own, and without a list those. */
export const termsOfPrice = (model: TaxModel, list?: ListTax): TaxTerms => ({
  country: list?.taxCountry ?? model.country,
  includesTax: list?.pricesIncludeTax ?? model.pricesIncludeTax,
});

/** What of a stored product decides about its rate. */
export const taxedOf = ({ taxRate, extra }: { taxRate: number | null; extra: Record<string, unknown> }): Taxed => ({
  taxRate,
  taxClass: typeof extra["tax_class"] === "string" ? extra["tax_class"] : null,
});

/** By how much an amount grows with the tax of a rate in percent. */
const withRate = (percent: number): Fraction => ({
  numerator: BigInt(MILLION + millionthsOf(percent)),
  denominator: BigInt(MILLION),
});

/** An amount without tax with that of a rate in percent, in whole cents. */
export const grossCents = (cents: number, percent: number): number => shareOf(cents, withRate(percent));

/** Costs, which never contain tax. */
export const netTerms = ({ country }: TaxModel): TaxTerms => ({ country, includesTax: false });

/** MAP and competitors' prices, which always contain tax. */
export const grossTerms = ({ country }: TaxModel): TaxTerms => ({ country, includesTax: true });

/** The tax that is in a price of these terms, in percent; `null`: it is not known. */
export const taxWithin = (model: TaxModel, product: Taxed, terms: TaxTerms): number | null =>
  terms.includesTax ? taxRateOf(model, product, terms.country) : 0;

interface Conversion {
  model: TaxModel;
  product: Taxed;
  from: TaxTerms;
  to: TaxTerms;
  /** Stored units of another currency for one of its own, see `exchangeOf`; absent: it stays in its own. */
  exchange?: Fraction | undefined;
  /** Of which amount, in stored units, it is to be a multiple; absent: 1. */
  least?: number;
}

/**
 * An amount of a product in other terms and, if it is asked for, in another currency, in stored units; exact before it is
 * rounded. `undefined`: a tax rate is not known.
 */
export function centsInTerms(
  cents: number,
  { model, product, from, to, exchange, least = 1 }: Conversion,
  rounding: AmountRounding = "nearest",
): number | undefined {
  const isSame = from.includesTax === to.includesTax && (!from.includesTax || from.country === to.country);
  if (isSame) return exchange ? shareOf(cents, exchange, { rounding, least }) : cents;
  const taken = taxWithin(model, product, from);
  const added = taxWithin(model, product, to);
  if (taken === null || added === null) return undefined;
  const inTerms = timesFraction(withRate(added), inverseOf(withRate(taken)));
  return shareOf(cents, exchange ? timesFraction(inTerms, exchange) : inTerms, { rounding, least });
}
