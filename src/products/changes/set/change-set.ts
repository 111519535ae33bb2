import type { StoredRow } from "../../../../db/products/product-row.ts";
import type { Option } from "../../../../db/variants/options.ts";
import type { VariantOfGtin } from "../../../../db/variants/variant-codes.ts";
import type { Variant } from "../../../../db/variants/variants.ts";
import type { Identity } from "./items.ts";
import type { Names } from "./names.ts";
import type { ProductChange } from "./product-change.ts";

/** On what terms a supplier sells a product. */
export interface Terms {
  supplierReference: string | null;
  costPriceCents: number | null;
  stock: number | null;
}

/** The variants of a product, as they are stored and as the items so far leave them. */
export interface KnownVariants {
  /** By id. */
  before: ReadonlyMap<string, Variant>;
  optionsBefore: readonly Option[];
  /** In their order. */
  all: Variant[];
  /** The same by reference, by EAN and by what they differ in. */
  bySku: Map<string, Variant>;
  byGtin: Map<string, Variant>;
  byValues: Map<string, Variant>;
  options: Option[];
}

/** What is stored of a product beside its row: as far as it was loaded, and as the items so far leave it. */
interface KnownParts {
  /** By the supplier's id. */
  terms: Record<string, Terms>;
  /** By language. */
  texts: Record<string, Record<string, unknown>>;
  /** Ids. */
  tags?: ReadonlySet<string>;
  /** The addresses of its images in their order. */
  imageUrls?: readonly string[];
  variants?: KnownVariants;
}

/** A product while a batch is applied: as it is stored, and as the items so far leave it. */
export interface PendingChange extends ProductChange {
  changed: Set<string>;
  links: Set<string>;
  stock: Map<string, number>;
  /** The code and the reference that items find it by: those of its row, or that an item has claimed for it. */
  identity: Identity;
  /** The suppliers' references that they find it by. */
  supplied: readonly string[];
  parts: KnownParts;
}

const NOTHING: Identity = { gtin14: null, reference: null };

/** Begins a change of a product that is stored, or of a new one. */
export const pendingChange = (before: StoredRow | undefined, row: StoredRow): PendingChange => ({
  before,
  row,
  changed: new Set(),
  isCreation: before === undefined,
  links: new Set(),
  stock: new Map(),
  identity: NOTHING,
  supplied: [],
  parts: { terms: {}, texts: {}, ...(before === undefined && { tags: new Set() }) },
});

/** A supplier's reference together with whose it is: two suppliers may use one for two products. */
export const supplierKey = (supplierId: string, reference: string): string => `${supplierId}\n${reference}`;
const ownerOf = (key: string): string => key.slice(0, key.indexOf("\n"));

/** Which products have a code or a reference: nearly always one. */
class Holders {
  readonly #byKey = new Map<string, PendingChange[]>();

  of(key: string | null): readonly PendingChange[] {
    return (key === null ? undefined : this.#byKey.get(key)) ?? [];
  }

  /** A product has a key in place of another one, or of none. */
  move(change: PendingChange, from: string | null, to: string | null): void {
    if (from === to) return;
    if (from !== null) {
      const left = this.of(from).filter((each) => each !== change);
      if (left.length > 0) this.#byKey.set(from, left);
      else this.#byKey.delete(from);
    }
    if (to === null) return;
    const holders = this.#byKey.get(to);
    if (holders) holders.push(change);
    else this.#byKey.set(to, [change]);
  }

  clear(): void {
    this.#byKey.clear();
  }
}

/** Whether it is soft-deleted after the items so far. */
export const isDeleted = ({ row }: PendingChange) => row.deletedAtMs !== null;
/** Of several with one reference: live before deleted, active before others, then the one changed last. */
const byRank = (a: PendingChange, b: PendingChange): number =>
  Number(isDeleted(a)) - Number(isDeleted(b)) ||
  Number(b.row.status === "active") - Number(a.row.status === "active") ||
  b.row.updatedAtUs - a.row.updatedAtUs;

/**
 * The part of a catalog that the items of a batch may mean or name, while they are applied one after the other: what one
 * does, the next one sees. `loadChangeSet` fills it, `commitSet` stores what has changed.
 */
export class ChangeSet {
  readonly changes = new Map<string, PendingChange>();
  readonly names: Names;
  readonly #variants = new Map<string, VariantOfGtin>();
  readonly #byGtin = new Holders();
  readonly #byReference = new Holders();
  readonly #bySupplierReference = new Holders();
  /** Which products which suppliers sell. */
  readonly #links = new Set<string>();

  constructor(names: Names) {
    this.names = names;
  }

  /** Takes in products as they are stored; one that is known already stays. */
  load(rows: readonly StoredRow[]): void {
    for (const row of rows) if (!this.changes.has(row.id)) this.#enter(pendingChange(row, row));
  }

  /** Takes in the variants that have codes which items name. */
  loadVariants(variants: readonly VariantOfGtin[]): void {
    for (const variant of variants) this.#variants.set(variant.gtin14, variant);
  }

  /** Notes that a supplier sells a product. */
  loadLink({ productId, supplierId }: { productId: string; supplierId: string }): void {
    this.#links.add(`${productId} ${supplierId}`);
  }

  /** Lets a product be found by what a supplier calls it, unless an item has said otherwise. */
  loadSupplierReference(productId: string, supplierId: string, reference: string): void {
    const change = this.changes.get(productId);
    if (!change?.supplied.every((key) => ownerOf(key) !== supplierId)) return;
    this.#supply(change, supplierKey(supplierId, reference));
  }

  #enter(change: PendingChange): void {
    this.changes.set(change.row.id, change);
    this.identify(change, change.row);
  }

  #supply(change: PendingChange, key: string): void {
    const former = change.supplied.find((each) => ownerOf(each) === ownerOf(key)) ?? null;
    change.supplied = [...change.supplied.filter((each) => each !== former), key];
    this.#bySupplierReference.move(change, former, key);
  }

  /** Gives a product another row, by which later items find it, and notes the request names of what differs. */
  change(change: PendingChange, row: StoredRow, changed: readonly string[]): void {
    change.row = row;
    for (const field of changed) change.changed.add(field);
    this.#enter(change);
  }

  /** Takes in a product that an item makes and that is filled later. */
  add(row: StoredRow): PendingChange {
    const change = pendingChange(undefined, row);
    this.#enter(change);
    return change;
  }

  /** Lets later items find a product by these, and no more by the code and the reference it had. */
  identify(change: PendingChange, { gtin14, reference, supplierReference = null }: Identity): void {
    this.#byGtin.move(change, change.identity.gtin14, gtin14);
    this.#byReference.move(change, change.identity.reference, reference);
    change.identity = { gtin14, reference };
    if (supplierReference !== null) this.#supply(change, supplierReference);
  }

  /** Forgets products that no item to come means. */
  prune(isStored: (change: PendingChange) => boolean): void {
    const stored = [...this.changes.values()].filter(isStored);
    for (const each of [this.changes, this.#byGtin, this.#byReference, this.#bySupplierReference]) each.clear();
    for (const change of stored) {
      const { identity, supplied } = change;
      this.changes.set(change.row.id, change);
      this.#byGtin.move(change, null, identity.gtin14);
      this.#byReference.move(change, null, identity.reference);
      for (const key of supplied) this.#bySupplierReference.move(change, null, key);
    }
  }

  /** What was named so far is to be created: to be called after each accepted item. */
  storeNames(): void {
    this.names.brands.keep();
    this.names.suppliers.keep();
  }

  /** Forgets what a refused item has named. */
  dropNames(): void {
    this.names.brands.drop();
    this.names.suppliers.drop();
  }

  byGtin(gtin14: string | null): PendingChange | undefined {
    // The one that got it last: another one may give it up in the same batch.
    return this.#byGtin.of(gtin14).at(-1);
  }

  /** The product that a reference means. */
  byReference(reference: string): PendingChange | undefined {
    return this.holdersOf(reference).toSorted(byRank)[0];
  }

  /** The products with this reference, which is not unique. */
  holdersOf(reference: string | null): readonly PendingChange[] {
    return this.#byReference.of(reference);
  }

  /** The products that a supplier calls so. */
  suppliedAs(supplierReference: string | null): readonly PendingChange[] {
    return this.#bySupplierReference.of(supplierReference);
  }

  /** A variant with this code that belongs to another product. */
  variantOf(gtin14: string | null, productId: string | undefined): VariantOfGtin | undefined {
    const variant = gtin14 === null ? undefined : this.#variants.get(gtin14);
    return variant?.productId === productId ? undefined : variant;
  }

  isLinked({ row, links }: PendingChange, supplierId: string): boolean {
    return links.has(supplierId) || this.#links.has(`${row.id} ${supplierId}`);
  }
}
