import type { PlacedRow, ProductRow } from "../../db/products/product-row.ts";

/** The generic stock entry, among suppliers' ids. */
export const GENERIC = "";

/** A product while a batch is applied: as it is stored, and as the items so far leave it. */
export interface Draft {
  /** `undefined` for one that the batch makes. */
  before: PlacedRow | undefined;
  row: PlacedRow;
  /** Request names of fields that have changed. */
  changed: Set<string>;
  /** It is made or brought back: a `product.created`. */
  isCreation: boolean;
  /** Suppliers it is linked to anew. */
  links: Set<string>;
  /** The quantities that were sent, by supplier's id; they may be what is stored already. */
  stock: Map<string, number>;
}

export const draftOf = (before: PlacedRow | undefined, row: ProductRow): Draft => ({
  before,
  row,
  changed: new Set(),
  isCreation: before === undefined,
  links: new Set(),
  stock: new Map(),
});

/** Whether its row or its links are to be stored. */
export const isChanged = ({ isCreation, changed, links }: Draft): boolean =>
  isCreation || changed.size > 0 || links.size > 0;
