import { signal } from "@preact/signals";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

/** The languages of the console. */
export const LANGUAGES = { en, fr } as const;
export type Language = keyof typeof LANGUAGES;
/** The name of a text; `en.ts` has them all. */
export type Word = keyof typeof en;

const isLanguage = (value: string | null | undefined): value is Language => value === "en" || value === "fr";
const kept = (): string | null => globalThis.localStorage?.getItem("language") ?? null;
const ofBrowser = (): Language => (globalThis.navigator?.language?.startsWith("fr") ? "fr" : "en");

/** The language of the console: chosen once, else the browser's. */
export const language = signal<Language>(isLanguage(kept()) ? (kept() as Language) : ofBrowser());

/** Speaks another language from now on, in this browser. */
export function speak(wanted: Language): void {
  localStorage.setItem("language", wanted);
  document.documentElement.lang = wanted;
  language.value = wanted;
}

type Values = Record<string, string | number>;

/** The form of a text that a count wants: `{n} row|{n} rows`. French says one form for 0 and 1. */
function formFor(text: string, n: number, spoken: Language): string {
  const [one = "", many = one] = text.split("|");
  return new Intl.PluralRules(spoken).select(n) === "one" ? one : many;
}

/** A text in the language of the console, with values put in. `n` chooses between `one|many`. */
export function t(word: Word, values: Values = {}): string {
  const spoken = language.value;
  const text: string = LANGUAGES[spoken][word];
  const { n } = values;
  const form = typeof n === "number" ? formFor(text, n, spoken) : text;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : value;
  });
}

/** Whether a text of this name exists: for codes of the API that may be newer than the page. */
export const isWord = (name: string): name is Word => Object.hasOwn(en, name);
/** The text for a code of the API, such as a status; the code itself where there is none. */
export const say = (prefix: string, code: string): string => {
  const name = `${prefix}.${code}`;
  return isWord(name) ? t(name) : code.replaceAll("_", " ");
};

/** A number as the language writes it. */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(language.value, options).format(value);
/** A price as the language writes it. */
export const money = (value: number, currency = "EUR"): string => number(value, { style: "currency", currency });
/** A share from 0 to 100. */
export const percent = (value: number): string => number(value / 100, { style: "percent", maximumFractionDigits: 0 });
/** A day, with the time where `withTime`. */
export const date = (value: string, withTime = false): string =>
  new Intl.DateTimeFormat(language.value, withTime ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" }).format(
    new Date(value),
  );

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
