import { nameKey } from "../../../text/name-key.ts";
import {
  CURRENCIES,
  LANGUAGE_CODES,
  LANGUAGE_OF_COUNTRY,
  LANGUAGE_WORDS,
  TAX_PHRASES,
  UNIT_TIES,
  UNIT_WORDS,
} from "../../map/columns/headers/header-words.ts";

/** The parts of a header. */
export interface Header {
  /** Ways to read it as a whole, the most literal first: lower-case words separated by blanks, without accents. */
  texts: string[];
  /**
   * What parts of it say, each alone: both sides of a slash, the whole without a number or a word that says little. They are
   * weaker evidence than the whole.
   */
  parts: string[];
  /** The same without the language that it names; absent when it names none. */
  translated?: { texts: string[]; language: string };
}

/** What of a header is no unit and no currency, and whether it speaks of a price with taxes (`ttc`) or without (`ht`). */
export interface ReducedText {
  text: string;
  tax: "ttc" | "ht" | null;
}

const CAMEL = /(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const plain = (text: string) =>
  nameKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
/** `P.V.P` is one word. */
const DOTTED = /(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu;
const BRACKETS = /[([{].*?[)\]}]/g;

/** The header with and without what is in brackets, its words separated at capitals and not. */
function readings(name: string): string[] {
  const forms = [name, name.replace(BRACKETS, " ")].flatMap((form) => [
    plain(form),
    plain(form.replace(DOTTED, "$1")),
    plain(form.replace(CAMEL, "$1$2 ")),
  ]);
  return [...new Set(forms.filter((text) => text !== ""))];
}

const NORWEGIAN_TEXTS = new Set(["name", "title", "description", "keywords", "text"]);
const MAIN_CODES = "fr|en|de|es|it|nl|pl|pt";
/** Where a header may name a language by its code, which is the first group. */
const LANGUAGE_FORMS: readonly RegExp[] = [
  /[([{]\s*([a-z]{2})(?:[-_][a-z]{2})?\s*[)\]}]/i,
  /[-_ .:/]([a-z]{2})[-_][A-Z]{2}(?![A-Za-z])/,
  /[-_ .:/]([a-z]{2})[-_](?:\1|us|gb)$/,
  /[-_ .:/@]([a-z]{2})\s*$/,
  /[-_ .:/@]([A-Z]{2})\s*$/,
  new RegExp(`^(${MAIN_CODES})[-_.:/]`, "i"),
  new RegExp(
    `(?<=\\p{Ll})(${MAIN_CODES.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}|${MAIN_CODES.toUpperCase()})$`,
    "u",
  ),
];

/** Splits a header into its words and the language that they name. */
export function readHeader(name: string): Header {
  const texts = readings(name);
  const parts = partsOf(name, texts);
  const translated = byCode(name) ?? byWord(texts);
  return translated && translated.texts.length > 0 ? { texts, parts, translated } : { texts, parts };
}

const SIDES = /\s*(?:[/|]|: )\s*/;
const SIDE_LETTERS = 3;
/** The first of several, which is the one that counts. */
const FIRST = / ?1$/;
/** A list of a year: `Preis 2026`. */
const YEAR = / (?:19|20)\d\d$/;
/** Words around others that say little: `main category`, `brand title`. */
const AROUND = /^(?:main|base|default|primary|full|first) | (?:slug|name|title|label|text|value)$/;

function partsOf(name: string, texts: readonly string[]): string[] {
  const sides = name.split(SIDES).filter((side) => (side.match(/\p{L}/gu)?.length ?? 0) >= SIDE_LETTERS);
  const parts = [
    ...(sides.length > 1 ? sides.flatMap(readings) : []),
    ...texts.flatMap((text) => [text.replace(FIRST, ""), text.replace(AROUND, ""), text.replace(YEAR, "")]),
  ];
  return [...new Set(parts)].filter((part) => part !== "" && !texts.includes(part) && !UNIT_WORDS.has(part));
}

function byCode(name: string): Header["translated"] {
  for (const form of LANGUAGE_FORMS) {
    const match = form.exec(name);
    const written = match?.[1]?.toLowerCase();
    if (!match || written === undefined) continue;
    const code = LANGUAGE_OF_COUNTRY.get(written) ?? written;
    // By place: `_de` of `short_description_de` occurs in it twice.
    const rest = `${name.slice(0, match.index)} ${name.slice(match.index + match[0].length)}`;
    const texts = readings(rest);
    if (LANGUAGE_CODES.has(code) || isNorwegian(code, texts)) return { texts, language: code };
  }
  return undefined;
}

/** `product_name_no` is a name in Norwegian, `article_no` a number. */
const isNorwegian = (code: string, texts: readonly string[]): boolean =>
  code === "no" && texts.some((text) => text.split(" ").some((word) => NORWEGIAN_TEXTS.has(word)));

function byWord(texts: readonly string[]): Header["translated"] {
  for (const text of texts) {
    const parts = text.split(" ");
    const word = parts.find((part) => LANGUAGE_WORDS.has(part));
    if (word === undefined || parts.length === 1) continue;
    return { texts: [parts.filter((part) => part !== word).join(" ")], language: LANGUAGE_WORDS.get(word) ?? "" };
  }
  return undefined;
}

/** Leaves out units at the end, currencies, and what is said of taxes. */
export function reduceText(text: string): ReducedText {
  let tax: ReducedText["tax"] = null;
  let left = ` ${text} `;
  for (const [phrase, kind] of TAX_PHRASES) {
    if (!left.includes(` ${phrase} `)) continue;
    left = left.replace(` ${phrase} `, " ");
    tax ??= kind;
  }
  const words = left.split(" ").filter((word) => word !== "" && !CURRENCIES.has(word));
  while (words.length > 1 && UNIT_WORDS.has(words.at(-1) ?? "")) {
    words.pop();
  }
  while (words.length > 1 && UNIT_TIES.has(words.at(-1) ?? "")) words.pop();
  return { text: words.join(" "), tax };
}
