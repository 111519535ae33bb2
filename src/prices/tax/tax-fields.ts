import { Type } from "@sinclair/typebox";
import type { FieldProblem } from "../../http/output/errors.ts";
import { isCountry } from "../../products/fields/countries.ts";

const CLASS_MAX = 100;

export const Country = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "ISO 3166-1, two letters.",
  examples: ["FR"],
});
export const TaxClassName = Type.String({
  minLength: 1,
  maxLength: CLASS_MAX,
  pattern: "^[a-z0-9][a-z0-9_-]*$",
  description: "A word of your own for goods that are taxed alike.",
  examples: ["standard"],
});

/** What is wrong with a country that the schema has let through. */
export const countryProblems = (field: string, country: string | null): FieldProblem[] =>
  country === null || isCountry(country) ? [] : [{ field, type: "invalid_value", key: "tax.no_such_country" }];
