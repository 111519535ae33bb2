import { LIST } from "../tree/place-survey.ts";
import type { Scalar } from "../tree/tree.ts";

const HEADER = /^(?:columns|headers?|fields|column_?names|field_?names)$/i;
const COLUMNS_MAX = 2_000;

/** Rows as lists, and what their columns are called. */
export interface FoundTable {
  path: string[];
  header: string[];
}

/** Looks for `{"columns": ["sku", …], "rows": [["A-1", …], …]}`, at any depth. */
export class TableSearch {
  #header: string[] | undefined;
  #isHeaderOpen = false;
  #path: string[] | undefined;

  /** Called with the steps to what opens, its own the last. */
  open(kind: "object" | "array", steps: readonly string[]): void {
    const [outer = "", own] = steps.slice(-2);
    this.#isHeaderOpen = kind === "array" && own === LIST && HEADER.test(outer) && this.#header === undefined;
    if (this.#isHeaderOpen) this.#header = [];
    // A list in a list that is a member.
    if (kind === "array" && outer === LIST && steps.length >= 3) this.#path ??= steps.slice(0, -1);
  }

  value(value: Scalar): void {
    if (!this.#isHeaderOpen || !this.#header) return;
    if (typeof value === "string" && this.#header.length < COLUMNS_MAX) this.#header.push(value);
  }

  close(): void {
    this.#isHeaderOpen = false;
  }

  get found(): FoundTable | undefined {
    const [path, header = []] = [this.#path, this.#header];
    return path && header.length > 1 ? { path, header } : undefined;
  }
}
