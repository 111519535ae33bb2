import { findKnownSuppliers } from "../../db/imports/known-ids.ts";
import type { Reader } from "../../db/ports.ts";
import { nameKey } from "../text/name-key.ts";
import type { ChunkRow, RowSupplier, RunSettings, SuppliedRow } from "./chunk-row.ts";
import type { ImportProblem } from "./rows/problems.ts";

/** Finds, or makes, the suppliers with these codes; by the key of the code. */
export type ResolveSuppliers = (codes: string[]) => Promise<ReadonlyMap<string, RowSupplier>>;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const willFail = ({ isSkipped, problems }: ChunkRow) =>
  isSkipped || problems.some(({ severity }) => severity === "error");

function textsOf(rows: readonly ChunkRow[], name: string): string[] {
  return [...new Set(rows.flatMap(({ values }) => textOf(values[name]) ?? []))];
}

/**
 * Tells whose each row is, in at most three statements. Most files name no supplier in their rows; then all are the
 * import's.
 */
export async function supplyRows(
  db: Reader,
  rows: readonly ChunkRow[],
  { supplier: own }: RunSettings,
  resolve: ResolveSuppliers,
): Promise<SuppliedRow[]> {
  const usable = rows.filter((row) => !willFail(row));
  const codes = textsOf(usable, "supplier_code");
  const ids = textsOf(usable, "supplier_id");
  const byCode = codes.length > 0 ? await resolve(codes) : new Map<string, RowSupplier>();
  const byId = ids.length > 0 ? await findKnownSuppliers(db, ids) : new Map<string, RowSupplier>();
  return rows.map((row) => {
    const code = textOf(row.values["supplier_code"]);
    const named = byId.get(textOf(row.values["supplier_id"]) ?? "") ?? (code && byCode.get(nameKey(code)));
    return { ...row, supplier: named || own };
  });
}

/** What a row says of its supplier that cannot be used. */
export function* supplierWarnings({ values, supplier }: SuppliedRow): Generator<ImportProblem> {
  const id = textOf(values["supplier_id"]);
  const code = textOf(values["supplier_code"]);
  if (id !== null && supplier?.id !== id) {
    yield { severity: "warning", errorType: "invalid_value", field: "supplier_id", rawValue: id };
  } else if (id === null && code !== null && nameKey(supplier?.code ?? "") !== nameKey(code)) {
    yield { severity: "warning", errorType: "invalid_value", field: "supplier_code", rawValue: code };
  }
}
