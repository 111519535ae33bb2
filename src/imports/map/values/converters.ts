import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { type CellType, LIST_MAX } from "../../../products/fields/kinds.ts";
import { cleanHtml } from "../../../text/clean-html.ts";
import { nameKey } from "../../../text/name-key.ts";
import { isInexact, isNoValue, STOCK_UNKNOWN } from "../columns/contents/figure-words.ts";
import type { TargetBounds, TargetField } from "../columns/target-fields.ts";
import type { ProblemMessageKey } from "../rules/problem-messages.ts";
import type { ImportErrorType, ImportProblem } from "../rules/row-problems.ts";
import { openCountries, parseBoolean, parseDate, parseList, scaledNumber } from "./cell-values.ts";
import { partCurrency } from "./currencies.ts";
import { type ForeignPrices, foreignAmount } from "./foreign-prices.ts";
import { type DecimalMark, FIGURE_LENGTH_MAX, isAmbiguous, parseNumber } from "./numbers.ts";
import { openMeasures } from "./units.ts";
import { valuePairs } from "./value-pairs.ts";
import { asAddress, withScheme } from "./web-addresses.ts";

/** Notes what is wrong with the cell at hand, an error unless said otherwise; always `undefined`, so that a converter can return it. */
export type Fail = (
  errorType: ImportErrorType,
  messageKey: ProblemMessageKey,
  params?: Record<string, string | number>,
  severity?: ImportProblem["severity"],
) => undefined;

/** Turns a trimmed cell that is not blank into the value of its field; `undefined` after `fail`. */
export type Convert = (text: string, fail: Fail) => unknown;

interface Writing {
  mark: DecimalMark;
  /** The unit of measures that are written without one; `undefined` when the column's header names none. */
  assumedUnit: string | undefined;
  /** The currency of amounts that name none: of the header, or of the row at hand; absent where neither says it. */
  currency?: () => string | undefined;
  /** What becomes of amounts in another currency. */
  foreign?: ForeignPrices | undefined;
}

type Make = (bounds: TargetBounds, writing: Writing) => Convert;

/** How cells of a target are read in a file that writes numbers so. */
export const converterOf = ({ type, bounds }: TargetField, writing: Writing): Convert => {
  const convert = MAKERS[type](bounds, writing);
  return isExact({ type, bounds }) ? orNothing(convert, bounds) : convert;
};

const FREE_TYPES: ReadonlySet<CellType> = new Set(["ean", "text", "html", "list", "urls"]);

/** Whether only certain values can stand in the field. */
const isExact = ({ type, bounds: { allowed, form } }: Pick<TargetField, "type" | "bounds">): boolean =>
  !FREE_TYPES.has(type) || allowed !== undefined || form !== undefined;

/** Leaves the field as it is, with a warning, when the cell says that it holds nothing. */
const orNothing =
  (convert: Convert, { words }: TargetBounds): Convert =>
  (text, fail) =>
    isNoValue(text) && !words?.has(nameKey(text)) ? leave(fail, "no_value") : convert(text, fail);

/** The cell cannot be used, which costs the field and not the row. */
const leave = (fail: Fail, messageKey: ProblemMessageKey, params: Record<string, string | number> = {}) =>
  fail("invalid_value", messageKey, params, "warning");

function bounded(value: number, { min, above, max }: TargetBounds, fail: Fail): number | undefined {
  // Lists write 0 for what they do not know.
  if (value === 0 && ((min !== undefined && min > 0) || above === 0)) return leave(fail, "zero");
  if (min !== undefined && value < min) return fail("invalid_value", "too_small", { limit: min });
  if (above !== undefined && value <= above) return fail("invalid_value", "not_above", { limit: above });
  if (max !== undefined && value > max) return fail("invalid_value", "too_large", { limit: max });
  return value;
}

/** Why a text that was to be a number is none: some of what files write costs the field only. */
function notNumber(text: string, mark: DecimalMark, fail: Fail): undefined {
  const bare = text.length > FIGURE_LENGTH_MAX ? text : text.replace(/(?<=\d)\s*\p{L}+\.?$/u, "");
  if (mark === "undecided" && isAmbiguous(bare)) {
    const decimal = bare.replace(",", ".").replace(/[^\d.]/g, "");
    return leave(fail, "ambiguous_number", { decimal: Number(decimal), thousands: Number(decimal.replace(".", "")) });
  }
  return isInexact(text) ? leave(fail, "inexact") : fail("invalid_number", "invalid_number");
}

/** What a word that is no number means in this field. */
function figureOf(word: string, { words }: TargetBounds, mark: DecimalMark, fail: Fail): number | undefined {
  const key = word.length > FIGURE_LENGTH_MAX ? "" : nameKey(word);
  const figure = words?.get(key);
  if (figure === undefined && words?.has("rupture") && STOCK_UNKNOWN.has(key)) return leave(fail, "no_figure");
  return figure === undefined ? notNumber(word, mark, fail) : (figure ?? undefined);
}

const number: Make =
  (bounds, { mark }) =>
  (text, fail) => {
    const value = parseNumber(text, mark);
    return value === undefined ? notNumber(text, mark, fail) : bounded(value, bounds, fail);
  };

const integer: Make = (bounds, { mark, assumedUnit }) => {
  const unit = bounds.unit ?? "piece";
  const read = openMeasures({ unit, assumed: assumedUnit, mark });
  return (text, fail) => {
    // A stock of `>100` or `100+` is at least that.
    const figure = bounds.words ? text.replace(/^>|\+$/g, "").trim() : text;
    const value = read(figure);
    if (value === "unknown_unit") return leave(fail, "unknown_unit", { unit });
    if (value === "no_number") return figureOf(text, bounds, mark, fail);
    return Number.isInteger(value) ? bounded(value, bounds, fail) : fail("invalid_number", "not_whole");
  };
};

/** What lists say of taxes behind a price: `229,99 Incl. btw`. */
const TAX_BEHIND =
  /[\s(]+(?:in[ck]l|ex[ck]l|inc|zzgl|hors|con|sin|bez|vat|tva|ttc|ht|btw|mwst|ust|iva|tax|dph|ddv|moms|alv|pvm|kdv|ндс|пдв)[\p{L}\s.)]{0,24}$/iu;

const money: Make =
  (bounds, { mark, currency: elsewhere, foreign }) =>
  (text, fail) => {
    const figure = text.length > FIGURE_LENGTH_MAX ? text : text.replace(TAX_BEHIND, "");
    const amount = parseNumber(figure, mark);
    const cents = scaledNumber(amount, 2);
    if (amount === undefined || cents === undefined) return figureOf(text, bounds, mark, fail);
    // Never stored as the bare number: 1,500 yen are no 1,500 euros.
    const currency = partCurrency(figure).currency ?? elsewhere?.() ?? BASE_CURRENCY;
    const own = currency === BASE_CURRENCY ? cents : foreignAmount(amount, currency, { foreign, fail });
    return typeof own === "number" ? costOf(own, text, bounds, fail) : own;
  };

/** Rounded to cents, but what costs something never becomes free. */
function costOf(cents: number, text: string, bounds: TargetBounds, fail: Fail): number | undefined {
  if (cents === 0 && /[1-9]/.test(text)) return fail("invalid_value", "too_small", { limit: 0.01 });
  return bounded(cents / 100, bounds, fail) === undefined ? undefined : cents;
}

const percent: Make = (bounds, writing) => {
  const convert = number(bounds, writing);
  return (text, fail) => convert(text.endsWith("%") ? text.slice(0, -1).trim() : text, fail);
};

const measure: Make = (bounds, { mark, assumedUnit }) => {
  const unit = bounds.unit ?? "kg";
  const read = openMeasures({ unit, assumed: assumedUnit, mark });
  return (text, fail) => {
    const value = read(text);
    if (value === "unknown_unit") return leave(fail, "unknown_unit", { unit });
    if (value === "no_number") return notNumber(text, mark, fail);
    return bounded(bounds.isWhole ? Math.round(value) : value, bounds, fail);
  };
};

const text: Make = ({ maxLength, isCut, allowed, form }) => {
  if (allowed) return oneOf(allowed);
  if (form) return formed(form);
  const limit = maxLength ?? Number.POSITIVE_INFINITY;
  return (value, fail) => {
    if (value.length <= limit) return value;
    if (!isCut) return fail("too_long", "too_long", { limit });
    fail("too_long", "cut", { limit }, "warning");
    return cutAt(value, limit);
  };
};

/** The beginning of a text, without half a character at its end. */
const cutAt = (value: string, limit: number): string =>
  value
    .slice(0, limit)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd();

const html: Make = (bounds, writing) => {
  const convert = text(bounds, writing);
  return (value, fail) => {
    const converted = convert(value, fail);
    return typeof converted === "string" ? cleanHtml(converted) : converted;
  };
};

const oneOf =
  (allowed: readonly string[]): Convert =>
  (value, fail) => {
    const word = value.toLowerCase().replace(/[\s-]+/g, "_");
    return allowed.includes(word) ? word : fail("invalid_value", "not_allowed", { allowed: allowed.join(", ") });
  };

const formed =
  ({ pattern, example, clean, isLeftOut }: NonNullable<TargetBounds["form"]>): Convert =>
  (value, fail) => {
    const cleaned = clean(value);
    if (pattern.test(cleaned)) return cleaned;
    return isLeftOut ? leave(fail, "wrong_form", { example }) : fail("invalid_value", "wrong_form", { example });
  };

const list: Make =
  ({ maxLength = Number.POSITIVE_INFINITY }) =>
  (value, fail) => {
    const entries = parseList(value);
    if (entries.length > LIST_MAX) return fail("too_long", "too_many", { limit: LIST_MAX });
    const isLong = entries.some(({ length }) => length > maxLength);
    return isLong ? fail("too_long", "too_long", { limit: maxLength }) : entries;
  };

const urls: Make = (bounds, writing) => {
  const convert = list(bounds, writing);
  return (value, fail) => {
    const entries = convert(asAddress(value), fail);
    if (!Array.isArray(entries)) return entries;
    const addresses = entries.map(withScheme);
    return addresses.every((entry) => /^https?:\/\/\S+$/i.test(entry)) ? addresses : fail("invalid_value", "not_url");
  };
};

const json =
  (isAllowed: (parsed: unknown) => boolean): Make =>
  ({ maxLength = Number.POSITIVE_INFINITY }) =>
  (value, fail) => {
    if (value.length > maxLength) return fail("too_long", "too_long", { limit: maxLength });
    try {
      const parsed: unknown = JSON.parse(value);
      return isAllowed(parsed) ? parsed : fail("invalid_value", "not_json");
    } catch {
      return fail("invalid_value", "not_json");
    }
  };

const isContainer = (parsed: unknown) => typeof parsed === "object" && parsed !== null;

const MAKERS: Record<CellType, Make> = {
  ean: () => (value) => value,
  text,
  html,
  list,
  urls,
  number,
  integer,
  money,
  percent,
  measure,
  boolean: () => (value, fail) => parseBoolean(value) ?? fail("invalid_value", "not_boolean"),
  date: () => (value, fail) => parseDate(value) ?? fail("invalid_value", "not_date"),
  country: () => {
    const parseCountry = openCountries();
    return (value, fail) => parseCountry(value) ?? fail("invalid_value", "not_country");
  },
  object: (bounds, writing) => {
    const convert = json((parsed) => isContainer(parsed) && !Array.isArray(parsed))(bounds, writing);
    return (value, fail) => (/^[A-Za-z]/.test(value) && valuePairs(value)) || convert(value, fail);
  },
  json: (bounds, writing) => {
    const convert = json(isContainer)(bounds, writing);
    // A list as exports write one.
    return (value, fail) => (/^\s*[[{"]/.test(value) ? convert(value, fail) : list(bounds, writing)(value, fail));
  },
};
