import type { StoredRow } from "../../../../db/products/product-row.ts";
import type { SupplierTerms } from "../../../../db/sourcing/product-suppliers.ts";
import type { ImageChange } from "../../media/image-change.ts";
import type { Move } from "../commit/note-movements.ts";
import type { FieldChange } from "../commit/record-changes.ts";
import type { VariantsChange } from "../commit/store-variants.ts";

/** Products as they are stored, by id. */
export type StoredRows = ReadonlyMap<string, StoredRow>;

type OfProduct<T> = Omit<T, "productId" | "productRow">;

/** The generic stock entry, among suppliers' ids. */
export const GENERIC = "";

/** What one change does to one product. `commit` stores it. */
export interface ProductChange {
  /** The product as it was read in this transaction; `undefined` for a new one. */
  before: StoredRow | undefined;
  /** The product as it is to be; `before` itself when nothing of the row is to be stored. */
  row: StoredRow;
  /** Request names of the fields that differ, for its history and its event. */
  changed: Iterable<string>;
  /** It is made, or comes back as if it were: its event is `product.created`. */
  isCreation?: boolean;
  /** Suppliers that it is newly linked to, besides the main one. */
  links?: ReadonlySet<string>;
  /** Suppliers that sell it no more. */
  unlinked?: ReadonlySet<string>;
  /** The main supplier before stays linked, even when nothing else is known of it. */
  addsToFormer?: boolean;
  /** The quantities that were sent, by supplier's id or `GENERIC`; they may be what is stored already. */
  stock?: ReadonlyMap<string, number>;
  /** The terms of suppliers, new or known: those that are given. Those of a new product are all there are. */
  terms?: readonly OfProduct<SupplierTerms>[];
  /** What moves in its stock by `terms` and by the row itself. */
  moves?: readonly OfProduct<Move>[] | undefined;
  /** The ids of its tags. */
  tags?: { before: Iterable<string>; after: Iterable<string> } | undefined;
  /** What is new of its texts, by language. */
  texts?: Readonly<Record<string, Record<string, unknown>>>;
  images?: ImageChange | undefined;
  variants?: VariantsChange | undefined;
  /** What its history keeps besides the fields; of a change of nothing but stock, only when the stock differs. */
  history?: readonly OfProduct<FieldChange>[];
  /** What its event names as changed, where that is not what the change itself says. */
  named?: readonly string[];
  /** It has an event even when nothing has changed. */
  isReported?: boolean;
}

/** Whether anything but the stock that was sent is to be stored: that stamps a product where it differs. */
export const isStored = ({
  before,
  row,
  links,
  unlinked,
  terms,
  tags,
  texts,
  images,
  variants,
}: ProductChange): boolean =>
  row !== before ||
  tags !== undefined ||
  images !== undefined ||
  variants !== undefined ||
  [links?.size, unlinked?.size, terms?.length, Object.keys(texts ?? {}).length].some((count = 0) => count > 0);
