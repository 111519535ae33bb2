import { identityOf } from "./chunk-row.ts";
import { NumberList } from "./number-list.ts";
import { referenceNumber } from "./reference-number.ts";
import type { MappedRow } from "./rows/mapped-row.ts";

/** What the rest of a file says about one of its rows. */
export interface Repeat {
  isRepeated: boolean;
  superseded: string[];
}

const ONCE: Repeat = { isRepeated: false, superseded: [] };

/** The names of the values and texts that a row brings. */
const valueNames = ({ values, content }: MappedRow): string[] => [
  ...Object.keys(values).filter((name) => values[name] !== undefined),
  ...Object.entries(content).flatMap(([language, texts]) => Object.keys(texts).map((field) => `${language}:${field}`)),
];

/** The product a row means, as far as the file alone tells: by EAN, else by SKU. */
function keyOf(row: MappedRow): number | undefined {
  const { gtin14, reference } = identityOf(row);
  if (gtin14 !== null) return Number(gtin14);
  return reference === null ? undefined : referenceNumber(reference);
}

const isLeftOut = ({ isSkipped, eanProblem, problems }: MappedRow): boolean =>
  isSkipped ||
  (eanProblem !== null && eanProblem.errorType !== "ean_missing") ||
  problems.some(({ severity }) => severity === "error");

/** Finds out which products several rows of a file may mean; eight bytes a row. */
export class RepeatedKeys {
  readonly #keys = new NumberList();

  add(row: MappedRow): void {
    const key = keyOf(row);
    if (key !== undefined) this.#keys.push(key);
  }

  /** Tells whether a row may mean the product of another one; `undefined` when none does. */
  finish(): ((row: MappedRow) => boolean) | undefined {
    const repeated = this.#keys.repeated();
    if (repeated.size === 0) return undefined;
    return (row) => {
      const key = keyOf(row);
      return key !== undefined && repeated.has(key);
    };
  }
}

/**
 * Finds the rows of a file that mean one product. Of such rows the later wins, and that must not depend on how often the
 * file is imported: an earlier row of a product that is there leaves alone what a later one brings. So all such rows
 * are seen before the first is applied; what is remembered of each takes 24 bytes.
 */
export class RepeatFinder {
  readonly #keys = new NumberList();
  readonly #rows = new NumberList();
  readonly #shapes = new NumberList();
  readonly #shapeNames: string[][] = [];
  readonly #shapeIds = new Map<string, number>();

  add(row: MappedRow): void {
    const key = isLeftOut(row) ? undefined : keyOf(row);
    if (key === undefined) return;
    this.#keys.push(key);
    this.#rows.push(row.rowNumber);
    this.#shapes.push(this.#shapeOf(valueNames(row)));
  }

  #shapeOf(names: string[]): number {
    const text = names.join("\n");
    const known = this.#shapeIds.get(text);
    if (known !== undefined) return known;
    this.#shapeIds.set(text, this.#shapeNames.length);
    return this.#shapeNames.push(names) - 1;
  }

  /** What there is to know of a row, by its number. */
  finish(): (rowNumber: number) => Repeat {
    const repeated = this.#keys.repeated();
    const groups = new Map<number, number[]>();
    for (let index = 0; repeated.size > 0 && index < this.#keys.length; index++) {
      const key = this.#keys.at(index);
      if (!repeated.has(key)) continue;
      const group = groups.get(key);
      if (group) group.push(index);
      else groups.set(key, [index]);
    }
    const repeats = new Map<number, Repeat>();
    for (const [key, group] of groups) this.#describe(key, group, repeats);
    return (rowNumber) => repeats.get(rowNumber) ?? ONCE;
  }

  #describe(key: number, group: number[], repeats: Map<number, Repeat>): void {
    const later = new Set<string>();
    for (const [place, index] of [...group.entries()].reverse()) {
      repeats.set(this.#rows.at(index), { isRepeated: place > 0 && key >= 0, superseded: [...later] });
      for (const name of this.#shapeNames[this.#shapes.at(index)] ?? []) later.add(name);
    }
  }
}
