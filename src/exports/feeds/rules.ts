import type { MessageKey, MessageParams } from "../../http/output/messages.ts";
import { isCode } from "../../products/fields/ean.ts";
import { textsOf } from "./writers/xml.ts";

/** A value of an item: a text, or several. Empty ones are not there. */
export type FeedValues = Readonly<Record<string, string | readonly string[]>>;

/** What is asked of one field of an item, as a specification says it. */
export interface Rule {
  /** `any`: one of these. */
  field: string;
  any?: readonly string[];
  /** `yes`: an item without it is refused there; `wanted`: it is accepted, and shown less. */
  required?: "yes" | "wanted";
  maxLength?: number;
  oneOf?: readonly string[];
  format?: keyof typeof FORMATS;
  /** How many values at most. */
  maxCount?: number;
  /** Of a value that is not as it is asked; `error` when absent. */
  severity?: (typeof SEVERITIES)[number];
}

const FORMATS = {
  url: (text: string) => /^https?:\/\/[^\s/]+\S*$/.test(text),
  gtin: (text: string) => isCode(text) && /^(\d{8}|\d{12,14})$/.test(text),
  /** Not of a range for use within a shop, or for coupons. */
  public_gtin: (text: string) => !/^(?:2|02|04|05|98[1-4]|99)/.test(text.padStart(14, "0").slice(1)),
  ean13: (text: string) => isCode(text) && /^\d{13}$/.test(text),
  heureka_path: (text: string) => /^Heureka\.\w+ (\||>) /.test(text),
  /** `15.00 EUR` */
  price: (text: string) => /^\d+(\.\d{1,3})? [A-Z]{3}$/.test(text) && Number.parseFloat(text) > 0,
  amount: (text: string) => /^\d+(\.\d{1,3})?$/.test(text) && Number(text) > 0,
  integer: (text: string) => /^\d+$/.test(text),
  /** Letters and digits without accents, `_` and `-`. */
  id: (text: string) => /^[A-Za-z0-9_-]+$/.test(text),
} as const;

export const SEVERITIES = ["error", "warning"] as const;

/** Something that a marketplace would say of an item. */
export interface FeedProblem {
  field: string;
  rule: "required" | "max_length" | "one_of" | "format" | "max_count";
  severity: (typeof SEVERITIES)[number];
  key: MessageKey;
  params: MessageParams;
}

type Check = (rule: Rule, values: readonly string[]) => Omit<FeedProblem, "field"> | undefined;

const CHECKS: readonly Check[] = [
  ({ maxLength = Number.POSITIVE_INFINITY, severity = "error" }, values) =>
    values.some((text) => text.length > maxLength && Array.from(text).length > maxLength)
      ? { rule: "max_length", severity, key: "feeds.too_long", params: { limit: maxLength } }
      : undefined,
  ({ oneOf, severity = "error" }, values) =>
    oneOf && values.some((text) => !oneOf.includes(text))
      ? { rule: "one_of", severity, key: "feeds.not_one_of", params: { allowed: oneOf.join(", ") } }
      : undefined,
  ({ format, severity = "error" }, values) =>
    format && values.some((text) => !FORMATS[format](text))
      ? { rule: "format", severity, key: `feeds.format_${format}`, params: {} }
      : undefined,
  ({ maxCount = Number.POSITIVE_INFINITY }, { length }) =>
    length > maxCount
      ? { rule: "max_count", severity: "warning", key: "feeds.too_many", params: { limit: maxCount } }
      : undefined,
];

function missingIn({ field, any, required }: Rule, item: FeedValues): FeedProblem | undefined {
  const names = any ?? [field];
  if (required === undefined || names.some((name) => textsOf(item[name]).length > 0)) return undefined;
  const severity = required === "yes" ? "error" : "warning";
  return { field, rule: "required", severity, key: "feeds.missing", params: { fields: names.join(", ") } };
}

/** What is wrong with an item by the rules of its feed. */
export function problemsOf(item: FeedValues, rules: readonly Rule[]): FeedProblem[] {
  return rules.flatMap((rule) => {
    const missing = missingIn(rule, item);
    if (missing) return [missing];
    const values = textsOf(item[rule.field]);
    if (values.length === 0) return [];
    return CHECKS.flatMap((check) => {
      const problem = check(rule, values);
      return problem ? [{ field: rule.field, ...problem }] : [];
    });
  });
}
