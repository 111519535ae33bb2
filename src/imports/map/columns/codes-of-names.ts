import type { ColumnFacts } from "../../parse/column-facts.ts";
import type { ComputedColumn } from "../row/mapping-settings.ts";
import type { Doubt } from "./doubt.ts";
import type { Candidate } from "./evidence.ts";

// Lists without any code: what else says which product a row is.

const IDENTITIES: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference"]);
/** Names that are not that different do not say which product a row is. */
const DISTINCT_SHARE = 0.9;
/** Longer than a reference may be. */
const LENGTH_MAX = 255;
/** What expressions have a meaning of their own for. */
const WRITTEN = /[{}|]/;

/**
 * A reference worked out from the name, of a list in which no column has codes; with the question whether it may be. Columns of
 * codes that are blank in all rows are left out then.
 */
export function codesOfNames(
  found: Map<string, Candidate>,
  columns: readonly ColumnFacts[],
): { computed: ComputedColumn[]; doubts: Doubt[] } {
  const nothing = { computed: [], doubts: [] };
  const blank = new Set(columns.flatMap(({ name, sampled }) => (sampled === 0 ? [name] : [])));
  const codes = [...found.values()].filter(({ target }) => IDENTITIES.has(target));
  if (codes.some(({ column }) => !blank.has(column))) return nothing;
  const names = columns.filter(({ name }) => found.get(name)?.target === "name");
  const [name] = names;
  if (!name || names.length > 1 || WRITTEN.test(name.name)) return nothing;
  const { sampled, distinct, values } = name;
  if (sampled === 0 || distinct < sampled * DISTINCT_SHARE) return nothing;
  if (values.some((value) => value.length > LENGTH_MAX)) return nothing;
  for (const code of codes) found.delete(code.column);
  const column = name.name;
  return {
    computed: [{ field: "sku", expression: `{{${column}}}` }],
    doubts: [{ code: "codes_of_names", column, field: "sku", params: { column, repeated: sampled - distinct } }],
  };
}
