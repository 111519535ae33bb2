import { classifyEan } from "../rows/ean.ts";
import { type DecimalSeparator, FIGURE_LENGTH_MAX, parseNumber } from "../rows/numbers.ts";

/** What the values of a column look like. */
export interface ColumnFacts {
  name: string;
  /** Share of the sampled values that are EANs with a correct check digit; 0 to 1. */
  eanShare: number;
  /** Share of the sampled values that are numbers, with or without a unit of money. */
  numberShare: number;
  /** Values that were looked at; 0 for a column that is blank throughout. */
  sampled: number;
}

const SAMPLE_VALUES = 1000;
// A whole part, a mark, and as many digits as only a fraction has. Longer whole parts are codes, not amounts.
const DECIMAL = /^[^\d.,]*(?:\d{1,3}(?:[.,\s]?\d{3}){0,2})([.,])(?:\d{1,2}|\d{4,})[^\d.,]*$/;

/** Gathers facts of the columns of a file from the first 1,000 values of each. */
export function openColumnFacts(columns: readonly string[]) {
  const facts = columns.map((name) => ({ name, sampled: 0, eans: 0, numbers: 0, commas: 0, points: 0 }));
  let unsated = facts.length;

  const look = (column: (typeof facts)[number], value: string) => {
    column.sampled++;
    if (column.sampled === SAMPLE_VALUES) unsated--;
    if ("ean" in classifyEan(value)) column.eans++;
    if (parseNumber(value, ".") !== undefined) column.numbers++;
    const mark = value.length > FIGURE_LENGTH_MAX ? undefined : DECIMAL.exec(value)?.[1];
    if (mark === ",") column.commas++;
    if (mark === ".") column.points++;
  };

  return {
    add: (cells: readonly string[]) => {
      if (unsated === 0) return;
      for (const [index, column] of facts.entries()) {
        const value = cells[index]?.trim();
        if (value && column.sampled < SAMPLE_VALUES) look(column, value);
      }
    },
    columns: (): ColumnFacts[] =>
      facts.map(({ name, sampled, eans, numbers }) => ({
        name,
        sampled,
        eanShare: sampled === 0 ? 0 : eans / sampled,
        numberShare: sampled === 0 ? 0 : numbers / sampled,
      })),
    /** The mark that parts most fractions of the file; without any, what goes with its delimiter. */
    decimalSeparator: (delimiter: string): DecimalSeparator => {
      let lead = 0;
      for (const { sampled, numbers, commas, points } of facts) {
        if (numbers * 2 > sampled) lead += commas - points;
      }
      if (lead === 0) return delimiter === ";" ? "," : ".";
      return lead > 0 ? "," : ".";
    },
  };
}
