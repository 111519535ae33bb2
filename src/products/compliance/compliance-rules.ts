import {
  listBranches,
  listRuleSettings,
  putRuleSetting,
  RULE_CODES,
  type RuleCode,
  type RuleScopes,
  type RuleSetting,
  type Severity,
} from "../../../db/compliance/checks.ts";
import { mutation, type Reader } from "../../../db/ports.ts";
import { type FieldProblem, invalidBody, required } from "../../http/output/errors.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { Category } from "../../reference/categories/category.ts";

/** A built-in rule as a tenant applies it. */
export interface Rule extends RuleSetting {
  code: RuleCode;
}

// Only what law forbids to send unmarked is an error from the start: few products need every mark.
const ERRORS: ReadonlySet<RuleCode> = new Set(["DANGEROUS_GOODS_CLASS"]);

const builtIn = (code: RuleCode): Rule => {
  const severity: Severity = ERRORS.has(code) ? "error" : "warning";
  return { code, severity, isActive: true, categoryIds: [], version: 0 };
};

/** All rules, in the order of their bits. */
export async function findRules(db: Reader): Promise<Rule[]> {
  const settings = new Map((await listRuleSettings(db)).map((setting) => [setting.code, setting]));
  return RULE_CODES.map((code) => ({ ...builtIn(code), ...settings.get(code), code }));
}

/** The rules of a tenant, and what they come to. */
export interface RuleBook {
  rules: readonly Rule[];
  scopes: RuleScopes;
  /** The bits of the active rules, by severity. */
  errors: number;
  warnings: number;
}

const maskOf = (rules: readonly Rule[], isMeant: (rule: Rule) => boolean): number =>
  rules.reduce((mask, rule, bit) => (rule.isActive && isMeant(rule) ? mask | (1 << bit) : mask), 0);

export async function openRuleBook(db: Reader): Promise<RuleBook> {
  const rules = await findRules(db);
  const chosen = [...new Set(rules.flatMap(({ categoryIds }) => categoryIds))];
  const branches = Map.groupBy(chosen.length > 0 ? await listBranches(db, chosen) : [], ({ root }) => root);
  const scopeOf = ({ categoryIds }: Rule) =>
    categoryIds.length === 0 ? null : categoryIds.flatMap((id) => (branches.get(id) ?? []).map((each) => each.id));
  return {
    rules,
    // One for each code, made from the list of codes.
    scopes: Object.fromEntries(rules.map((rule) => [rule.code, scopeOf(rule)])) as unknown as RuleScopes,
    errors: maskOf(rules, ({ severity }) => severity === "error"),
    warnings: maskOf(rules, ({ severity }) => severity === "warning"),
  };
}

interface RuleChange extends Conditional {
  code: string;
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
