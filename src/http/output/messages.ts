import { AI_MESSAGES } from "../../ai/messages.ts";
import { APPSYNC_MESSAGES } from "../../appsync/messages.ts";
import { IDENTITY_MESSAGES } from "../../auth/messages.ts";
import { COMPLIANCE_MESSAGES } from "../../compliance/messages.ts";
import { CONNECTOR_MESSAGES } from "../../connectors/messages.ts";
import { CONTENT_MESSAGES } from "../../content/messages.ts";
import { EAN_ASIN_MESSAGES } from "../../ean-asin/messages.ts";
import { EXPORT_PLATFORM_MESSAGES } from "../../export-platforms/messages.ts";
import { EXPORT_MESSAGES } from "../../exports/messages.ts";
import { IMPORT_CONFIG_MESSAGES } from "../../import-configs/messages.ts";
import { MAPPING_MESSAGES } from "../../imports/map/messages.ts";
import { IMPORT_MESSAGES } from "../../imports/messages.ts";
import { MAIL_MESSAGES } from "../../mail/messages.ts";
import { TEMPLATE_MESSAGES } from "../../mapping-templates/messages.ts";
import { PRICING_MESSAGES } from "../../pricing/messages.ts";
import { PRODUCT_MESSAGES } from "../../products/messages.ts";
import { REFERENCE_MESSAGES } from "../../resource/messages.ts";
import { SCHEDULE_MESSAGES } from "../../schedules/messages.ts";
import { UPLOAD_MESSAGES } from "../../uploads/messages.ts";
import { WEBHOOK_MESSAGES } from "../../webhooks/messages.ts";
import { ADMINISTRATION_MESSAGES } from "./messages/administration.ts";
import { ANSWER_MESSAGES } from "./messages/answers.ts";
import { BUSY_MESSAGES } from "./messages/busy.ts";
import { ERROR_MESSAGES } from "./messages/errors.ts";
import { FAMILY_ERROR_MESSAGES } from "./messages/family-errors.ts";
import { VALIDATION_MESSAGES } from "./messages/validation.ts";

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
