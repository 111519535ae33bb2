import { BASE_CURRENCY, PRICE_MAX } from "../../kit/cents.ts";
import { decimalsOf } from "../../prices/pricing/currency-decimals.ts";
import { eanOf } from "../../products/fields/ean.ts";

const CENT_DIGITS = 2;

/*
 * Readers of what platforms answer: their JSON is theirs, so nothing in it is taken for granted.
 */

/** A member of a JSON object; `undefined` where there is none. */
export const member = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === "object" && at !== null ? Object(at)[key] : undefined), value);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text or a number as text; `undefined` for all else, and for an empty text. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}

/** A number, or a text that is one. */
export function numberOf(value: unknown): number | undefined {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : undefined;
}

/** A price in cents, with the fractions of them that one without tax or in a currency with three decimals has. */
export function centsOf(value: unknown): number | undefined {
  const price = numberOf(value);
  return price === undefined || price < 0 || price > PRICE_MAX ? undefined : Math.round(price * 1_000_000) / 10_000;
}

/** More units than anybody has, and few enough to be counted exactly. */
export const UNITS_MAX = 1_000_000_000;

/** A level of a platform in units that stock here is counted in. */
export const wholeLevel = (stock: number): number => Math.min(UNITS_MAX, Math.max(0, Math.trunc(stock)));

/** What a product with WooCommerce's names of prices costs now; a sale price with dates is the owner's, and not of the catalog. */
function priceNow(product: unknown): number | undefined {
  const isDated = member(product, "date_on_sale_from") || member(product, "date_on_sale_to");
  const sale = isDated ? undefined : centsOf(member(product, "sale_price"));
  return sale ?? centsOf(member(product, "regular_price")) ?? centsOf(member(product, "price"));
}

/** The same with what it costs without its reduction. */
export const pricesNow = (product: unknown) => ({
  priceCents: priceNow(product),
  compareAtPriceCents: centsOf(member(product, "regular_price")),
});

/** A price as platforms want it: `12.50`, and `1.250` in a currency with three decimals. */
export const priceText = (cents: number, currency = BASE_CURRENCY): string =>
  (cents / 100).toFixed(Math.max(CENT_DIGITS, decimalsOf(currency)));

/** The same for platforms that take more decimals: those of a price without tax are needed to get the one with tax again. */
export const finePrice = (cents: number): string =>
  Number.isInteger(cents) ? priceText(cents) : (cents / 100).toFixed(6);

/** A price as a number, with at most six decimals. */
export const amountOf = (cents: number): number => Math.round(cents * 10_000) / 1_000_000;

/** The first of these that is a code of a product. */
export const eanAmong = (...values: readonly unknown[]): string | null =>
  values.map(textOf).find((text) => text !== undefined && eanOf(text) !== undefined) ?? null;

/** Members that have a value. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Those that are left have one.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** An address without the slash at its end. */
export const baseOf = (url: string | undefined): string => {
  const text = (url ?? "").trim().replace(/\/+$/, "");
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
};

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

const HAS_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** Later times are none that our answers could show. */
const TIME_MAX_MS = Date.UTC(9999, 11, 31);

/** A time that a platform writes as ISO 8601, without a zone in UTC, in Unix milliseconds; `null` for all else. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value)?.replace(" ", "T");
  const ms = text === undefined ? Number.NaN : Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`);
  return ms >= 0 && ms <= TIME_MAX_MS ? ms : null;
}
