import { cellText } from "../../map/values/cell-values.ts";
import { classifyEan } from "../../map/values/ean-of-cell.ts";
import { type DecimalMark, type DecimalSeparator, parseNumber } from "../../map/values/numbers.ts";
import { DecimalVotes, fileMark } from "./decimal-votes.ts";

/** What the values of a column look like. */
export interface ColumnFacts {
  name: string;
  /** Share of the sampled values that are EANs with a correct check digit; 0 to 1. */
  eanShare: number;
  /** Values that were looked at; 0 for a column that is blank throughout. */
  sampled: number;
  /** How many of them differ. */
  distinct: number;
  /** The first of them, at most 200, cut after 500 characters. */
  values: readonly string[];
}

/** How the figures of a file are written. */
export interface FileMarks {
  /** Of all columns but those in `columns`. */
  mark: DecimalMark;
  columns: Record<string, DecimalMark>;
}

/** How the figures of a file are written, as it is shown. */
export const shownMark = ({ mark, columns }: FileMarks): DecimalMark =>
  Object.values(columns).includes("undecided") ? "undecided" : mark;

const SAMPLE_VALUES = 1000;
const VALUES_MAX = 200;
/** Characters of a value that are stored. */
export const VALUE_LENGTH_MAX = 500;
const UNIT_BEHIND = /(?<=\d)\s*\p{L}{1,14}\.?$/u;
const FIGURE_LENGTH_MAX = 40;

/** Gathers facts of the columns of a file from the first 1,000 values of each. There may come more columns while it does. */
export function openColumnFacts(columns: readonly string[]) {
  const facts: Column[] = [];
  const yieldOften = () => {
    for (let index = facts.length; index < columns.length; index++) facts.push(new Column(columns[index] ?? ""));
  };
  yieldOften();
  return {
    add: (cells: readonly string[]) => {
      if (facts.length < columns.length) yieldOften();
      for (let index = 0; index < facts.length; index++) {
        const column = facts[index];
        if (column?.isOpen) column.add(cells[index] ?? "");
      }
    },
    /** Columns with numbers that are no texts have a point in them, and it is their decimal mark. */
    settle: (fractions: ReadonlySet<number>) => {
      for (const index of fractions) facts[index]?.votes.settle();
    },
    columns: (): ColumnFacts[] => facts.map((column) => column.facts()),
    marks: (delimiter: string): FileMarks => marksOf(facts, delimiter),
    /** The columns whose decimal mark is not known, with a figure that may be read in two ways. */
    undecided: (): Map<string, string> => undecidedOf(facts),
  };
}

class Column {
  readonly name: string;
  readonly votes = new DecimalVotes();
  #sampled = 0;
  #eans = 0;
  #figures = 0;
  readonly #values: string[] = [];
  readonly #distinct = new Set<string>();

  constructor(name: string) {
    this.name = name;
  }

  /** Whether more values may be evidence. */
  get isOpen(): boolean {
    return this.#sampled < SAMPLE_VALUES || (this.isFigures && this.votes.isOpen);
  }

  /** Whether most of its values are figures. */
  get isFigures(): boolean {
    return this.#figures * 2 > this.#sampled;
  }

  add(cell: string): void {
    const value = cellText(cell);
    if (value === "") return;
    if (this.#sampled < SAMPLE_VALUES) this.#sample(value);
    else if (value.length <= FIGURE_LENGTH_MAX) this.votes.add(value.replace(UNIT_BEHIND, ""));
  }

  #sample(value: string): void {
    this.#sampled++;
    const short = value.slice(0, VALUE_LENGTH_MAX);
    if (this.#values.length < VALUES_MAX) this.#values.push(short);
    this.#distinct.add(short);
    if ("ean" in classifyEan(value)) this.#eans++;
    const figure = value.length > FIGURE_LENGTH_MAX ? "" : value.replace(UNIT_BEHIND, "");
    if (figure === "" || parseNumber(figure, ".") === undefined) return;
    this.#figures++;
    this.votes.add(figure);
  }

  facts(): ColumnFacts {
    const sampled = this.#sampled;
    return {
      name: this.name,
      sampled,
      distinct: this.#distinct.size,
      eanShare: sampled === 0 ? 0 : this.#eans / sampled,
      values: this.#values,
    };
  }
}

/** How each column of figures writes them: by their own evidence, else by that of the file's. */
function decide(columns: readonly Column[]) {
  const figures = columns.filter(({ isFigures }) => isFigures);
  const ofFile: DecimalSeparator | undefined = fileMark(figures.map(({ votes }) => votes));
  return { ofFile, decided: figures.map(({ name, votes }) => ({ name, votes, mark: votes.decide(ofFile) })) };
}

function marksOf(columns: readonly Column[], delimiter: string): FileMarks {
  const { ofFile, decided } = decide(columns);
  const isUndecided = ofFile === undefined && decided.some(({ mark }) => mark === "undecided");
  // Where nothing is ambiguous it does not matter; computed columns have to read numbers in some way.
  const usual: DecimalMark = isUndecided ? "undecided" : (ofFile ?? (delimiter === ";" ? "," : "."));
  const others = decided.flatMap(({ name, mark }) =>
    mark === undefined || mark === usual ? [] : [[name, mark] as const],
  );
  return { mark: usual, columns: Object.fromEntries(others) };
}

const undecidedOf = (columns: readonly Column[]): Map<string, string> =>
  new Map(
    decide(columns).decided.flatMap(({ name, votes, mark }) =>
      mark === "undecided" ? [[name, votes.example] as const] : [],
    ),
  );
