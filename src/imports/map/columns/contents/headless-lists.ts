import type { ColumnFacts } from "../../../parse/analyze/column-facts.ts";
import { type Candidate, isCode, namesAmong, shareOf, wordsAmong } from "../evidence.ts";

// What the columns of a list without a header hold, by their values.

const DISTINCT_SHARE = 0.5;
const MOST = 0.9;

/** Names, codes and prices of a list without a header. */
export function headlessAmong(columns: readonly ColumnFacts[]): Candidate[] {
  const names = namesAmong(columns);
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  return [...(names.length > 0 ? names : wordsAmong(columns, most)), ...codesAmong(columns), ...pricesAmong(columns)];
}

/** The first column that may hold the codes of a list without a header: each is another, and no EAN. */
function codesAmong(columns: readonly ColumnFacts[]): Candidate[] {
  const column = columns.find((each) => each.eanShare < DISTINCT_SHARE && isCode(each, columns));
  return column ? [{ column: column.name, target: "sku", language: "", score: 1, basis: "values" }] : [];
}

/** Figures with a fraction: prices more often than anything else. */
const FRACTION = /^\D{0,4}\d{1,3}(?:[ .,']?\d{3})*[.,]\d{1,4}\D{0,4}$/;
const FIGURE = /^\D{0,4}\d[\d .,']*\D{0,4}$/;
/** Of prices, at least this number have a fraction. */
const FRACTIONS = 0.3;
/** Beside what goods cost, they are sold at this much more at most. */
const MARGIN_MAX = 5;

/** The prices of a list without a header: the one column of figures with fractions, or of two the costs and the price. */
function pricesAmong(columns: readonly ColumnFacts[]): Candidate[] {
  const most = Math.max(...columns.map(({ sampled }) => sampled));
  const figures = columns.filter(
    ({ values, sampled, eanShare }) =>
      sampled >= most * DISTINCT_SHARE &&
      eanShare < DISTINCT_SHARE &&
      shareOf(values, (value) => FIGURE.test(value)) >= MOST &&
      shareOf(values, (value) => FRACTION.test(value)) >= FRACTIONS,
  );
  const byValues = (column: string, target: string): Candidate => ({
    column,
    target,
    language: "",
    score: 1,
    basis: "values",
  });
  const [one, other] = figures.toSorted((some, more) => middleOf(some) - middleOf(more));
  if (!one || figures.length > 2) return [];
  if (!other) return [byValues(one.name, "price")];
  if (middleOf(other) > middleOf(one) * MARGIN_MAX) return [];
  return [byValues(one.name, "cost_price"), byValues(other.name, "price")];
}

/** The figure in the middle; of text none. */
const middleOf = ({ values }: ColumnFacts): number => {
  const figures = values
    .map((value) => Number(value.replace(/[^\d.,]/g, "").replace(",", ".")))
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  return figures[figures.length >> 1] ?? 0;
};
