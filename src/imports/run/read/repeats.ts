import type { MappedRow } from "../../map/row/mapped-row.ts";
import { identityOf } from "../row/chunk-row.ts";
import { referenceNumber } from "./identity-counts.ts";
import { NumberList } from "./number-list.ts";

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

/** The product a row means, as far as the file alone shows: by EAN, else by SKU. */
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

  /** Finds whether a row may mean the product of another one; `undefined` when none does. */
  finish(): ((row: MappedRow) => boolean) | undefined {
    const repeated = this.#keys.repeated();
    if (repeated.size === 0) return undefined;
    return (row) => {
      const key = keyOf(row);
      return key !== undefined && repeated.has(key);
    };
  }
}

/** Sets of names, each stored once, so that a row refers to one by a number. */
class NameSets {
  readonly names: string[][] = [];
  readonly #ids = new Map<string, number>();
  readonly #unions = new Map<string, number>();

  idOf(names: string[]): number {
    const text = names.join("\n");
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    this.#ids.set(text, this.names.length);
    return this.names.push(names) - 1;
  }

  /** The set of the names of both. */
  union(one: number, other: number): number {
    const pair = `${one} ${other}`;
    let id = this.#unions.get(pair);
    if (id === undefined) {
      id = this.idOf([...new Set([...(this.names[one] ?? []), ...(this.names[other] ?? [])])].sort());
      this.#unions.set(pair, id);
    }
    return id;
  }
}

/**
 * Finds the rows of a file that mean one product. Of such rows the later wins, and that must not depend on how often the
 * file is imported: an earlier row of a product that is there leaves alone what a later one brings. So all such rows
 * are seen before the first is applied; what is remembered of each takes 33 bytes.
 */
export class RepeatFinder {
  readonly #keys = new NumberList();
  readonly #rows = new NumberList();
  readonly #shapes = new NumberList();
  readonly #sets = new NameSets();

  /** Rows come in their order. */
  add(row: MappedRow): void {
    const key = isLeftOut(row) ? undefined : keyOf(row);
    if (key === undefined) return;
    this.#keys.push(key);
    this.#rows.push(row.rowNumber);
    this.#shapes.push(this.#sets.idOf(valueNames(row).sort()));
  }

  /** What there is to know of a row, by its number. */
  finish(): (rowNumber: number) => Repeat {
    const { length } = this.#rows;
    const repeated = this.#keys.repeated();
    const superseded = new Float64Array(length);
    const isFirst = new Uint8Array(length);
    const none = this.#sets.idOf([]);
    /** By key: the names that the rows behind bring, and the first row that was met so far. */
    const later = new Map<number, { names: number; first: number }>();
    for (let index = length - 1; index >= 0; index--) {
      const key = this.#keys.at(index);
      const { names, first } = later.get(key) ?? { names: none, first: index };
      isFirst[first] = 0;
      isFirst[index] = 1;
      superseded[index] = names;
      later.set(key, { names: this.#sets.union(names, this.#shapes.at(index)), first: index });
    }
    return (rowNumber) => {
      const index = this.#rows.indexInOrder(rowNumber);
      const key = this.#keys.at(index);
      if (index < 0 || !repeated.has(key)) return ONCE;
      return {
        isRepeated: isFirst[index] === 0,
        superseded: this.#sets.names[superseded[index] ?? none] ?? [],
      };
    };
  }
}
