import type { Reader } from "../../../../db/ports.ts";
import { findVaried } from "../../../../db/variants/variants.ts";
import type { ChangeSet } from "../../../products/changes/set/change-set.ts";
import { meantBy } from "../../../products/changes/set/match.ts";
import type { SuppliedRow } from "../row/chunk-row.ts";

/** What a row says of its variant alone, where its product has several. */
const OF_VARIANT: ReadonlySet<string> = new Set(["stock", "price", "compare_at_price", "cost_price", "weight"]);

/**
 * Makes a row that is all that its file says of a product that row's variant, where the product has variants here: a file
 * with one of several variants says nothing of the product's own price, stock and code. One statement, if there are such rows.
 */
export async function placeLoneVariants(
  db: Reader,
  set: ChangeSet,
  rows: readonly SuppliedRow[],
): Promise<readonly SuppliedRow[]> {
  const parents = new Map<SuppliedRow, string>();
  for (const row of rows) {
    if (!row.place?.lone) continue;
    const [found, another] = meantBy(set, { gtin14: null, reference: row.place.parent });
    if (found?.before && !another) parents.set(row, found.row.id);
  }
  if (parents.size === 0) return rows;
  const varied = await findVaried(db, [...new Set(parents.values())]);
  return rows.map((row) => (varied.has(parents.get(row) ?? "") ? asVariant(row) : row));
}

function asVariant(row: SuppliedRow): SuppliedRow {
  const { place } = row;
  if (!place) return row;
  const values = Object.fromEntries(Object.entries(row.values).filter(([name]) => !OF_VARIANT.has(name)));
  const isUsable = row.eanProblem === null || row.eanProblem.errorType === "ean_missing";
  return {
    ...row,
    ean: null,
    eanProblem: null,
    problems:
      isUsable || !row.eanProblem ? row.problems : [...row.problems, { ...row.eanProblem, severity: "warning" }],
    values: { ...values, reference: place.parent },
    place: { ...place, variant: place.lone, lone: null },
  };
}
