import type { Connector } from "../../../db/connectors/connectors.ts";
import { BASE_CURRENCY } from "../../kit/cents.ts";
import { roundedIn, unitsOf } from "../../prices/pricing/currency-decimals.ts";
import { grossCents, rateOfClass, type Taxed, type TaxModel } from "../../prices/tax/tax-model.ts";
import { textOrNull } from "../../text/unknown-values.ts";
import type { ShopFacts } from "./shop/shop-facts.ts";

export const PRICE_TAXES = ["included", "excluded"] as const;
/** Whether the prices that a platform keeps contain tax; "both": both are sent. */
export type PriceTax = (typeof PRICE_TAXES)[number] | "both";

/** What is fixed of a platform's prices. */
export interface PlatformPrices {
  tax?: PriceTax;
  /** Each shop decides of tax, and its API says how. */
  saysTax?: true;
  /** The currency of each price is sent with it. */
  namesCurrency?: true;
  /** The only currency that it takes, by the credentials; `undefined`: that is not known. */
  currencyOf?: (credentials: Record<string, string>) => string | undefined;
}

/** What the taxes of new products are called on a platform. */
export interface TaxClass {
  /** Percent. */
  rate: number;
  tax_class: string;
}

/** What is not known of a shop's prices: it keeps them without tax, was not asked whether it does, or cannot say so. */
type Undecided = "excluded" | "unasked" | "unsaid";

/** How prices are written for a connector. */
export interface PriceTerms {
  tax: PriceTax;
  /** Why none is sent or taken where the shop may choose, and no option says how they are. */
  undecided?: Undecided;
  /** A price of 0 is none: offers of marketplaces are sold. */
  isNeverZero?: true;
  /** The only one that goes there; `null`: each, as it is sent with each price. */
  currency: string | null;
  /** Percent, of products that have none of their own. */
  rate: number | null;
  classes: readonly TaxClass[];
  /** The tenant's own rates; absent or `null`: tax is left out of account, and all prices are taken as with tax. */
  model?: TaxModel | null;
}

const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null);
const isClass = (value: unknown): value is TaxClass =>
  typeof value === "object" && value !== null && "rate" in value && "tax_class" in value;

/** A connector, as far as prices are concerned. */
type Charging = Pick<Connector, "syncOptions"> & Partial<Pick<Connector, "shopPriceTax">>;

/** A platform, as far as its prices are concerned; one whose `fields` have no price gets none. */
interface PricedPlatform {
  prices?: PlatformPrices;
  fields?: { price?: string };
}

/** What is to be decided before prices go to a shop that may keep them with tax or without. */
function undecidedOf(
  { syncOptions, shopPriceTax }: Charging,
  { prices = {}, fields }: PricedPlatform,
): Undecided | undefined {
  if (fields && fields.price === undefined) return undefined;
  const isSaid = prices.tax !== undefined || PRICE_TAXES.some((each) => each === syncOptions["price_tax"]);
  if (isSaid || shopPriceTax === "included") return undefined;
  return shopPriceTax ?? (prices.saysTax ? "unasked" : "unsaid");
}

/** Whether a shop is to be asked how it keeps prices before any is sent: its API says so, and it was not asked yet. */
export const asksPriceTax = (connector: Charging, platform: PricedPlatform): boolean =>
  undecidedOf(connector, platform) === "unasked";

/** What the options of a connector, its shop and its platform say of prices. */
export function priceTermsOf(
  connector: Charging,
  platform: PricedPlatform & { isMarketplace?: boolean },
  credentials: Record<string, string> = {},
): PriceTerms {
  const { prices, isMarketplace } = platform;
  const { price_tax: tax, currency, default_tax_rate: rate, tax_classes: classes } = connector.syncOptions;
  const own = prices?.tax ?? (tax === "excluded" ? "excluded" : "included");
  const undecided = undecidedOf(connector, platform);
  return {
    tax: own,
    ...(undecided && { undecided }),
    ...(isMarketplace && { isNeverZero: true as const }),
    currency:
      textOrNull(currency) ?? prices?.currencyOf?.(credentials) ?? (prices?.namesCurrency ? null : BASE_CURRENCY),
    rate: numberOrNull(rate),
    classes: Array.isArray(classes) ? classes.filter(isClass) : [],
  };
}

const WORDS = { included: "with tax", excluded: "without tax" };
const KEEPS = {
  included: "takes prices with tax",
  excluded: "keeps prices without tax",
  both: "keeps prices with tax and without",
};

const ZERO = "Its price is 0, and a marketplace sells nothing for that: it was not sent";
/** Why a price would be a guess, and what decides it. */
const UNDECIDED: Record<Undecided, readonly [string, string]> = {
  unasked: [
    "The shop has not said whether its prices contain tax",
    'the connector\'s test has read it, or sync_options.price_tax is "included" or "excluded"',
  ],
  unsaid: [
    "The platform does not say whether the shop's prices contain tax",
    'sync_options.price_tax is "included" or "excluded"',
  ],
  excluded: [
    "The shop says that it keeps prices without tax",
    'sync_options.price_tax is "excluded" (they are sent without), or "included" (they are sent as they are, where the shop adds no tax)',
  ],
};

/** Why no price goes there, or is taken from there, where it would be a guess. */
export function whyUndecided(undecided: Undecided, done: "sent" | "taken"): string {
  const [why, decision] = UNDECIDED[undecided];
  return `${why}: no price is ${done} before ${decision}`;
}

/** What of a connector's options on prices does not fit what its shop says of itself. */
export function priceWarnings(
  connector: Pick<Connector, "syncOptions">,
  platform: PricedPlatform & { name: string },
  { priceTax, choices }: Pick<ShopFacts, "priceTax" | "choices">,
): string[] {
  const { tax, currency } = priceTermsOf(connector, platform);
  const asTested = { ...connector, shopPriceTax: priceTax ?? null };
  const said = PRICE_TAXES.find((each) => each === connector.syncOptions["price_tax"]);
  const fixed = platform.prices?.tax;
  const undecided = undecidedOf(asTested, platform);
  const codes = choices.currencies?.map(({ id }) => id) ?? [];
  return [
    ...(undecided ? [whyUndecided(undecided, "sent")] : []),
    ...(fixed === undefined && priceTax !== undefined && said !== undefined && priceTax !== said
      ? [
          `The shop keeps prices ${WORDS[priceTax]}, and they are sent ${tax === "included" ? "with" : "without"} it: set sync_options.price_tax to "${priceTax}"`,
        ]
      : []),
    ...(fixed !== undefined && said !== undefined && said !== fixed
      ? [`sync_options.price_tax has no effect: ${platform.name} ${KEEPS[fixed]}`]
      : []),
    ...(currency !== null && codes.length > 0 && !codes.includes(currency)
      ? [`The shop has no prices in ${currency} (it has ${codes.join(", ")}): set sync_options.currency`]
      : []),
  ];
}

/** A price as it is here, in units that its currency is stored in. */
export interface OwnPrice {
  priceCents: number | null;
  compareAtPriceCents: number | null;
  currency: string;
  /** It is kept without tax. */
  isNet?: boolean;
}

const PARTS_OF_A_CENT = 10_000;
const HUNDRED = 100;

/** A price without tax, to a ten thousandth of a cent: with tax it is the same price again. */
export const withoutTax = (cents: number, rate: number): number =>
  Math.round((cents / (1 + rate / HUNDRED)) * PARTS_OF_A_CENT) / PARTS_OF_A_CENT;

export const withTax = (cents: number, rate: number): number => cents * (1 + rate / HUNDRED);

/** The rate of a product in a country, by default the tenant's own: its own or that of its class, the connector's, then that of the default class. */
function rateThere({ rate, model }: PriceTerms, { taxRate, taxClass }: Taxed, country: string | undefined) {
  if (!model) return taxRate ?? rate;
  const own = country === undefined || country === model.country ? taxRate : null;
  const ofClass = taxClass === null ? null : rateOfClass(model, taxClass, country);
  return own ?? ofClass ?? rate ?? rateOfClass(model, model.defaultTaxClass, country);
}

/** The tax of a product there: its rate, and what a new product is given. */
export function taxOf(terms: PriceTerms, product: Taxed, country?: string) {
  const taxRate = rateThere(terms, product, country);
  return { taxRate, taxClass: terms.classes.find((each) => each.rate === taxRate)?.tax_class ?? null };
}

/** Why a price whose tax rate is not known is not sent. */
function noRate(isNet: boolean): string {
  const keeps = isNet ? "with tax, and its price here is without" : "without tax";
  const mend = "set its tax_rate, a rate of its tax class under /settings/tax/rates, or sync_options.default_tax_rate";
  return `The shop keeps prices ${keeps}, and the tax rate of the product is not known: ${mend}`;
}

/** A price as the platform keeps it, in cents and, where it has them, fractions of these; or none with the reason. */
export function priceFor<P extends OwnPrice>(
  terms: PriceTerms,
  price: P,
  taxRate: number | null,
): P & { priceProblem?: string } {
  const there = keptAs(terms, price, taxRate);
  const inCents = (stored: number | null) => (stored === null ? null : (stored * HUNDRED) / unitsOf(price.currency));
  return {
    ...there,
    priceCents: inCents(there.priceCents),
    compareAtPriceCents: inCents(there.compareAtPriceCents),
  };
}

/** Why no price in this currency goes there, or not this one. */
function problemOf(terms: PriceTerms, { priceCents, currency }: Pick<OwnPrice, "priceCents" | "currency">) {
  if (terms.currency !== null && currency !== terms.currency) {
    const why = `Its price is in ${currency}, and the shop's currency is ${terms.currency} (sync_options.currency)`;
    return `${why}: it was not sent`;
  }
  if (terms.isNeverZero && priceCents === 0) return ZERO;
  return terms.undecided && whyUndecided(terms.undecided, "sent");
}

function keptAs<P extends OwnPrice>(
  terms: PriceTerms,
  price: P,
  taxRate: number | null,
): P & { priceProblem?: string } {
  const { priceCents, compareAtPriceCents, currency, isNet = false } = price;
  if (priceCents === null) return price;
  const nothing = { ...price, priceCents: null, compareAtPriceCents: null };
  const priceProblem = problemOf(terms, { priceCents, currency });
  if (priceProblem !== undefined) return { ...nothing, priceProblem };
  if (terms.tax === (isNet ? "excluded" : "included")) return price;
  if (taxRate === null) return { ...nothing, priceProblem: noRate(isNet) };
  if (terms.tax === "both" && !isNet) return price;
  const there = (cents: number) =>
    isNet ? roundedIn(currency, grossCents(cents, taxRate)) : withoutTax(cents, taxRate);
  const compare = compareAtPriceCents === null ? null : there(compareAtPriceCents);
  return { ...price, priceCents: there(priceCents), compareAtPriceCents: compare };
}
