import type { MessageKey } from "./messages.ts";

/** What the patterns of fields ask for. `test/http/patterns.test.ts` holds that none of the description's is missing. */
const TEXTS: Readonly<Record<string, MessageKey>> = {
  "\\S": "validation.not_blank",
  "^\\S+$": "validation.no_blanks",
  "^[\\x21-\\x7e]+$": "validation.visible_ascii",
  "^[^\\r\\n]*$": "validation.one_line",
  "^\\d+$": "validation.integer",
  "^[a-z]{2}$": "validation.language",
  "^[A-Za-z]{2}$": "validation.country",
  "^[A-Z]{2}$": "validation.country_in_capitals",
  "^[A-Z]{3}$": "validation.currency",
  "^[a-z0-9-]+$": "validation.slug",
  "^[a-z0-9-]*$": "validation.slug",
  "^https?://\\S+$": "validation.web_address",
  "^(?:https?://\\S+)?$": "validation.web_address",
  "^https?://[^\\s/?#@]+(?:[/?#]\\S*)?$": "validation.web_address",
  "^[^\\s/@]+$": "validation.host_name",
  "^[^\\s/:@.]+(\\.[^\\s/:@.]+)+$": "validation.host_name",
  "-----BEGIN CERTIFICATE-----": "validation.certificate",
  "^\\d{4}-\\d{2}-\\d{2}": "validation.date_time",
  "^#[0-9a-fA-F]{6}$": "validation.color",
  "^[A-Za-z0-9.:-]+$": "validation.host_name",
  "^[A-Za-z0-9][A-Za-z0-9._-]*$": "validation.code",
  "^[a-z0-9][a-z0-9_-]*$": "validation.lower_case_code",
  "^[a-z0-9_-]{3,100}$": "validation.prompt_slug",
  "^[A-Za-z0-9]{1,20}$": "validation.asin",
  '^"?[0-9]{1,16}"?$': "validation.etag",
  "^[a-z0-9][a-z0-9.\\-]{0,49}$": "validation.marketplace",
  "^(parent|[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$": "validation.parent_or_uuid",
  "^[^>]*[^>\\s][^>]*$": "validation.category_name",
  "^\\d{12}$": "validation.upc",
  "^\\d{8,14}$": "validation.ean",
  "^[A-G]\\+{0,3}$": "validation.energy_class",
};

/** All the ways to require a barcode: digits, some with separators. */
const BARCODE = /\{8,14\}\)?\??\$$/;

/** What a pattern asks for, in words; `undefined` for one without a text. */
export const patternText = (pattern: string): MessageKey | undefined =>
  Object.hasOwn(TEXTS, pattern) ? TEXTS[pattern] : BARCODE.test(pattern) ? "validation.ean" : undefined;
