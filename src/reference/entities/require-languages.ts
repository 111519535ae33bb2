import { type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { isLanguage } from "../../settings/iso-languages.ts";

/** Throws VALIDATION_FAILED for each of these fields that holds something else than a language of ISO 639-1 or null. */
export function requireLanguages(fields: Record<string, string | null | undefined>): void {
  const problems = Object.entries(fields).flatMap(([field, value]): FieldProblem[] =>
    value === null || value === undefined || isLanguage(value)
      ? []
      : [{ field, type: "invalid_value", key: "validation.language" }],
  );
  if (problems.length > 0) throw invalidBody(problems);
}
