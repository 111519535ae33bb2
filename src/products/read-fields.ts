import { type FieldProblem, invalidBody } from "../http/errors.ts";
import { cleanHtml } from "../text/clean-html.ts";
import { microsecondsOf } from "../text/instant.ts";
import { centsOf } from "./cents.ts";
import { isCountry } from "./countries.ts";
import { eanOf } from "./ean.ts";

const HTML_FIELDS = ["description", "short_description", "marketing_description", "promotional_text"];
/** Fields that come in units and are stored in cents. */
export const PRICE_FIELDS: readonly string[] = ["price", "cost_price"];

const CHECKS: Record<string, { isRight: (text: string) => boolean; problem: Omit<FieldProblem, "field"> }> = {
  barcode: { isRight: (text) => eanOf(text) !== undefined, problem: { type: "invalid_format", key: "validation.ean" } },
  ean: { isRight: (text) => eanOf(text) !== undefined, problem: { type: "invalid_format", key: "validation.ean" } },
  country_of_origin: { isRight: isCountry, problem: { type: "invalid_value", key: "validation.country" } },
  end_of_life_date: {
    isRight: (text) => microsecondsOf(text) !== undefined,
    problem: { type: "invalid_value", key: "validation.date" },
  },
};

const CHECKED = Object.entries(CHECKS);

/** What the schema of the body does not see, under the names that were sent. */
function problemsOf(body: Record<string, unknown>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [field, { isRight, problem }] of CHECKED) {
    const value = body[field];
    if (typeof value === "string" && value.trim() !== "" && !isRight(value)) problems.push({ field, ...problem });
  }
  return problems;
}

/**
 * Makes of a request's fields what `applyFields` takes: prices in cents, texts without scripts. Takes time for long
 * texts, so it belongs before a mutation. Throws VALIDATION_FAILED for a barcode, country or date that is none.
 */
export function readFields(body: Record<string, unknown>): Record<string, unknown> {
  const problems = problemsOf(body);
  if (problems.length > 0) throw invalidBody(problems);
  const values = { ...body };
  for (const field of PRICE_FIELDS) {
    const price = values[field];
    if (typeof price === "number") values[field] = centsOf(price);
  }
  for (const field of HTML_FIELDS) {
    const html = values[field];
    if (typeof html === "string") values[field] = cleanHtml(html);
  }
  return values;
}
