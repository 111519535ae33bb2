import type { FeedWriter } from "../feed-type.ts";
import type { FeedValues } from "../rules.ts";
import { element, elements, firstOf, group, textsOf, XML_HEAD } from "./xml.ts";

/** ISO 639-2 codes of the languages that ISO 639-1 has another one for in two letters, as BMEcat wants them. */
const LANGUAGES: Record<string, string> = {
  ...{ bg: "bul", cs: "ces", da: "dan", de: "deu", el: "ell", en: "eng", es: "spa", et: "est", fi: "fin", fr: "fra" },
  ...{ hr: "hrv", hu: "hun", it: "ita", lt: "lit", lv: "lav", nl: "nld", no: "nor", pl: "pol", pt: "por", ro: "ron" },
  ...{ sk: "slk", sl: "slv", sv: "swe", tr: "tur", uk: "ukr", ru: "rus" },
};

const details = (item: FeedValues) =>
  group(
    "PRODUCT_DETAILS",
    element("DESCRIPTION_SHORT", firstOf(item["DESCRIPTION_SHORT"])) +
      element("DESCRIPTION_LONG", firstOf(item["DESCRIPTION_LONG"])) +
      element("INTERNATIONAL_PID", firstOf(item["INTERNATIONAL_PID"]), ' type="gtin"') +
      element("SUPPLIER_ALT_PID", firstOf(item["SUPPLIER_ALT_PID"])) +
      element("MANUFACTURER_PID", firstOf(item["MANUFACTURER_PID"])) +
      element("MANUFACTURER_NAME", firstOf(item["MANUFACTURER_NAME"])) +
      elements("KEYWORD", item["KEYWORD"]),
  );

const NAME_MAX = 60;
const cut = (text: string, limit: number) => Array.from(text).slice(0, limit).join("");

/** `Colour=red`, as a feature with its value. */
const features = (item: FeedValues) =>
  group(
    "PRODUCT_FEATURES",
    textsOf(item["FEATURE"])
      .map((text) => {
        const at = text.indexOf("=");
        const value = element("FVALUE", cut(text.slice(at + 1), NAME_MAX));
        const name = element("FNAME", cut(text.slice(0, Math.max(0, at)), NAME_MAX));
        return name === "" || value === "" ? "" : group("FEATURE", name + value);
      })
      .join(""),
  );

function prices(item: FeedValues, currency: string): string {
  const amount = firstOf(item["PRICE_AMOUNT"]);
  if (amount === undefined) return "";
  const tax = Number(firstOf(item["TAX"]) ?? Number.NaN);
  const price =
    element("PRICE_AMOUNT", amount) +
    element("PRICE_CURRENCY", currency) +
    // A share, where the catalog has percent.
    (Number.isFinite(tax) ? element("TAX", String(Math.round(tax * 100) / 10_000)) : "") +
    element("LOWER_BOUND", "1");
  return group("PRODUCT_PRICE_DETAILS", group("PRODUCT_PRICE", price, ' price_type="net_list"'));
}

/** The kinds of pictures that the schema knows; it lets others go without. */
const TYPES: Record<string, string> = { jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif" };
const mime = (url: string, index: number) =>
  group(
    "MIME",
    element("MIME_TYPE", TYPES[/\.(\w+)(?:\?|$)/.exec(url)?.[1]?.toLowerCase() ?? ""]) +
      element("MIME_SOURCE", url) +
      element("MIME_PURPOSE", index === 0 ? "normal" : "others"),
  );

const DEFAULT_ID = "catalogd";
const CATALOG_NAME_MAX = 100;
const SUPPLIER_NAME_MAX = 50;
const SCHEMA = "http://www.bmecat.org/bmecat/2005fd";

/** BMEcat 2005. Source: https://www.bme.de/services/bmecat/ (bmecat_2005.xsd, T_NEW_CATALOG) */
export const bmecat: FeedWriter = {
  head: ({ shopName, language, currency, atMs }) => {
    const made = new Date(atMs).toISOString().replace(/\.\d+Z$/, "+00:00");
    const catalog =
      element("LANGUAGE", LANGUAGES[language] ?? language) +
      element("CATALOG_ID", DEFAULT_ID) +
      element("CATALOG_VERSION", "1.0") +
      element("CATALOG_NAME", cut(shopName, CATALOG_NAME_MAX) || "Products") +
      element("GENERATION_DATE", made) +
      element("CURRENCY", currency);
    const header =
      group("CATALOG", catalog) +
      group("SUPPLIER", element("SUPPLIER_NAME", cut(shopName, SUPPLIER_NAME_MAX) || "Supplier"));
    return `${XML_HEAD}<BMECAT version="2005" xmlns="${SCHEMA}">${group("HEADER", header)}\n<T_NEW_CATALOG>\n`;
  },
  item: (values, { currency }) =>
    group(
      "PRODUCT",
      element("SUPPLIER_PID", firstOf(values["SUPPLIER_PID"])) +
        details(values) +
        features(values) +
        group("PRODUCT_ORDER_DETAILS", element("ORDER_UNIT", firstOf(values["ORDER_UNIT"]) ?? "C62")) +
        prices(values, currency) +
        group("MIME_INFO", textsOf(values["MIME_SOURCE"]).map(mime).join("")),
      ' mode="new"',
    ),
  between: "\n",
  tail: "\n</T_NEW_CATALOG></BMECAT>\n",
};
