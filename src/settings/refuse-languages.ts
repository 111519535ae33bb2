import { type FieldProblem, invalidBody } from "../http/output/errors.ts";
import { isLanguage } from "./iso-languages.ts";
import type { Languages } from "./languages.ts";

const UNKNOWN = { type: "invalid_value", key: "validation.language" } as const;

/** Throws VALIDATION_FAILED for codes that are no language, and for a pivot that is not enabled. */
export function refuseLanguages({ pivot, enabled }: Languages): void {
  const problems: FieldProblem[] = enabled.flatMap((code, index) =>
    isLanguage(code) ? [] : [{ field: `enabled.${index}`, ...UNKNOWN }],
  );
  if (!isLanguage(pivot)) problems.push({ field: "pivot", ...UNKNOWN });
  else if (!enabled.includes(pivot)) {
    problems.push({ field: "enabled", type: "invalid_value", key: "settings.pivot_disabled" });
  }
  if (problems.length > 0) throw invalidBody(problems);
}
