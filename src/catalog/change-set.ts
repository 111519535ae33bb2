import type { PlacedRow } from "../../db/products/product-row.ts";
import type { VariantOfGtin } from "../../db/variants/variant-codes.ts";
import type { FreshNames } from "./names.ts";
import type { ProductChange } from "./product-change.ts";

/** A product while a batch is applied: as it is stored, and as the items so far leave it. */
export interface PendingChange extends ProductChange {
  changed: Set<string>;
  links: Set<string>;
  stock: Map<string, number>;
}

/** Begins a change of a product that is stored, or of a new one. */
export const pendingChange = (before: PlacedRow | undefined, row: PlacedRow): PendingChange => ({
  before,
  row,
  changed: new Set(),
  isCreation: before === undefined,
  links: new Set(),
  stock: new Map(),
});

/** What the items of a batch may name, while they are applied. */
export interface KnownNames {
  brands: FreshNames;
  suppliers: FreshNames;
  /** Ids. */
  categories: ReadonlySet<string>;
}

const isDeleted = ({ row }: PendingChange) => row.deletedAtMs !== null;
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
  readonly names: KnownNames;
  readonly #variants: ReadonlyMap<string, VariantOfGtin>;
  readonly #byGtin = new Map<string, PendingChange>();
  readonly #byReference = new Map<string, Set<PendingChange>>();
  /** Which products which suppliers sell. */
  readonly #links = new Set<string>();

  constructor(names: KnownNames, variants: readonly VariantOfGtin[]) {
    this.names = names;
    this.#variants = new Map(variants.map((variant) => [variant.gtin14, variant]));
  }

  /** Takes in products as they are stored; one that is known already stays. */
  load(rows: readonly PlacedRow[]): void {
    for (const row of rows) if (!this.changes.has(row.id)) this.#enter(pendingChange(row, row));
  }

  /** Notes that a supplier sells a product. */
  loadLink({ productId, supplierId }: { productId: string; supplierId: string }): void {
    this.#links.add(`${productId} ${supplierId}`);
  }

  #enter(change: PendingChange): void {
    const { id, gtin14, reference } = change.row;
    this.changes.set(id, change);
    if (gtin14 !== null) this.#byGtin.set(gtin14, change);
    if (reference === null) return;
    const holders = this.#byReference.get(reference);
    if (holders) holders.add(change);
    else this.#byReference.set(reference, new Set([change]));
  }

  /** Gives a product another row, by which later items find it, and notes the request names of what differs. */
  change(change: PendingChange, row: PlacedRow, changed: readonly string[]): void {
    const { gtin14, reference } = change.row;
    if (gtin14 !== null && this.#byGtin.get(gtin14) === change) this.#byGtin.delete(gtin14);
    if (reference !== null) this.#byReference.get(reference)?.delete(change);
    change.row = row;
    for (const field of changed) change.changed.add(field);
    this.#enter(change);
  }

  /** What was named so far is to be created: to be called after each accepted item. */
  keepNames(): void {
    this.names.brands.keep();
    this.names.suppliers.keep();
  }

  /** Forgets what a refused item has named. */
  dropNames(): void {
    this.names.brands.drop();
    this.names.suppliers.drop();
  }

  byGtin(gtin14: string | null): PendingChange | undefined {
    return gtin14 === null ? undefined : this.#byGtin.get(gtin14);
  }

  /** The product that a reference means. */
  byReference(reference: string): PendingChange | undefined {
    return this.holdersOf(reference).toSorted(byRank)[0];
  }

  holdersOf(reference: string): PendingChange[] {
    return [...(this.#byReference.get(reference) ?? [])];
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
