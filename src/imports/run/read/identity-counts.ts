import { textHash } from "../../../../db/text-hash.ts";
import { type RowIdentity, referenceIn } from "../row/chunk-row.ts";
import { firstAtLeast, NumberList } from "./number-list.ts";

/** A number that names a reference: below zero, so that it is never an EAN. */
export const referenceNumber = (reference: string): number => -1 - textHash(reference);

/** How often a sorted list of whole numbers holds a value. */
const countIn = (sorted: Float64Array, value: number): number =>
  firstAtLeast(sorted, value + 1) - firstAtLeast(sorted, value);

const KINDS = ["gtin14", "reference", "supplierReference"] as const;
type Kind = (typeof KINDS)[number];

/** How often the rows that mean one product have named each of its keys: files repeat one a million times. */
export class NamedTimes {
  readonly #times = new Map<string, number>();

  add(identity: RowIdentity): void {
    for (const kind of KINDS) {
      const key = identity[kind];
      if (key !== null) this.#times.set(`${kind}\n${key}`, this.times(kind, key) + 1);
    }
  }

  times(kind: Kind, key: string): number {
    return this.#times.get(`${kind}\n${key}`) ?? 0;
  }
}

/** A key of any kind as a number: an EAN is one, a reference is hashed. */
const numberOf = (kind: Kind, key: string): number =>
  kind === "gtin14" ? Number(key) : referenceNumber(referenceIn(key));

/** Counts how often the rows of a file name each EAN and reference; eight bytes for each. */
export class IdentityCounts {
  readonly #lists = { gtin14: new NumberList(), reference: new NumberList(), supplierReference: new NumberList() };

  add(identity: RowIdentity): void {
    for (const kind of KINDS) {
      const key = identity[kind];
      if (key !== null) this.#lists[kind].push(numberOf(kind, key));
    }
  }

  /** Whether the file names any key of an identity more often than these identities do. */
  finish(): (identity: RowIdentity, named: NamedTimes) => boolean {
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
        return countIn(sorted[kind], numberOf(kind, key)) > named.times(kind, key);
      });
  }
}
