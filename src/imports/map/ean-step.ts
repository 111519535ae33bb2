import { mappedTarget } from "./column-mapping.ts";
import { classifyEan, firstOfCodes } from "./ean.ts";
import type { ImportProblem } from "./problems.ts";
import { RAW_MAX, type Step } from "./row-draft.ts";
import type { RowMappingSettings } from "./row-mapping-settings.ts";
import { findTarget } from "./target-fields.ts";

const severalCodes = {
  severity: "warning",
  errorType: "invalid_value",
  field: "ean",
  messageKey: "two_codes",
} as const satisfies Omit<ImportProblem, "rawValue">;

/** An EAN counts as mapped when anything could give one. */
export function eanStep({ columnMapping, computedColumns, defaultValues, autoRules }: RowMappingSettings): Step {
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
    const first = firstOfCodes(ean);
    if (first === undefined) row.eanProblem = { severity: "error", errorType: found.errorType, field: "ean", rawValue };
    else {
      row.ean = first;
      row.problems.push({ ...severalCodes, params: { ean: first.ean }, rawValue });
    }
  };
}
