import type { Reader } from "../../../../db/ports.ts";
import { invalidBody } from "../../../http/output/errors.ts";
import { findLanguages } from "../../../settings/languages.ts";
import type { Platform } from "../define-platform.ts";
import { type FieldRule, ruleProblems } from "./content-rules.ts";

/** Throws VALIDATION_FAILED for rules of fields that name what is not there. */
export async function refuseRules(
  db: Reader,
  platform: Platform | undefined,
  rules: readonly FieldRule[] | undefined,
): Promise<void> {
  const problems = platform && rules ? ruleProblems(platform, rules, await findLanguages(db)) : [];
  if (problems.length > 0) throw invalidBody(problems);
}
