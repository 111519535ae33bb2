import { ADMINISTRATION_MESSAGES } from "./messages/administration.ts";
import { AI_MESSAGES } from "./messages/ai.ts";
import { ANSWER_MESSAGES } from "./messages/answers.ts";
import { APPSYNC_MESSAGES } from "./messages/appsync.ts";
import { BUSY_MESSAGES } from "./messages/busy.ts";
import { COMPLIANCE_MESSAGES } from "./messages/compliance.ts";
import { CONNECTOR_MESSAGES } from "./messages/connectors.ts";
import { CONTENT_MESSAGES } from "./messages/content.ts";
import { EAN_ASIN_MESSAGES } from "./messages/ean-asin.ts";
import { ERROR_MESSAGES } from "./messages/errors.ts";
import { EXPORT_PLATFORM_MESSAGES } from "./messages/export-platforms.ts";
import { EXPORT_MESSAGES } from "./messages/exports.ts";
import { FAMILY_ERROR_MESSAGES } from "./messages/family-errors.ts";
import { IDENTITY_MESSAGES } from "./messages/identity.ts";
import { IMPORT_CONFIG_MESSAGES } from "./messages/import-configs.ts";
import { IMPORT_MESSAGES } from "./messages/imports.ts";
import { MAIL_MESSAGES } from "./messages/mails.ts";
import { MAPPING_MESSAGES } from "./messages/mapping.ts";
import { PRICING_MESSAGES } from "./messages/pricing.ts";
import { PRODUCT_MESSAGES } from "./messages/products.ts";
import { REFERENCE_MESSAGES } from "./messages/reference.ts";
import { SCHEDULE_MESSAGES } from "./messages/schedules.ts";
import { TEMPLATE_MESSAGES } from "./messages/templates.ts";
import { UPLOAD_MESSAGES } from "./messages/uploads.ts";
import { VALIDATION_MESSAGES } from "./messages/validation.ts";
import { WEBHOOK_MESSAGES } from "./messages/webhooks.ts";

/** The languages of messages. Content may be in any language; what the service itself says is in one of these. */
export type Language = "en" | "fr";

export type MessageParams = Record<string, string | number>;

const CATALOGUE = {
  ...ADMINISTRATION_MESSAGES,
  ...AI_MESSAGES,
  ...ANSWER_MESSAGES,
  ...BUSY_MESSAGES,
  ...COMPLIANCE_MESSAGES,
  ...APPSYNC_MESSAGES,
  ...CONNECTOR_MESSAGES,
  ...CONTENT_MESSAGES,
  ...EAN_ASIN_MESSAGES,
  ...ERROR_MESSAGES,
  ...EXPORT_MESSAGES,
  ...EXPORT_PLATFORM_MESSAGES,
  ...FAMILY_ERROR_MESSAGES,
  ...IDENTITY_MESSAGES,
  ...IMPORT_CONFIG_MESSAGES,
  ...IMPORT_MESSAGES,
  ...MAIL_MESSAGES,
  ...MAPPING_MESSAGES,
  ...PRICING_MESSAGES,
  ...PRODUCT_MESSAGES,
  ...TEMPLATE_MESSAGES,
  ...UPLOAD_MESSAGES,
  ...REFERENCE_MESSAGES,
  ...SCHEDULE_MESSAGES,
  ...VALIDATION_MESSAGES,
  ...WEBHOOK_MESSAGES,
} as const satisfies Record<string, Record<Language, string>>;

/** Names one text of the catalogue, which holds each in both languages. */
export type MessageKey = keyof typeof CATALOGUE;

export const MESSAGE_KEYS: ReadonlySet<string> = new Set(Object.keys(CATALOGUE));

/** The text of `key`, with each `{name}` replaced by its parameter. */
export function translate(language: Language, key: MessageKey, params?: MessageParams): string {
  const text: string = CATALOGUE[key][language];
  return params ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole)) : text;
}
