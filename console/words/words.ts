import { signal } from "@preact/signals";

/** The languages of the console. */
export type Language = "en" | "fr";

/** The language of the console; `shell/preferences.ts` keeps the choice. */
export const language = signal<Language>("en");

type Values = Record<string, string | number>;

/** The form of a text that a count wants: `{n} row|{n} rows`. French says one form for 0 and 1. */
function formFor(text: string, n: number, spoken: Language): string {
  const [one = "", many = one] = text.split("|");
  return new Intl.PluralRules(spoken).select(n) === "one" ? one : many;
}

/** The texts of a screen: asked by name, with values put in. */
export interface Texts<Name extends string> {
  /** The text in the language of the console. A number `n` chooses between `one|many`. */
  (name: Name, values?: Values): string;
  /** The text for a code of the API, such as a status (`status.draft`); the code itself where there is none. */
  say: (prefix: string, code: string) => string;
  /** All texts, for the test that compares the languages. */
  all: Record<Language, Record<Name, string>>;
}

/** Makes the texts of a screen: both languages have the same names, which the compiler checks. */
export function texts<Name extends string>(all: {
  en: Record<Name, string>;
  fr: Record<NoInfer<Name>, string>;
}): Texts<Name> {
  const isName = (name: string): name is Name => Object.hasOwn(all.en, name);
  const text = (name: Name, values: Values = {}): string => {
    const spoken = language.value;
    const { n } = values;
    const form = typeof n === "number" ? formFor(all[spoken][name], n, spoken) : all[spoken][name];
    return form.replace(/\{(\w+)\}/g, (whole, part: string) => {
      const value = values[part];
      if (value === undefined) return whole;
      return typeof value === "number" ? number(value) : value;
    });
  };
  const say = (prefix: string, code: string): string => {
    const name = `${prefix}.${code}`;
    return isName(name) ? text(name) : code.replaceAll("_", " ");
  };
  return Object.assign(text, { say, all });
}

/** Making a format takes longer than drawing a row: each is made once. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
function kept<Format>(formats: Map<string, Format>, options: object, make: (spoken: Language) => Format): Format {
  const key = `${language.value} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? make(language.value);
  formats.set(key, format);
  return format;
}

/** A number as the language writes it. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  kept(numberFormats, options, (spoken) => new Intl.NumberFormat(spoken, options)).format(value);
/** A price as the language writes it. What browsers leave of some currencies is less than what prices in them have. */
export const money = (value: number, currency = "EUR"): string =>
  number(value, { style: "currency", currency, maximumFractionDigits: 3 });
/** A share from 0 to 100. */
export const percent = (value: number): string => number(value / 100, { style: "percent", maximumFractionDigits: 0 });
/** A day, with the time where `withTime`. */
export function date(value: string, withTime = false): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: "medium", ...(withTime ? { timeStyle: "short" } : {}) };
  return kept(dateFormats, options, (spoken) => new Intl.DateTimeFormat(spoken, options)).format(new Date(value));
}

/** What a language is called in that of the console. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(language.value, { type: "language" }).of(code) ?? code;

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
/** How long ago: `3 hours ago`. */
export function ago(value: string, now = new Date()): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1_000;
  const [unit, length] = STEPS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(language.value, { numeric: "auto", style: "short" }).format(
    Math.round(seconds / length),
    unit,
  );
}
