import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { currencyColumnOf, headerCurrency, partCurrency } from "../../values/currencies.ts";

/** The currencies of countries that have another one than the euro, by what addresses of their sites end with. */
const BY_SITE: Readonly<Record<string, string>> = {
  ...{ pl: "PLN", cz: "CZK", hu: "HUF", ro: "RON", rs: "RSD", ua: "UAH", ru: "RUB", tr: "TRY", uk: "GBP", ch: "CHF" },
  ...{ se: "SEK", no: "NOK", dk: "DKK", is: "ISK", kz: "KZT", by: "BYN", br: "BRL", mx: "MXN", ar: "ARS", au: "AUD" },
  ...{ ca: "CAD", nz: "NZD", in: "INR", id: "IDR", jp: "JPY", kr: "KRW", cn: "CNY", za: "ZAR", il: "ILS", tn: "TND" },
};
/** Letters that one language has, and the currency of most who write it. */
const BY_LETTER: readonly (readonly [RegExp, string])[] = [
  [/[іїєґ]/i, "UAH"],
  [/[ыэъё]/i, "RUB"],
  [/[łżźńś]/i, "PLN"],
  [/[ěřů]/i, "CZK"],
  [/[őű]/i, "HUF"],
  [/[ğış]/, "TRY"],
  [/[ðþ]/i, "ISK"],
];
const SITE = /https?:\/\/[^\s/"']*\.([a-z]{2})(?=[/:?#\s"']|$)/i;
const LOOKED_AT = 20;
/** Of fewer rows nothing is said. */
const ENOUGH = 10;
/** Of this many columns, what they name counts. */
const MOST = 0.5;

/** Which currency the file is written in most likely, where that is not the euro; `undefined` when nothing says so. */
function likelyCurrency(columns: readonly ColumnFacts[]): string | undefined {
  const votes = new Map<string, number>();
  let voters = 0;
  for (const { values } of columns) {
    const text = values.slice(0, LOOKED_AT).join(" ");
    const ending = SITE.exec(text)?.[1]?.toLowerCase();
    const bySite = ending === undefined ? undefined : (BY_SITE[ending] ?? "");
    const currency = bySite ?? BY_LETTER.find(([letters]) => letters.test(text))?.[1];
    if (currency === undefined) continue;
    voters++;
    votes.set(currency, (votes.get(currency) ?? 0) + 1);
  }
  const [best] = [...votes].toSorted(([, one], [, other]) => other - one);
  return best && best[0] !== "" && best[1] > voters * MOST ? best[0] : undefined;
}

/** What shows that a file is of a country of the euro: its sign or code, a site's address, or a word of its languages alone. */
const EURO =
  /€|\bEUR\b|https?:\/\/[^\s/"']*\.(?:de|fr|it|es|nl|be|at|ie|pt|fi|gr|sk|si|ee|lv|lt|lu|mt|cy|hr|eu)(?=[/:?#\s"']|$)|[äöüßèêçùœ]|[α-ω]{3}/i;
const EURO_HEADER = /preis|prix|prezzo|prijs|hinta|τιμ|cijena|kaina|tarif/i;

const isOfEuroCountry = (columns: readonly ColumnFacts[]): boolean =>
  columns.some(
    ({ name, values }) => EURO_HEADER.test(name) || EURO.test(`${name} ${values.slice(0, LOOKED_AT).join(" ")}`),
  );

type CurrencyDoubt =
  | { code: "currency_unsaid"; params: { currency: string } }
  | { code: "currency_assumed"; params: Record<string, never> };

/** Asks of a column of prices in which currency they are, where nothing says it and the file is not of the euro's countries. */
export function doubtfulCurrencies(columns: readonly ColumnFacts[]) {
  const names = columns.map(({ name }) => name);
  let likely: string | undefined;
  let isKnown = false;
  return ({ name, values }: ColumnFacts, target: string): CurrencyDoubt[] => {
    const isSaid =
      headerCurrency(name) !== undefined ||
      currencyColumnOf(name, names) !== undefined ||
      values.some((value) => partCurrency(value).currency !== undefined);
    if (isSaid) return [];
    if (!isKnown) likely = likelyCurrency(columns);
    isKnown = true;
    if (likely !== undefined) return [{ code: "currency_unsaid", params: { currency: likely } }];
    const isEnough = values.length >= ENOUGH;
    return target === "price" && isEnough && !isOfEuroCountry(columns)
      ? [{ code: "currency_assumed", params: {} }]
      : [];
  };
}
