import {
  type FaultFilter,
  type FaultyProduct,
  groupByMasks,
  listFaulty,
  type Severity,
} from "../../../db/compliance/checks.ts";
import type { Reader } from "../../../db/ports.ts";
import { openRuleBook, type RuleBook } from "./compliance-rules.ts";
import { type ComplianceStatus, statusOf } from "./judge-product.ts";

/** Which products a list of faults shows; all filters given must hold. */
export interface IssueFilter {
  status?: ComplianceStatus | undefined;
  rule?: string | undefined;
  severity?: Severity | undefined;
}

export interface IssuePage {
  filter: IssueFilter;
  limit: number;
  offset: number;
  /** Only products older than this row. */
  before: number | undefined;
}

/** Which bits a filter asks for; `undefined` when no product can have them. */
function faultsOf(
  { status, rule, severity }: IssueFilter,
  { errors, warnings, rules }: RuleBook,
): FaultFilter | undefined {
  let some = severity === "error" ? errors : severity === "warning" ? warnings : errors | warnings;
  if (rule !== undefined) some &= 1 << rules.findIndex(({ code }) => code === rule);
  if (status === "compliant" || some === 0) return undefined;
  // A product with an error is not compliant, regardless of its other results.
  if (status === "warning") return { some, must: warnings, none: errors };
  return { some, must: status === "non_compliant" ? errors : some, none: 0 };
}

const hasFaults = (faults: number, { some, must, none }: FaultFilter): boolean =>
  (faults & some) !== 0 && (faults & must) !== 0 && (faults & none) === 0;

/** One page of the products with faults, newest first. May look at every product. */
export async function findIssues(db: Reader, { filter, ...page }: IssuePage): Promise<FaultyProduct[]> {
  const book = await openRuleBook(db);
  const faults = faultsOf(filter, book);
  return faults ? listFaulty(db, book.scopes, faults, page) : [];
}

/** How a tenant's catalog stands. */
export interface Survey {
  counts: Record<ComplianceStatus, number>;
  total: number;
  /** How many products are at fault with each active rule, by code. */
  byRule: Record<string, number>;
}

/** Looks at every product that is not deleted. */
export async function surveyCompliance(db: Reader): Promise<Survey> {
  const book = await openRuleBook(db);
  const survey: Survey = {
    counts: { compliant: 0, warning: 0, non_compliant: 0 },
    total: 0,
    byRule: Object.fromEntries(book.rules.flatMap(({ code, isActive }) => (isActive ? [[code, 0]] : []))),
  };
  for (const { faults, count } of await groupByMasks(db, book.scopes)) {
    survey.counts[statusOf(faults, book)] += count;
    survey.total += count;
    for (const [bit, { code, isActive }] of book.rules.entries()) {
      if (isActive && (faults & (1 << bit)) !== 0) survey.byRule[code] = (survey.byRule[code] ?? 0) + count;
    }
  }
  return survey;
}

/** How many products a list of faults has. Looks at every product. */
export async function countIssues(db: Reader, filter: IssueFilter): Promise<number> {
  const book = await openRuleBook(db);
  const faults = faultsOf(filter, book);
  if (!faults) return 0;
  const groups = await groupByMasks(db, book.scopes);
  return groups.reduce((sum, group) => (hasFaults(group.faults, faults) ? sum + group.count : sum), 0);
}
