import type { Identity } from "./chunk-catalog.ts";
import { referenceIn } from "./chunk-row.ts";
import { NumberList } from "./number-list.ts";
import { referenceNumber } from "./reference-number.ts";

/** How often a sorted list holds a value. */
function countIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  let count = 0;
  while (sorted[low + count] === value) count++;
  return count;
}

const KINDS = ["gtin14", "reference", "supplierReference"] as const;
type Kind = (typeof KINDS)[number];

/** A key of any kind as a number: an EAN is one, a reference is hashed. */
const numberOf = (kind: Kind, key: string): number =>
  kind === "gtin14" ? Number(key) : referenceNumber(referenceIn(key));

/** Counts how often the rows of a file name each EAN and reference; eight bytes for each. */
export class IdentityCounts {
  readonly #lists = { gtin14: new NumberList(), reference: new NumberList(), supplierReference: new NumberList() };

  add(identity: Identity): void {
    for (const kind of KINDS) {
      const key = identity[kind];
      if (key !== null) this.#lists[kind].push(numberOf(kind, key));
    }
  }

  /** Whether the file names any key of an identity more often than these identities do. */
  finish(): (identity: Identity, named: readonly Identity[]) => boolean {
    const { gtin14, reference, supplierReference } = this.#lists;
    const sorted = {
      gtin14: gtin14.sorted(),
      reference: reference.sorted(),
      supplierReference: supplierReference.sorted(),
    };
    return (identity, named) =>
      KINDS.some((kind) => {
        const key = identity[kind];
        if (key === null) return false;
        const times = named.filter((each) => each[kind] === key).length;
        return countIn(sorted[kind], numberOf(kind, key)) > times;
      });
  }
}
