import { BASE_CURRENCY } from "../../../kit/cents.ts";
import { decimalsOf, unitsOf } from "../../pricing/currency-decimals.ts";

/** More than any price is written in; what goes on behind it is no amount. */
const TEXT_MAX = 200;
/** Whole units have at most ten digits. */
const UNITS_MAX = 1e10;
/** Groups of three after blanks or apostrophes, or any digits with signs between them. */
const NUMBER = /\d{1,3}(?:\s?['’\s]\d{3})+(?!\d)(?:[.,]\d+)?|\d(?:[.,]\s(?=\d{2}(?!\d))|[\d.,])*/gu;
const CURRENCY = "\\p{Sc}|\\b[A-Z]{3}\\b|\\b[A-Z]{1,3}\\p{Sc}";
const BEFORE = new RegExp(`(?:${CURRENCY})\\s*$`, "u");
const AFTER = new RegExp(`^[.,]*[-–—]?\\s*(?:${CURRENCY})`, "u");
const RANGE = /^\s*(?:to|bis|à)\s*$/iu;
const THOUSANDTH_DIGITS = 3;
/** Currencies with thousandths. */
const THOUSANDTHS = /KWD|BHD|OMR|JOD|TND|LYD|IQD|\b[KBJ]D\b|د\.?[كبت]|ر\.?ع/u;
/** `12€50`; what follows must be cents, not another price. */
const CENTS_BEHIND = /^\s?€\s?(\d{2})(?![\d.,%€]|\s*[€%])/u;
const GROUPED = /^\d+$|^\d{1,3}(?:([.,])\d{2,3}(?:\1\d{2,3})*|)(?:(?<=\d{3}))$/;

/** Digits and signs of Japanese, Arabic and Persian pages, and where each ten of digits begins. */
const OTHER_DIGITS = /[０-９٠-٩۰-۹．，٫٬]/g;
const ZEROS = ["０", "٠", "۰"].map((zero) => zero.charCodeAt(0));
const OTHER_SIGNS: Readonly<Record<string, string>> = { "．": ".", "٫": ".", "，": ",", "٬": "," };
const inDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (char) => {
    const code = char.charCodeAt(0);
    const zero = ZEROS.find((each) => code >= each && code <= each + 9);
    return zero === undefined ? (OTHER_SIGNS[char] ?? char) : String(code - zero);
  });

/** A number in a text, with what is written before and behind it. */
interface Found {
  number: string;
  before: string;
  behind: string;
}

const hasCurrency = ({ before, behind }: Found): boolean => BEFORE.test(before) || AFTER.test(behind);

/** The number that is the amount: the first, but for one that counts something: `3 for 14,85 EUR`. */
function amountIn(text: string): Found | undefined {
  const all = [...text.matchAll(NUMBER)].map(({ 0: number, index }) => ({
    number,
    before: text.slice(0, index),
    behind: text.slice(index + number.length),
  }));
  const [first, second] = all;
  const priced = all.filter(hasCurrency);
  if (!first || hasCurrency(first) || priced.length === 0) return first;
  const between = second?.before.slice(first.before.length + first.number.length) ?? "";
  if (priced[0] === second && RANGE.test(between)) return first;
  return priced.length === 1 ? priced[0] : undefined;
}

/** Whether what is behind the only sign of a number are three digits that may be a group or thousandths. */
const isOpen = (digits: string, at: number): boolean =>
  digits.length - at - 1 === 3 && at >= 1 && at <= 3 && digits[0] !== "0";

/** Where the decimals of a number begin; its length when it has none. `null`: it can be read in two ways. */
function decimalsAt(
  digits: string,
  { isBare, hasThousandths }: { isBare: boolean; hasThousandths: boolean },
): number | null {
  const [comma, dot] = [digits.lastIndexOf(","), digits.lastIndexOf(".")];
  const at = Math.max(comma, dot);
  if (comma >= 0 && dot >= 0) return at;
  if (at < 0 || digits.indexOf(digits[at] ?? "") !== at) return digits.length;
  if (!isOpen(digits, at)) return at;
  if (hasThousandths) return comma >= 0 ? null : at;
  // A dot is what schema.org asks for, and what groups thousands in half of Europe; a comma before three digits groups them.
  return comma < 0 && isBare ? null : digits.length;
}

/** Whole ones and the digits behind the sign as thousandths. */
const thousandthsOf = (units: string, part: string): number => Number(units) * 1000 + Number(`${part}000`.slice(0, 3));

/** Cents that are written separately: `12€50`, `12:50`; "" without. */
const centsBehind = (behind: string): string =>
  CENTS_BEHIND.exec(behind)?.[1] ?? /^:(\d{2})(?![\d:])/.exec(behind)?.[1] ?? "";

/** What is no amount although it begins as one: less than nothing, a share, a date, another unit. */
const isOther = ({ before, behind }: Found): boolean =>
  /[-−]\s*$/.test(before) || /^(?:\s*[%¢]|-\d|e\d|:\d+:)/i.test(behind);

/** The thousandths of a number. */
function readNumber(found: Found, isBare: boolean, hasThousandths: boolean): number | null {
  const { number, before, behind } = found;
  if (isOther(found)) return null;
  const hasNoCents = /[.,]$/.test(number) && /^\s?[-–—]/.test(behind);
  const digits = number.replaceAll(/['’\s]/g, "").replace(/[.,]+$/, "");
  // `.75`, not the point of `Rs.75`.
  if (/(?:^|[\s\p{Sc}])[.,]+$/u.test(before)) return /^\d{1,2}$/.test(digits) ? thousandthsOf("0", digits) : null;
  const isFine = hasThousandths || THOUSANDTHS.test(before) || THOUSANDTHS.test(behind);
  const at = hasNoCents ? digits.length : decimalsAt(digits, { isBare, hasThousandths: isFine });
  if (at === null) return null;
  const whole = digits.slice(0, at);
  const units = whole.replaceAll(/[.,]/g, "");
  if (!GROUPED.test(whole) || Number(units) >= UNITS_MAX) return null;
  return thousandthsOf(units, digits.slice(at + 1) || centsBehind(behind));
}

/**
 * An amount of money as pages write it, in cents: `1299`, `"1.299,00 €"`, `"1,299.00"`, `"29.900000"`; with its currency, in
 * units that this is stored in. `null`: it is none, or could be read as amounts far from each other, as `"1.299"` without a
 * currency.
 */
export function readAmount(given: unknown, currency: string | null = null): number | null {
  const units = unitsOf(currency ?? BASE_CURRENCY);
  if (typeof given === "number") {
    const isAmount = given >= 0 && given < UNITS_MAX;
    return isAmount ? Math.round(Number((given * units).toPrecision(14))) : null;
  }
  if (typeof given !== "string") return null;
  const text = inDigits(given.slice(0, TEXT_MAX));
  const found = amountIn(text);
  if (!found || (found.behind === "" && given.length > TEXT_MAX)) return null;
  const hasThousandths = currency !== null && decimalsOf(currency) === THOUSANDTH_DIGITS;
  const thousandths = readNumber(found, found.number === text.trim(), hasThousandths);
  return thousandths === null ? null : Math.round((thousandths * units) / 1000);
}

/** Signs and words in lower case; what is written so in several countries, as `kr` is, has no code. */
const CODES: Readonly<Record<string, string | undefined>> = {
  ...{ "€": "EUR", euro: "EUR", euros: "EUR", "£": "GBP", $: "USD", us$: "USD", ca$: "CAD", c$: "CAD", au$: "AUD" },
  ...{ a$: "AUD", nz$: "NZD", hk$: "HKD", nt$: "TWD", s$: "SGD", r$: "BRL", "¥": "JPY", "￥": "JPY", 円: "JPY" },
  ...{ 元: "CNY", 원: "KRW", "₩": "KRW", "₹": "INR", "₽": "RUB", руб: "RUB", "₴": "UAH", грн: "UAH", "₺": "TRY" },
  ...{ "₪": "ILS", "₫": "VND", zł: "PLN", kč: "CZK", ft: "HUF", лв: "BGN", "د.ك": "KWD", "د.إ": "AED", "ر.س": "SAR" },
};
const CODE = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u;
const WRITTEN =
  /(?<!\p{L})(?:US|CA?|AU?|NZ?|HK|NT|S|R)?\p{Sc}|(?<!\p{L})(?:[A-Z]{3}|euros?|zł|K[čČ]|kr|kn|lei|Ft|лв|руб|грн|Fr|SFr|Rs|TL|د\.ك|د\.إ|ر\.س)(?!\p{L})|[円元원]/gu;
const CURRENCY_MAX = 20;

/** A currency as pages write it, what has no code as it stands there; `null`: none is written. */
export function readCurrency(given: unknown): string | null {
  if (typeof given !== "string") return null;
  const text = given.trim();
  if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
  return CODES[text.toLowerCase()] ?? CODE.exec(text)?.[0] ?? (text.slice(0, CURRENCY_MAX) || null);
}

/** The currency that a text with an amount names: `TTC` is a word in capitals and none. */
export function currencyIn(text: string): string | null {
  const written = [...text.slice(0, TEXT_MAX).matchAll(WRITTEN)].map(([word]) => word);
  return readCurrency(written.find((word) => !CODE.test(word) || isCurrency(word)));
}

let known: ReadonlySet<string> | undefined;
function isCurrency(code: string): boolean {
  known ??= new Set(Intl.supportedValuesOf("currency"));
  return known.has(code);
}
