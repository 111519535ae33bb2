// Source: https://developer.ebay.com/api-docs/static/rest-request-components.html (marketplaces and their locales); the currency of each is
// that of its country.
/** The currency of a marketplace, and the locales that it takes, its own first. */
const MARKETPLACES: Readonly<Record<string, string>> = {
  EBAY_AT: "EUR de-AT",
  EBAY_AU: "AUD en-AU",
  EBAY_BE: "EUR fr-BE nl-BE",
  EBAY_CA: "CAD en-CA fr-CA",
  EBAY_CH: "CHF de-CH",
  EBAY_DE: "EUR de-DE",
  EBAY_ES: "EUR es-ES",
  EBAY_FR: "EUR fr-FR",
  EBAY_GB: "GBP en-GB",
  EBAY_HK: "HKD zh-HK",
  EBAY_IE: "EUR en-IE",
  EBAY_IT: "EUR it-IT",
  EBAY_MOTORS_US: "USD en-US",
  EBAY_MY: "MYR en-US",
  EBAY_NL: "EUR nl-NL",
  EBAY_PH: "PHP en-PH",
  EBAY_PL: "PLN pl-PL",
  EBAY_SG: "SGD en-US",
  EBAY_TW: "TWD zh-TW",
  EBAY_US: "USD en-US",
};

/** The locales of a marketplace, its own first; none of one that is not known here. */
export const localesOf = (marketplace: string): string[] => MARKETPLACES[marketplace]?.split(" ").slice(1) ?? [];

/** What requests are written in: the marketplace's locale of a language (ISO 639-1), where it has one, else its own. */
export function localeOf(marketplace: string, language = ""): string {
  const locales = localesOf(marketplace);
  return locales.find((locale) => locale.startsWith(`${language}-`)) ?? locales[0] ?? "en-US";
}

/** The only currency that a marketplace takes; `undefined`: it is not known here. */
export const currencyOf = (marketplace: string): string | undefined => MARKETPLACES[marketplace]?.split(" ")[0];
