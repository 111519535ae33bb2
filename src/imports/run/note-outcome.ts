import { listChangesSince } from "../../../db/history/imported-changes.ts";
import { insertImportErrors } from "../../../db/imports/import-errors.ts";
import { listSteps } from "../../../db/imports/import-steps.ts";
import { type Import, imports } from "../../../db/imports/imports.ts";
import { countMade, countReasons } from "../../../db/imports/outcome-facts.ts";
import type { Tx } from "../../../db/ports.ts";
import { type ImportProblem, problemMessage } from "../map/problems.ts";
import { isJump, LOOKED_AT_MAX, type OutcomeFacts, type Suspicion, suspicionsOf } from "./outcomes.ts";

/** Steps of an import whose products are looked at. */
const STEPS_MAX = 2;
/** Not of a row: of the file as a whole. */
const WHOLE_FILE = 0;
const BEFORE_ALL = -1;

/** How something suspicious about an import is said among the problems of its rows. */
export const problemOf = ({ code, field, params }: Suspicion): ImportProblem => ({
  severity: "warning",
  errorType: "suspicious_outcome",
  messageKey: `outcome_${code}`,
  field,
  params,
  rawValue: null,
});

/** Counts what an import has come to, by what it has left: a bounded number of statements and of rows. */
async function factsOf(tx: Tx, found: Import): Promise<OutcomeFacts> {
  const { id, processedRows: rows, failedRows: failed } = found;
  const reasons = failed > 0 ? await countReasons(tx, id, "error") : {};
  const warnings = found.warningCount > 0 ? await countReasons(tx, id, "warning") : {};
  const repeated = (warnings["duplicate_in_file ean"] ?? 0) + (warnings["duplicate_in_file sku"] ?? 0);
  const steps = await listSteps(tx, id, BEFORE_ALL, STEPS_MAX);
  const ranges = steps.flatMap(({ made }) => made ?? []);
  const [first, last] = [ranges.at(0)?.first, ranges.at(-1)?.last];
  const made =
    first === undefined || last === undefined
      ? { made: 0, names: 0, priced: 0 }
      : await countMade(tx, { first, last, limit: LOOKED_AT_MAX });
  const changed = steps.flatMap((step) => step.changed);
  const prices = (changed.length > 0 ? await listChangesSince(tx, id, changed) : []).filter(
    ({ field, isOwn }) => isOwn && field === "price",
  );
  const jumped = prices.filter(({ before, after }) => isJump(Number(before), Number(after))).length;
  return { rows, failed, reasons, repeated, ...made, compared: prices.length, jumped };
}

/**
 * Looks at what an import has come to as a whole, and keeps what is suspicious among its problems, where the report and the
 * list of errors show it. Answers it.
 */
export async function noteOutcome(tx: Tx, found: Import, nowMs: number): Promise<Suspicion[]> {
  const suspicions = suspicionsOf(await factsOf(tx, found));
  if (suspicions.length === 0) return suspicions;
  const seq = found.errorCount + found.warningCount + 1;
  await insertImportErrors(
    tx,
    found.id,
    suspicions.map((suspicion, index) => {
      const problem = problemOf(suspicion);
      return {
        ...problem,
        seq: seq + index,
        rowNumber: WHOLE_FILE,
        messages: { en: problemMessage(problem, "en"), fr: problemMessage(problem, "fr") },
      };
    }),
    nowMs,
  );
  await imports.set(tx, { id: found.id }, { storedWarnings: found.storedWarnings + suspicions.length });
  return suspicions;
}
