import type { Reader } from "../../../../db/ports.ts";
import { findKnownSuppliers } from "../../../../db/products/known-ids.ts";
import type { Names } from "../../../products/changes/set/names.ts";
import { nameKey } from "../../../text/name-key.ts";
import { filledText } from "../../../text/unknown-values.ts";
import type { ImportProblem } from "../../map/rules/row-problems.ts";
import type { ChunkRow, RowSupplier, RunSettings, SuppliedRow } from "./chunk-row.ts";
import { textsOf } from "./row-names.ts";

const willFail = ({ isSkipped, problems }: ChunkRow) =>
  isSkipped || problems.some(({ severity }) => severity === "error");

/**
 * Finds the product of each row, in at most three statements. Most files name no supplier in their rows; then all are the
 * import's.
 */
export async function supplyRows(
  db: Reader,
  rows: readonly ChunkRow[],
  { supplier: own }: RunSettings,
  suppliers: Names["suppliers"],
): Promise<SuppliedRow[]> {
  const usable = rows.filter((row) => !willFail(row)).map(({ values }) => values);
  const codes = textsOf(usable, "supplier_code");
  const ids = textsOf(usable, "supplier_id");
  await suppliers.findAll(db, codes);
  const byId = ids.length > 0 ? await findKnownSuppliers(db, ids) : new Map<string, RowSupplier>();
  return rows.map((row) => {
    const code = filledText(row.values["supplier_code"]);
    const named =
      byId.get(filledText(row.values["supplier_id"]) ?? "") ?? (code === null ? undefined : suppliers.get(code));
    const supplier = named ? { id: named.id, code: named.code } : own;
    return { ...row, supplier, isSupplierNamed: named !== undefined };
  });
}

/** What a row says of its supplier that cannot be used. */
export function supplierWarning({ values, supplier }: SuppliedRow): ImportProblem | undefined {
  const id = filledText(values["supplier_id"]);
  // A code beside an unknown id counts.
  if (id !== null && (filledText(values["supplier_code"]) === null || supplier?.id === id)) {
    if (supplier?.id === id) return undefined;
    return { severity: "warning", errorType: "invalid_value", field: "supplier_id", rawValue: id };
  }
  const code = filledText(values["supplier_code"]);
  if (code === null || code === supplier?.code || nameKey(supplier?.code ?? "") === nameKey(code)) return undefined;
  return { severity: "warning", errorType: "invalid_value", field: "supplier_code", rawValue: code };
}
