import { putRuleSetting, type RuleSetting } from "../../../db/compliance/rules.ts";
import { mutation } from "../../../db/ports.ts";
import { type FieldProblem, invalidBody, required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { Category } from "../../reference/categories/category.ts";
import { findRules, type Rule } from "./compliance-rules.ts";

interface RuleChange {
  code: string;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
  changes: Partial<Pick<RuleSetting, "severity" | "isActive" | "categoryIds">>;
}

/** Changes how a rule is applied. Throws NOT_FOUND, PRECONDITION_FAILED, and VALIDATION_FAILED for unknown categories. */
export const changeRule = mutation(
  "compliance.change-rule",
  async (tx, { code, expected, changes }: RuleChange, { now }): Promise<Rule> => {
    const known = required(
      (await findRules(tx)).find((rule) => rule.code === code),
      "compliance_rule",
      code,
    );
    requireVersion(expected, known.version);
    const problems: FieldProblem[] = [];
    for (const [index, id] of (changes.categoryIds ?? []).entries()) {
      if (await Category.table.find(tx, id)) continue;
      problems.push({ field: `category_ids.${index}`, type: "invalid_value", key: "validation.unknown_reference" });
    }
    if (problems.length > 0) throw invalidBody(problems);
    const changed: Rule = { ...known, ...changes };
    if (JSON.stringify(changed) === JSON.stringify(known)) return known;
    const stored = { ...changed, version: known.version + 1 };
    await putRuleSetting(tx, stored, now());
    return stored;
  },
);
