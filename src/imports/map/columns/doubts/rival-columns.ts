import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { type Candidate, isWhole } from "../evidence.ts";
import type { Doubt } from "./doubt.ts";

/** Fields whose columns are chosen or joined by other rules. */
const OTHERS: ReadonlySet<string> = new Set(["ean", "sku", "supplier_reference", "image_urls", "tags", "name"]);

/** Leaves out columns that are blank in every row where another column of the same field has values. */
export function withoutBlankRivals(candidates: readonly Candidate[], columns: readonly ColumnFacts[]): Candidate[] {
  const filled = new Set(columns.flatMap(({ name, sampled }) => (sampled > 0 ? [name] : [])));
  const placeOf = ({ target, language }: Candidate) => `${target} ${language}`;
  const taken = new Set(candidates.flatMap((each) => (filled.has(each.column) ? [placeOf(each)] : [])));
  return candidates.filter((each) => filled.has(each.column) || OTHERS.has(each.target) || !taken.has(placeOf(each)));
}

/** From this share of rows on, a column of EANs is what products are known by; codes that are none count as blank. */
const FEW = 0.8;
/** Fewer rows say nothing of shares. */
const ROWS_MIN = 5;

/** How many of the sampled rows have an EAN. */
const validIn = (facts: ColumnFacts | undefined): number => (facts ? facts.sampled * facts.eanShare : 0);

/**
 * Leaves out EANs that less than four fifths of the rows have where another code names each row: the others would wait for an EAN.
 * Says so of the column.
 */
export function withoutFewEans(
  candidates: readonly Candidate[],
  columns: readonly ColumnFacts[],
): { candidates: Candidate[]; doubts: Doubt[] } {
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  const facts = new Map(columns.map((column) => [column.name, column]));
  const code = candidates.find(({ target, column }) => target === "sku" && isWhole(facts.get(column), most));
  if (!code) return { candidates: [...candidates], doubts: [] };
  const isFew = ({ target, column }: Candidate) => {
    const { sampled = 0 } = facts.get(column) ?? {};
    return target === "ean" && most >= ROWS_MIN && sampled > 0 && validIn(facts.get(column)) < most * FEW;
  };
  const left = new Set(candidates.filter(isFew).map(({ column }) => column));
  return {
    candidates: candidates.filter((each) => !isFew(each)),
    doubts: [...left].map((column) => ({
      code: "codes_left",
      column,
      field: "ean",
      params: { percent: Math.round((1 - validIn(facts.get(column)) / most) * 100), other: code.column },
    })),
  };
}
