import { type ImportStep, listSteps } from "../../../db/imports/import-steps.ts";
import type { Reader } from "../../../db/ports.ts";
import { pagesBehind, type ReadBehind } from "../../kit/pages-behind.ts";

/** Products of one step that are taken back together, by their rows. */
export interface RevertPart {
  /** The step that first had to do with them. */
  fromUs: number;
  rows: number[];
  /** Every step that had to do with one of them, in order. */
  steps: number[];
}

/** How many products are looked at in one transaction: some 20 ms of the writer's time. */
const PART_ROWS = 100;
const STEP_PAGES = { rows: 100 };
/** The first step of a tenant begins at 0. */
const BEFORE_ALL = -1;

async function* stepsOf(db: Reader, importId: string, afterUs: number): AsyncGenerator<ImportStep> {
  const read: ReadBehind<ImportStep> = (last, limit) => listSteps(db, importId, last?.fromUs ?? afterUs, limit);
  for await (const steps of pagesBehind(read, STEP_PAGES)) yield* steps;
}

/** The products that an import made or changed. */
export interface ImportedRows {
  /** How many exist, except the deleted ones. */
  total: number;
  isMade: (row: number) => boolean;
  /** The steps that changed a product which several did. */
  repeats: ReadonlyMap<number, number[]>;
}

/** Goes through the steps of an import once, to know which products come again. */
export async function surveySteps(db: Reader, importId: string): Promise<ImportedRows> {
  const seen = new Map<number, number>();
  const repeats = new Map<number, number[]>();
  const ranges: { first: number; last: number }[] = [];
  for await (const { fromUs, made, changed } of stepsOf(db, importId, BEFORE_ALL)) {
    if (made) ranges.push(made);
    for (const row of changed) {
      const first = seen.get(row) ?? fromUs;
      seen.set(row, first);
      if (first !== fromUs) repeats.set(row, [...(repeats.get(row) ?? [first]), fromUs]);
    }
  }
  const isMade = rangeTest(ranges);
  const made = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const others = [...seen.keys()].filter((row) => !isMade(row)).length;
  return { total: made + others, isMade, repeats };
}

/** Whether a row lies in one of the ranges. Rows only grow, and so do ranges. */
function rangeTest(ranges: readonly { first: number; last: number }[]): (row: number) => boolean {
  const sorted = ranges.toSorted((one, other) => one.first - other.first);
  return (row) => {
    let [low, high] = [0, sorted.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const { first = 0, last = 0 } = sorted[middle] ?? {};
      if (row < first) high = middle - 1;
      else if (row > last) low = middle + 1;
      else return true;
    }
    return false;
  };
}

/** The products to be taken back, in parts, behind what is done. */
export async function* partsOfRevert(
  db: Reader,
  importId: string,
  { isMade, repeats }: ImportedRows,
  { afterUs, afterRow }: { afterUs: number; afterRow: number },
): AsyncGenerator<RevertPart> {
  // The step itself is not over.
  for await (const { fromUs, made, changed } of stepsOf(db, importId, afterUs - 1)) {
    const isFirst = (row: number) => (repeats.get(row)?.[0] ?? fromUs) === fromUs;
    const rows = changed.filter((row) => !isMade(row) && isFirst(row)).sort((one, other) => one - other);
    if (made) for (let row = made.first; row <= made.last; row++) rows.push(row);
    const left = fromUs === afterUs ? rows.filter((row) => row > afterRow) : rows;
    for (let start = 0; start < left.length; start += PART_ROWS) {
      const part = left.slice(start, start + PART_ROWS);
      const steps = new Set([fromUs, ...part.flatMap((row) => repeats.get(row) ?? [])]);
      yield { fromUs, rows: part, steps: [...steps].sort((one, other) => one - other) };
    }
  }
}
