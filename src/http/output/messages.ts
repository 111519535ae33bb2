import type { Text } from "../../runtime/vocabulary.ts";
import { FAMILY_MESSAGES } from "../../vocabulary.ts";
import { ERRORS, type ErrorCode } from "./faults/error-codes.ts";
import { ADMINISTRATION_MESSAGES } from "./messages/administration.ts";
import { BUSY_MESSAGES } from "./messages/busy.ts";
import { ANSWER_MESSAGES, ERROR_MESSAGES } from "./messages/error-messages.ts";
import { VALIDATION_MESSAGES } from "./messages/validation-messages.ts";

/** The languages of messages. Content may be in any language; what the service itself says is in one of these. */
export type Language = keyof Text;

export type MessageParams = Record<string, string | number>;

const OF_CODES = Object.fromEntries(Object.entries(ERRORS).map(([code, { says }]) => [code, says]));

const CATALOGUE = {
  ...ADMINISTRATION_MESSAGES,
  ...ANSWER_MESSAGES,
  ...BUSY_MESSAGES,
  ...ERROR_MESSAGES,
  ...FAMILY_MESSAGES,
  ...VALIDATION_MESSAGES,
  ...(OF_CODES as Record<ErrorCode, Text>), // its keys
} as const satisfies Record<string, Text>;

/** Names one text of the catalogue, which holds each in both languages. */
export type MessageKey = keyof typeof CATALOGUE;

export const MESSAGE_KEYS: ReadonlySet<string> = new Set(Object.keys(CATALOGUE));

/** The text of `key`, with each `{name}` replaced by its parameter. */
export function translate(language: Language, key: MessageKey, params?: MessageParams): string {
  const text: string = CATALOGUE[key][language];
  return params ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole)) : text;
}
