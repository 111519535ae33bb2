import { nameKey } from "../../../text/name-key.ts";

/** Codes of ISO 4217, as the runtime knows them. */
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));
/** Whether a currency is called so. */
export const isCurrencyCode = (code: string): boolean => CODES.has(code);
/** Signs and words of one currency only, by `nameKey`. `$`, `¥` and `kr` are of several: `several` distinguishes them. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ...["€", "euro", "euros"].map((sign) => [sign, "EUR"] as const),
  ...["£", "pound sterling"].map((sign) => [sign, "GBP"] as const),
  ...["zł", "zl", "zlotych"].map((sign) => [nameKey(sign), "PLN"] as const),
  ...["kč", "korun"].map((sign) => [nameKey(sign), "CZK"] as const),
  ...["₽", "руб", "р", "rur"].map((sign) => [sign, "RUB"] as const),
  ...["₴", "грн"].map((sign) => [sign, "UAH"] as const),
  ...["₺", "tl"].map((sign) => [sign, "TRY"] as const),
  ...["₸", "тг"].map((sign) => [sign, "KZT"] as const),
  ...["лв", "leva"].map((sign) => [sign, "BGN"] as const),
  ...["₹", "rs"].map((sign) => [sign, "INR"] as const),
  ...["ft", "forint"].map((sign) => [sign, "HUF"] as const),
  ...["fcfa", "cfa"].map((sign) => [sign, "XOF"] as const),
  ...["sfr", "fr"].map((sign) => [sign, "CHF"] as const),
  ["lei", "RON"],
  ["r$", "BRL"],
  ["us$", "USD"],
  ["₪", "ILS"],
  ["₩", "KRW"],
  ["₫", "VND"],
  ["₱", "PHP"],
  ["дин", "RSD"],
  ["din", "RSD"],
]);
/** Codes that are written in small letters too, as they are no words. */
const LOWER_CODES: ReadonlySet<string> = new Set(
  "eur usd gbp chf pln czk huf ron sek nok dkk uah rub kzt bgn brl cny jpy inr mxn ars".split(" "),
);
/** Words of currencies that headers write and that are nothing else there. */
const HEADER_SIGNS: ReadonlySet<string> = new Set("zł kč грн руб тг лв дин lei".split(" "));
/** Signs that several currencies have; none of them is the euro. */
const SEVERAL: ReadonlySet<string> = new Set(["$", "¥", "kr", "kr."]);

const BEFORE = /^[+-]?\s*([\p{Sc}\p{L}][\p{Sc}\p{L}.]{0,9})\s*(?=[-+]?[\d.,])/u;
const BEHIND = /(?<=[\d.,–—-])\s*([\p{Sc}\p{L}][\p{Sc}\p{L}.]{0,9})$/u;

/** The currency that a word or sign names: its code, the sign itself where several have it, `undefined` for other words. */
function currencyOf(word: string): string | undefined {
  if (CODES.has(word) || LOWER_CODES.has(word.toLowerCase())) return word.toUpperCase();
  const key = nameKey(word).replace(/\.$/, "");
  return SIGNS.get(key) ?? SIGNS.get(word) ?? (SEVERAL.has(key) ? key : undefined);
}

export interface Amount {
  /** The text without its currency. */
  figure: string;
  /** ISO code, or the sign that several currencies have; `undefined` where none is named. */
  currency: string | undefined;
}

/** Parts an amount from the currency before or behind it: `US$ 22`, `374990 KZT`, `12,50 €`. Other words stay. */
export function partCurrency(text: string): Amount {
  // Most amounts name none, and this is looked at for each of them.
  if (!/[\p{L}\p{Sc}]/u.test(text)) return { figure: text, currency: undefined };
  for (const place of [BEHIND, BEFORE]) {
    const [found, word = ""] = place.exec(text) ?? [];
    const currency = word === "" ? undefined : currencyOf(word);
    if (found !== undefined && currency !== undefined) return { figure: text.replace(place, "").trim(), currency };
  }
  return { figure: text, currency: undefined };
}

/** Headers of columns that say in which currency the prices beside them are; by `nameKey`. */
const CURRENCY_HEADERS: ReadonlySet<string> = new Set(
  (
    "currency, currency code, currency id, currencyid, price currency, currency iso code, iso currency, currencyabbr, currency abbreviation, devise, code devise, " +
    "monnaie, wahrung, waehrung, moneda, divisa, moeda, valuta, valutakod, waluta, mena, penznem, moneta, валюта, para birimi, doviz"
  ).split(", "),
);

const plain = (header: string) =>
  nameKey(header)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf(".") + 1);

/** Whether a column says the currency of prices. */
const isCurrencyColumn = (header: string): boolean =>
  CURRENCY_HEADERS.has(plain(header)) || CURRENCY_HEADERS.has(plain(header.slice(parentOf(header).length)));

/** `SatisFiyati1ParaBirimi` says it of `SatisFiyati1`. */
const isNamedAfter = (prices: string, column: string): boolean =>
  column.length > prices.length &&
  column.startsWith(prices) &&
  CURRENCY_HEADERS.has(plain(column.slice(prices.length).replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")));

/**
 * The column that says in which currency another one's prices are: the nearest around it, so that the currency of what shipping
 * costs is none of the product's. `undefined` without one.
 */
export const currencyColumnOf = (prices: string, columns: readonly string[]): string | undefined =>
  columns.find((column) => isNamedAfter(prices, column)) ??
  columns
    .filter((column) => isCurrencyColumn(column) && prices.startsWith(parentOf(column)))
    .toSorted((one, other) => parentOf(other).length - parentOf(one).length)[0];

function writtenCurrency(word: string): string | undefined {
  // Lists of Hotline say `priceRUAH`: in retail, in hryvnias.
  const code = word.length === 4 && word.startsWith("R") ? word.slice(1) : word;
  if (/^[A-Z]{3}$/.test(code) && CODES.has(code)) return code;
  const lower = word.toLowerCase();
  if (LOWER_CODES.has(lower)) return lower.toUpperCase();
  return /^\p{Sc}$/u.test(word) || HEADER_SIGNS.has(lower) ? currencyOf(lower) : undefined;
}

/** The currency that the header of a column of prices names: `Price (USD)`, `priceRUAH`; `undefined` for none. */
export function headerCurrency(header: string): string | undefined {
  const last = header.split(".").at(-1) ?? "";
  const words = last.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[^\p{L}\p{Sc}]+/u);
  for (const word of words) {
    const currency = writtenCurrency(word);
    if (currency !== undefined) return currency;
  }
  return undefined;
}

/** What a cell of a currency column names. */
export const cellCurrency = (text: string): string | undefined => (text === "" ? undefined : currencyOf(text));
