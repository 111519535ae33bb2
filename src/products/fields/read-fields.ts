import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { centsOf } from "../../kit/cents.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { PRODUCT_FIELDS } from "./catalogue.ts";

const HTML_FIELDS = PRODUCT_FIELDS.flatMap(({ name, kind }) => (kind.isHtml ? [name] : []));
/** Fields that come in units and are stored in cents. */
export const PRICE_FIELDS: readonly string[] = PRODUCT_FIELDS.flatMap(({ name, column, kind }) =>
  column && kind.exportKind === "money" ? [name] : [],
);

/** A value that the history keeps of a field, as it is stored. */
export const storedValue = (field: string, shown: unknown): unknown =>
  typeof shown === "number" && PRICE_FIELDS.includes(field) ? centsOf(shown) : shown;

const CHECKED = PRODUCT_FIELDS.flatMap(({ name, check }) => (check ? [{ name, ...check }] : []));

/** A largest order below the smallest, where both are sent; `applyFields` knows those that are stored. */
export function orderProblems(fewest: unknown, most: unknown): FieldProblem[] {
  if (typeof fewest !== "number" || typeof most !== "number" || most >= fewest) return [];
  const params = { limit: fewest };
  return [{ field: "max_order_quantity", type: "out_of_range", key: "validation.minimum", params }];
}

/** What the schema of the body does not see, under the names that were sent. */
export function fieldProblems(body: Record<string, unknown>): FieldProblem[] {
  const problems = orderProblems(body["min_order_quantity"], body["max_order_quantity"]);
  for (const { name: field, isRight, problem } of CHECKED) {
    const value = body[field];
    if (typeof value === "string" && value.trim() !== "" && !isRight(value)) problems.push({ field, ...problem });
  }
  return problems;
}

/** The same of a new product, which needs a name under either of the field's names. */
export function newProductProblems(body: Record<string, unknown>): FieldProblem[] {
  const isNamed = body["name"] !== undefined || body["title"] !== undefined;
  return [...(isNamed ? [] : [{ field: "name", type: "missing" } as const]), ...fieldProblems(body)];
}

/**
 * Makes of a request's fields what `applyFields` takes: prices in cents, texts without scripts. Takes time for long
 * texts, so it belongs before a mutation. Throws VALIDATION_FAILED with all that `problemsOf` finds: by itself a barcode,
 * country or date that is none and order quantities that contradict each other.
 */
export function readFields(body: Record<string, unknown>, problemsOf = fieldProblems): Record<string, unknown> {
  const problems = problemsOf(body);
  if (problems.length > 0) throw invalidBody(problems);
  const values = { ...body };
  for (const field of PRICE_FIELDS) {
    if (field in values) values[field] = storedValue(field, values[field]);
  }
  for (const field of HTML_FIELDS) {
    const html = values[field];
    if (typeof html === "string") values[field] = cleanHtml(html);
  }
  return values;
}
