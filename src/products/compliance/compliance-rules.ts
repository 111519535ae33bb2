import { RULE_CODES, type RuleCode, type RuleScopes } from "../../../db/compliance/checks.ts";
import { listBranches, listRuleSettings, type RuleSetting, type Severity } from "../../../db/compliance/rules.ts";
import type { Reader } from "../../../db/ports.ts";

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
