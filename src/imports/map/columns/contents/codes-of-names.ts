import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import type { ComputedColumn } from "../../row/mapping-settings.ts";
import type { Doubt } from "../doubts/doubt.ts";
import type { Candidate } from "../evidence.ts";

// Lists without any code: what else says which product a row is.

const IDENTITIES: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference"]);
/** What distinguishes products of one name, the likeliest first. */
const BESIDE = ["brand", "size", "color", "short_description", "description", "category"];
/** References that are not all but different would make one product of several. */
const DISTINCT_SHARE = 0.98;
/** Where nothing else distinguishes them, a list may name a few of its products twice. */
const LEAST_SHARE = 0.9;
/** Longer than a reference may be. */
const LENGTH_MAX = 255;
/** What expressions have a meaning of their own for. */
const WRITTEN = /[{}|]/;
const PARTS_MAX = 3;
/** In fewer rows a column of codes may be blank by chance. */
const ENOUGH = 10;

/** The texts of columns beside each other, row by row; none where a row may lack one. */
function joined(columns: readonly ColumnFacts[]): string[] {
  const [first, ...others] = columns;
  if (!first || others.some(({ sampled }) => sampled !== first.sampled)) return [];
  return first.values.map((_, row) => columns.map(({ values }) => values[row] ?? "").join(" "));
}

/** Whether references of these columns would nearly all differ. */
function areDistinct(columns: readonly ColumnFacts[], share = DISTINCT_SHARE): boolean {
  const [name] = columns;
  if (columns.length === 1 && name) return name.distinct >= name.sampled * share;
  const texts = joined(columns);
  return texts.length > 0 && new Set(texts).size >= texts.length * share;
}

/** The name, or with as much beside it as distinguishes the products; nothing where that does not. */
function distinctParts(name: ColumnFacts, beside: readonly ColumnFacts[]): ColumnFacts[] {
  if (areDistinct([name])) return [name];
  const other = beside.find((each) => areDistinct([name, each]));
  if (other) return [name, other];
  const parts = [name, ...beside.slice(0, PARTS_MAX - 1)];
  if (areDistinct(parts)) return parts;
  return areDistinct([name], LEAST_SHARE) ? [name] : [];
}

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
  const usable = columns.filter(({ name, sampled }) => sampled > 0 && !WRITTEN.test(name));
  // Of names in several languages, those that are in most rows.
  const [name] = usable
    .filter((each) => found.get(each.name)?.target === "name")
    .toSorted((one, other) => other.sampled - one.sampled);
  if (!name || (codes.length > 0 && name.sampled < ENOUGH)) return nothing;
  const beside = BESIDE.flatMap((target) => usable.filter((each) => found.get(each.name)?.target === target));
  const parts = distinctParts(name, beside);
  if (parts.length === 0 || joined(parts).some((text) => text.length > LENGTH_MAX)) return nothing;
  for (const code of codes) found.delete(code.column);
  const column = parts.map((part) => part.name).join(", ");
  const repeated = parts.length === 1 ? name.sampled - name.distinct : 0;
  return {
    computed: [{ field: "sku", expression: parts.map((part) => `{{${part.name}}}`).join(" ") }],
    doubts: [{ code: "codes_of_names", column: name.name, field: "sku", params: { column, repeated } }],
  };
}
