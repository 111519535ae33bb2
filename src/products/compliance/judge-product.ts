import type { Masks } from "../../../db/compliance/checks.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import type { RuleBook } from "./compliance-rules.ts";

export const COMPLIANCE_STATUSES = ["compliant", "warning", "non_compliant"] as const;
export type ComplianceStatus = (typeof COMPLIANCE_STATUSES)[number];

const countBits = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** How a product stands that is at fault with these rules: a fault with an error is worse than any number of warnings. */
export function statusOf(faults: number, { errors, warnings }: RuleBook): ComplianceStatus {
  if ((faults & errors) !== 0) return "non_compliant";
  return (faults & warnings) === 0 ? "compliant" : "warning";
}

/** The share of the active rules concerning a product that it meets, 0 to 100; 100 when none does. */
export function scoreOf({ concerns, faults }: Masks, { errors, warnings }: RuleBook): number {
  const active = errors | warnings;
  const all = countBits(concerns & active);
  return all === 0 ? 100 : Math.round((100 * (all - countBits(faults & active))) / all);
}

/** What each active rule that concerns a product says of it. */
export const checksOf = ({ concerns, faults }: Masks, { rules }: RuleBook, language: Language) =>
  rules.flatMap(({ code, severity, isActive }, bit) => {
    if (!isActive || (concerns & (1 << bit)) === 0) return [];
    const passed = (faults & (1 << bit)) === 0;
    const message = translate(language, passed ? "compliance.passed" : `compliance.${code}`);
    return [{ rule_id: code, code, severity, passed, message }];
  });
