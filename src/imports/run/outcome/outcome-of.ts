import { listChangesSince } from "../../../../db/history/imported-changes.ts";
import { listSteps } from "../../../../db/imports/import-steps.ts";
import type { Import } from "../../../../db/imports/imports.ts";
import { countMade, countReasons } from "../../../../db/imports/outcome-facts.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { Language } from "../../../http/output/messages.ts";
import { type ImportProblem, problemMessage } from "../../map/rules/row-problems.ts";
import { isJump, LOOKED_AT_MAX, type OutcomeFacts, type Suspicion, suspicionsOf } from "./suspicions.ts";

/** Steps of an import whose products are looked at. */
const STEPS_MAX = 2;
const BEFORE_ALL = -1;

/** How something suspicious about an import is said. */
const problemOf = ({ code, field, params }: Suspicion): ImportProblem => ({
  severity: "warning",
  errorType: "suspicious_outcome",
  messageKey: `outcome_${code}`,
  field,
  params,
  rawValue: null,
});

/** Counts what an import has come to, by what it has left: a bounded number of statements and of rows. */
async function factsOf(db: Reader, found: Import): Promise<OutcomeFacts> {
  const { id, processedRows: rows, failedRows: failed } = found;
  const reasons = failed > 0 ? await countReasons(db, id, "error") : {};
  const warnings = found.warningCount > 0 ? await countReasons(db, id, "warning") : {};
  const repeated = (warnings["duplicate_in_file ean"] ?? 0) + (warnings["duplicate_in_file sku"] ?? 0);
  const steps = await listSteps(db, id, BEFORE_ALL, STEPS_MAX);
  const ranges = steps.flatMap(({ made }) => made ?? []);
  const [first, last] = [ranges.at(0)?.first, ranges.at(-1)?.last];
  const made =
    first === undefined || last === undefined
      ? { made: 0, names: 0, priced: 0 }
      : await countMade(db, { first, last, limit: LOOKED_AT_MAX });
  const changed = steps.flatMap((step) => step.changed);
  const prices = (changed.length > 0 ? await listChangesSince(db, id, changed) : []).filter(
    ({ field, isOwn }) => isOwn && field === "price",
  );
  const jumped = prices.filter(({ before, after }) => isJump(Number(before), Number(after))).length;
  return { rows, failed, reasons, repeated, ...made, compared: prices.length, jumped };
}

/** What is suspicious about what an import has come to as a whole. */
export const outcomeOf = async (db: Reader, found: Import): Promise<Suspicion[]> =>
  suspicionsOf(await factsOf(db, found));

/** The same in words. */
export const outcomeText = (suspicion: Suspicion, language: Language): string =>
  problemMessage(problemOf(suspicion), language);
