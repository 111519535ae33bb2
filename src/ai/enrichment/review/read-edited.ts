import { Value } from "@sinclair/typebox/value";
import type { Proposal } from "../../../../db/enrichment/proposals.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { PRODUCT_FIELDS } from "../../../products/fields/catalogue.ts";
import { cleanHtml } from "../../../text/clean-html.ts";

const ATTRIBUTE_BYTES_MAX = 10_000;
const fieldOf = (name: string) => PRODUCT_FIELDS.find((each) => each.name === (name === "title" ? "name" : name));

/** Whether a field takes a value: as it takes a person's. */
export function fits(field: string, value: unknown): boolean {
  if (field.startsWith("attributes."))
    return JSON.stringify(value ?? null).length <= ATTRIBUTE_BYTES_MAX && value !== null;
  const known = fieldOf(field);
  return known !== undefined && Value.Check(known.kind.body, value);
}

/** A value as somebody has changed it, cleaned. Throws VALIDATION_FAILED for what the field does not take. */
export function readEdited({ field }: Pick<Proposal, "field">, value: unknown): unknown {
  if (!fits(field, value)) throw invalidBody([{ field: "value", type: "invalid_value", key: "enrichment.value" }]);
  const isHtml = fieldOf(field)?.kind.isHtml && typeof value === "string";
  return isHtml ? cleanHtml(value).trim() : value;
}
