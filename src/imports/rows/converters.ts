import { cleanHtml } from "../../text/clean-html.ts";
import { nameKey } from "../../text/name-key.ts";
import { type DecimalSeparator, FIGURE_LENGTH_MAX, parseNumber } from "./numbers.ts";
import type { ProblemMessageKey } from "./problem-messages.ts";
import type { ImportErrorType } from "./problems.ts";
import { LIST_MAX, type TargetBounds, type TargetField, type TargetType } from "./target-fields.ts";
import { openCountries, parseBoolean, parseCents, parseDate, parseList, parseMeasure } from "./values.ts";

/** Notes what is wrong with the cell at hand; always `undefined`, so that a converter can return it. */
export type Fail = (
  errorType: ImportErrorType,
  messageKey: ProblemMessageKey,
  params?: Record<string, string | number>,
) => undefined;

/** Turns a trimmed cell that is not blank into the value of its field; `undefined` after `fail`. */
export type Convert = (text: string, fail: Fail) => unknown;

interface Writing {
  decimalSeparator: DecimalSeparator;
  /** The unit of measures that are written without one; `undefined` when the column's header names none. */
  assumedUnit: string | undefined;
}

type Make = (bounds: TargetBounds, writing: Writing) => Convert;

/** How cells of a target are read in a file that writes numbers so. */
export const converterOf = ({ type, bounds }: TargetField, writing: Writing): Convert => MAKERS[type](bounds, writing);

function bounded(value: number, { min, above, max }: TargetBounds, fail: Fail): number | undefined {
  if (min !== undefined && value < min) return fail("invalid_value", "too_small", { limit: min });
  if (above !== undefined && value <= above) return fail("invalid_value", "not_above", { limit: above });
  if (max !== undefined && value > max) return fail("invalid_value", "too_large", { limit: max });
  return value;
}

const notNumber = (fail: Fail) => fail("invalid_number", "invalid_number");

/** What a word that is no number stands for in this field. */
function figureOf(word: string, { words }: TargetBounds, fail: Fail): number | undefined {
  const figure = word.length > FIGURE_LENGTH_MAX ? undefined : words?.get(nameKey(word));
  return figure === undefined ? notNumber(fail) : (figure ?? undefined);
}

const number: Make =
  (bounds, { decimalSeparator }) =>
  (text, fail) => {
    const value = parseNumber(text, decimalSeparator);
    return value === undefined ? notNumber(fail) : bounded(value, bounds, fail);
  };

const integer: Make =
  (bounds, { decimalSeparator }) =>
  (text, fail) => {
    // A stock of `>100` or `100+` is at least that.
    const figure = bounds.words ? text.replace(/^>|\+$/g, "").trim() : text;
    const value = parseNumber(figure, decimalSeparator);
    if (value === undefined) return figureOf(text, bounds, fail);
    return Number.isInteger(value) ? bounded(value, bounds, fail) : fail("invalid_number", "not_whole");
  };

const money: Make =
  (bounds, { decimalSeparator }) =>
  (text, fail) => {
    const cents = parseCents(text, decimalSeparator);
    if (cents === undefined) return figureOf(text, bounds, fail);
    return bounded(cents / 100, bounds, fail) === undefined ? undefined : cents;
  };

const percent: Make = (bounds, writing) => {
  const convert = number(bounds, writing);
  return (text, fail) => convert(text.endsWith("%") ? text.slice(0, -1).trim() : text, fail);
};

const measure: Make = (bounds, { decimalSeparator, assumedUnit }) => {
  const unit = bounds.unit ?? "kg";
  return (text, fail) => {
    const value = parseMeasure(text, { unit, assumed: assumedUnit ?? unit, decimalSeparator });
    if (value === undefined) return notNumber(fail);
    return bounded(bounds.isWhole ? Math.round(value) : value, bounds, fail);
  };
};

const text: Make = ({ maxLength, allowed, form }) => {
  if (allowed) return oneOf(allowed);
  if (form) return formed(form);
  const limit = maxLength ?? Number.POSITIVE_INFINITY;
  return (value, fail) => (value.length > limit ? fail("too_long", "too_long", { limit }) : value);
};

const html: Make = (bounds, writing) => {
  const convert = text(bounds, writing);
  return (value, fail) => {
    const kept = convert(value, fail);
    return typeof kept === "string" ? cleanHtml(kept) : kept;
  };
};

const oneOf =
  (allowed: readonly string[]): Convert =>
  (value, fail) => {
    const word = value.toLowerCase().replace(/[\s-]+/g, "_");
    return allowed.includes(word) ? word : fail("invalid_value", "not_allowed", { allowed: allowed.join(", ") });
  };

const formed =
  ({ pattern, example, clean }: NonNullable<TargetBounds["form"]>): Convert =>
  (value, fail) => {
    const cleaned = clean(value);
    return pattern.test(cleaned) ? cleaned : fail("invalid_value", "wrong_form", { example });
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
    const entries = convert(value, fail);
    const isWeb = Array.isArray(entries) && entries.every((entry) => /^https?:\/\/\S+$/i.test(entry));
    return entries === undefined || isWeb ? entries : fail("invalid_value", "not_url");
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

const MAKERS: Record<TargetType, Make> = {
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
  object: json((parsed) => isContainer(parsed) && !Array.isArray(parsed)),
  json: json(isContainer),
};
