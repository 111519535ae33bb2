import type { PlacedRow, ProductRow } from "../../../db/products/product-row.ts";
import type { Option } from "../../../db/variants/options.ts";
import type { Variant } from "../../../db/variants/variants.ts";
import { NamedTimes } from "./identity-counts.ts";

/** On what terms a supplier sells a product. */
export interface Terms {
  supplierReference: string | null;
  costPriceCents: number | null;
  stock: number | null;
}

/** What a row says about which product it means. */
export interface Identity {
  gtin14: string | null;
  reference: string | null;
  /** A supplier's reference together with whose it is. */
  supplierReference: string | null;
}

/** The variants of a product while a chunk is applied. */
export interface EntryVariants {
  /** As they are stored, by id. */
  before: ReadonlyMap<string, Variant>;
  optionsBefore: readonly Option[];
  /** As they will be, in their order. */
  all: Variant[];
  /** The same by reference, by EAN and by what they differ in. */
  bySku: Map<string, Variant>;
  byGtin: Map<string, Variant>;
  byValues: Map<string, Variant>;
  options: Option[];
}

/** A product while a chunk is applied: as it was, and as it will be. */
export interface Entry {
  /** As it is stored; `undefined` for a product that this import makes. */
  before: PlacedRow | undefined;
  row: ProductRow;
  /** What it is found by once the rows so far are applied. */
  identity: Identity;
  /** The suppliers' references that it is found by. */
  supplied: readonly string[];
  /** What the rows that mean it have said. */
  named: NamedTimes;
  isChanged: boolean;
  /** What suppliers' records say, by the supplier's id, as far as they are known. */
  terms: Record<string, Terms>;
  /** Suppliers whose records have changed. */
  termsChanged: Set<string>;
  /** What stock records held that have changed, by the supplier's id; by "" that which belongs to no supplier. */
  stockBefore: Record<string, number>;
  /** Ids of its tags, as far as they are known. */
  tags: ReadonlySet<string> | undefined;
  /** The tags it had; `undefined`: they have not changed. */
  tagsBefore: ReadonlySet<string> | undefined;
  /** The addresses of its stored images in their order, as far as they are known. */
  mediaUrls: readonly string[] | undefined;
  /** Texts by language, as far as they are known. */
  content: Record<string, Record<string, unknown>>;
  /** What is new of them. */
  contentChanges: Record<string, Record<string, unknown>>;
  /** Its variants, as far as they are known. */
  variants?: EntryVariants;
}

const NONE: ReadonlySet<string> = new Set();

const openEntry = (before: PlacedRow | undefined, row: ProductRow): Entry => ({
  before,
  row,
  identity: { gtin14: row.gtin14, reference: row.reference, supplierReference: null },
  supplied: [],
  named: new NamedTimes(),
  isChanged: false,
  terms: {},
  termsChanged: new Set(),
  stockBefore: {},
  tags: before ? undefined : NONE,
  tagsBefore: undefined,
  mediaUrls: undefined,
  content: {},
  contentChanges: {},
});

/** Whose reference it is. */
const ownerOf = (key: string): string => key.slice(0, key.indexOf("\n"));

/** A list for each key, for nearly always it holds one entry. */
type Index = Map<string, Entry[]>;

function add(index: Index, key: string | null, entry: Entry): void {
  if (key === null) return;
  const entries = index.get(key);
  if (entries === undefined) index.set(key, [entry]);
  else if (!entries.includes(entry)) entries.push(entry);
}

/** The products that the rows of a chunk may mean, found by what rows say of them. */
export class ChunkCatalog {
  readonly entries = new Map<string, Entry>();
  readonly #byGtin: Index = new Map();
  readonly #byReference: Index = new Map();
  readonly #bySupplierReference: Index = new Map();
  readonly #variantOwners = new Map<string, string>();

  /** Takes in what is stored. A product that is known already stays as it is. */
  load(rows: readonly ProductRow[]): void {
    for (const row of rows) if (!this.entries.has(row.id)) this.#enter(openEntry(row, row));
  }

  /** Lets a product be found by what a supplier calls it. */
  loadSupplierReference(productId: string, supplierReference: string): void {
    const entry = this.entries.get(productId);
    const supplier = ownerOf(supplierReference);
    // What this import has said of it already stays.
    if (!entry || entry.supplied.some((key) => ownerOf(key) === supplier)) return;
    entry.supplied = [...entry.supplied, supplierReference];
    add(this.#bySupplierReference, supplierReference, entry);
  }

  /** Notes that a variant of this product holds an EAN, padded to 14 digits. */
  loadVariant(gtin14: string, productId: string): void {
    this.#variantOwners.set(gtin14, productId);
  }

  /** The product whose variant holds this EAN: no other product may have it. */
  ownerOfVariant(gtin14: string): string | undefined {
    return this.#variantOwners.get(gtin14);
  }

  /** Takes in a product that the import makes. */
  create(row: ProductRow): Entry {
    const entry = openEntry(undefined, row);
    this.#enter(entry);
    return entry;
  }

  #enter(entry: Entry): void {
    this.entries.set(entry.row.id, entry);
    this.identify(entry, entry.identity);
    for (const key of entry.supplied) add(this.#bySupplierReference, key, entry);
  }

  /** Lets the rows to come find the product by this, and by what it was found by before only as far as that still holds. */
  identify(entry: Entry, identity: Identity): void {
    entry.identity = identity;
    add(this.#byGtin, identity.gtin14, entry);
    add(this.#byReference, identity.reference, entry);
    const { supplierReference } = identity;
    if (supplierReference === null) return;
    const supplier = ownerOf(supplierReference);
    entry.supplied = [...entry.supplied.filter((key) => ownerOf(key) !== supplier), supplierReference];
    add(this.#bySupplierReference, supplierReference, entry);
  }

  /** Forgets all products but those that are to be kept. */
  prune(isKept: (entry: Entry) => boolean): void {
    const kept = [...this.entries.values()].filter(isKept);
    for (const index of [this.entries, this.#byGtin, this.#byReference, this.#bySupplierReference]) index.clear();
    for (const entry of kept) this.#enter(entry);
  }

  byGtin(gtin14: string): Entry | undefined {
    return this.#byGtin.get(gtin14)?.find(({ identity }) => identity.gtin14 === gtin14);
  }

  byReference(reference: string): Entry[] {
    return this.#byReference.get(reference)?.filter(({ identity }) => identity.reference === reference) ?? [];
  }

  bySupplierReference(reference: string): Entry[] {
    return this.#bySupplierReference.get(reference)?.filter(({ supplied }) => supplied.includes(reference)) ?? [];
  }
}
