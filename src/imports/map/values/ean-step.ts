import { mappedTarget } from "../columns/column-mapping.ts";
import { findTarget } from "../columns/target-fields.ts";
import { RAW_MAX, type Step } from "../row/draft.ts";
import type { RowMappingSettings } from "../row/mapping-settings.ts";
import type { ImportProblem } from "../rules/row-problems.ts";
import { classifyEan, firstOfCodes } from "./ean-of-cell.ts";

const severalCodes = {
  severity: "warning",
  errorType: "invalid_value",
  field: "ean",
  messageKey: "two_codes",
} as const satisfies Omit<ImportProblem, "rawValue">;

/** What our exports of products have, and hardly another file. */
const OWN_COLUMNS = ["reference", "completeness_score", "is_active"];

/** Whether a file is an export of ours. */
export const isOwnExport = (columns: readonly string[]): boolean => OWN_COLUMNS.every((name) => columns.includes(name));

/**
 * An EAN counts as mapped when anything could give one. A row of our own export needs none where it has a reference: the
 * product had none either.
 */
export function eanStep(settings: RowMappingSettings): Step {
  const { columns, columnMapping, computedColumns, defaultValues, autoRules } = settings;
  const isOwn = isOwnExport(columns);
  const fields = [
    ...Object.values(columnMapping).flatMap((value) => mappedTarget(value)?.field ?? []),
    ...computedColumns.map(({ field }) => field),
    ...Object.keys(defaultValues),
    ...autoRules.flatMap(({ set = {} }) => Object.keys(set)),
  ];
  if (!fields.some((field) => findTarget(field)?.type === "ean")) return () => undefined;
  return ({ row, ean = "" }) => {
    const found = classifyEan(ean);
    const rawValue = ean.slice(0, RAW_MAX);
    if ("ean" in found) {
      row.ean = found;
      return;
    }
    if (isOwn && found.errorType === "ean_missing" && row.values["reference"]) return;
    const first = firstOfCodes(ean);
    if (first === undefined) row.eanProblem = { severity: "error", errorType: found.errorType, field: "ean", rawValue };
    else {
      row.ean = first;
      row.problems.push({ ...severalCodes, params: { ean: first.ean }, rawValue });
    }
  };
}
