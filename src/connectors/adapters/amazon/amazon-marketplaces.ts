// Source: https://developer-docs.amazon.com/sp-api/docs/marketplace-ids ; the currency is that of the country, the tags are those of its
// languages on Amazon, its own first.
const MARKETPLACES: Readonly<Record<string, string>> = {
  A13V1IB3VIYZZH: "EUR fr_FR",
  A1PA6795UKMFR9: "EUR de_DE",
  APJ6JRA9NG5V4: "EUR it_IT",
  A1RKKUPIHCS9HS: "EUR es_ES",
  A1805IZSGTT6HS: "EUR nl_NL",
  AMEN7PMS3EDWL: "EUR fr_BE nl_BE",
  A28R8C7NBKEWEA: "EUR en_IE",
  A1F83G8C2ARO7P: "GBP en_GB",
  A2NODRKZP88ZB9: "SEK sv_SE",
  A1C3SOZRARQ6R3: "PLN pl_PL",
  A33AVAJ2PDY3EV: "TRY tr_TR",
  A2VIGQ35RCS4UG: "AED en_AE ar_AE",
  A17E79C6D8DWNP: "SAR",
  ARBP9OOSHTCHU: "EGP",
  A21TJRUUN4KGV: "INR en_IN",
  AE08WJ6YKNBMC: "ZAR en_ZA",
  ATVPDKIKX0DER: "USD en_US es_US",
  A2EUQ1WTGCTBG2: "CAD en_CA fr_CA",
  A1AM78C64UM0Y8: "MXN es_MX",
  A2Q3Y263D00KWC: "BRL pt_BR",
  A1VC38T7YXB528: "JPY ja_JP",
  A39IBJ37TRP1C6: "AUD en_AU",
  A19VAU5U5O7RUS: "SGD en_SG",
};

/** The only currency that a marketplace takes; `undefined`: it is not known here. */
export const currencyOf = (marketplace: string): string | undefined => MARKETPLACES[marketplace]?.split(" ")[0];

/** The languages of a marketplace as Amazon writes them, its own first. */
export const tagsOf = (marketplace: string): string[] => MARKETPLACES[marketplace]?.split(" ").slice(1) ?? [];

/** The same as ISO 639-1. */
export const languagesOf = (marketplace: string): string[] => tagsOf(marketplace).map((tag) => tag.slice(0, 2));
