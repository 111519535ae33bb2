import type { Connector } from "../../../db/connectors/connectors.ts";
import { BASE_CURRENCY } from "../../kit/base-currency.ts";

export const PRICE_TAXES = ["included", "excluded"] as const;
/** Whether the prices that a platform keeps contain tax; "both": both are sent. */
export type PriceTax = (typeof PRICE_TAXES)[number] | "both";

/** What is fixed of a platform's prices. */
export interface PlatformPrices {
  tax?: PriceTax;
  /** The currency of each price is sent with it. */
  namesCurrency?: true;
}

/** What the taxes of new products are called on a platform. */
export interface TaxClass {
  /** Percent. */
  rate: number;
  tax_class: string;
}

/** How prices are written for a connector. */
export interface PriceTerms {
  tax: PriceTax;
  /** The only one that goes there; `null`: each, as it is sent with each price. */
  currency: string | null;
  /** Percent, of products that have none of their own. */
  rate: number | null;
  classes: readonly TaxClass[];
  /** The products' own prices are without tax: none of a shop is taken. */
  isNetCatalog?: boolean;
}

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);
const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
const isClass = (value: unknown): value is TaxClass =>
  typeof value === "object" && value !== null && "rate" in value && "tax_class" in value;

/** What the options of a connector and its platform say of prices. A shop that may keep either has them as the catalog, with tax. */
export function priceTermsOf(
  { syncOptions }: Pick<Connector, "syncOptions">,
  { prices }: { prices?: PlatformPrices },
): PriceTerms {
  const { price_tax: tax, currency, default_tax_rate: rate, tax_classes: classes } = syncOptions;
  const own = prices?.tax ?? (tax === "excluded" ? "excluded" : "included");
  return {
    tax: own,
    currency: textOrNull(currency) ?? (prices?.namesCurrency ? null : BASE_CURRENCY),
    rate: numberOrNull(rate),
    classes: Array.isArray(classes) ? classes.filter(isClass) : [],
  };
}

/** A price as it is here: with tax. */
export interface OwnPrice {
  priceCents: number | null;
  compareAtPriceCents: number | null;
  currency: string;
}

const PARTS_OF_A_CENT = 10_000;
const HUNDRED = 100;

/** A price without tax, to a ten thousandth of a cent: with tax it is the same price again. */
export const withoutTax = (cents: number, rate: number): number =>
  Math.round((cents / (1 + rate / HUNDRED)) * PARTS_OF_A_CENT) / PARTS_OF_A_CENT;

export const withTax = (cents: number, rate: number): number => cents * (1 + rate / HUNDRED);

/** The tax of a product there: its rate, and what a new product is given. */
export function taxOf({ rate, classes }: PriceTerms, own: number | null) {
  const taxRate = own ?? rate;
  return { taxRate, taxClass: classes.find((each) => each.rate === taxRate)?.tax_class ?? null };
}

/** A price that is kept without tax here: nothing says what a customer of a shop pays. */
export const UNTAXED =
  "Its price is kept without tax (prices_include_tax of /settings/tax or of its price list), and shops are sent prices with tax: it was not sent";

/** A price as the platform keeps it, or none with the reason. */
export function priceFor<P extends OwnPrice>(
  terms: PriceTerms,
  price: P,
  taxRate: number | null,
): P & { priceProblem?: string } {
  const { priceCents, compareAtPriceCents, currency } = price;
  if (priceCents === null) return price;
  const nothing = { ...price, priceCents: null, compareAtPriceCents: null };
  if (terms.currency !== null && currency !== terms.currency) {
    const why = `Its price is in ${currency}, and the shop's currency is ${terms.currency} (sync_options.currency)`;
    return { ...nothing, priceProblem: `${why}: it was not sent` };
  }
  if (terms.tax === "included") return price;
  if (taxRate === null) {
    const why = "The shop keeps prices without tax, and the tax rate of the product is not known";
    return { ...nothing, priceProblem: `${why}: set its tax_rate, or sync_options.default_tax_rate` };
  }
  if (terms.tax === "both") return price;
  const compare = compareAtPriceCents === null ? null : withoutTax(compareAtPriceCents, taxRate);
  return { ...price, priceCents: withoutTax(priceCents, taxRate), compareAtPriceCents: compare };
}
