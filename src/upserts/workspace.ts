import { findBrandsByKeys } from "../../db/brands/brands.ts";
import { findTerms } from "../../db/imports/current-terms.ts";
import { findKnownCategories } from "../../db/imports/known-ids.ts";
import type { MutationContext, Reader } from "../../db/ports.ts";
import { findRowsByGtins, findRowsByIds, findRowsByReferences } from "../../db/products/match.ts";
import type { PlacedRow, ProductRow } from "../../db/products/product-row.ts";
import { findSuppliersByKeys } from "../../db/suppliers/suppliers.ts";
import { findVariantsByGtins, type VariantOfGtin } from "../../db/variants/variant-codes.ts";
import { nameKey } from "../text/name-key.ts";
import { type Draft, draftOf } from "./draft.ts";
import { NamePool } from "./name-pool.ts";

/** What an item means by its keys, and what it says. */
export interface UpsertItem {
  /** The EAN padded to 14 digits; `null` without one. */
  gtin14: string | null;
  reference: string | null;
  /** By the catalog's request names, as `readFields` leaves them; `stock` and the names of references among them. */
  values: Record<string, unknown>;
}

const present = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];
const texts = (items: readonly UpsertItem[], field: string): string[] =>
  present(items.map(({ values }) => (typeof values[field] === "string" ? values[field] : null)));

const isDeleted = ({ row }: Draft) => row.deletedAtMs !== null;
/** Of several with one reference: live before deleted, active before others, then the one changed last. */
const byRank = (a: Draft, b: Draft): number =>
  Number(isDeleted(a)) - Number(isDeleted(b)) ||
  Number(b.row.status === "active") - Number(a.row.status === "active") ||
  b.row.updatedAtUs - a.row.updatedAtUs;

/** The part of a catalog that the items of a batch may mean or name, while they are applied one after the other. */
export class Workspace {
  readonly drafts = new Map<string, Draft>();
  readonly brands: NamePool;
  readonly suppliers: NamePool;
  readonly #categories: ReadonlySet<string>;
  readonly #variants: ReadonlyMap<string, VariantOfGtin>;
  readonly #byGtin = new Map<string, Draft>();
  readonly #byReference = new Map<string, Set<Draft>>();
  /** Which products which suppliers sell. */
  readonly #links = new Set<string>();
  /** Where the products that were read are stored. */
  readonly #places: number[] = [];

  private constructor(
    brands: NamePool,
    suppliers: NamePool,
    categories: ReadonlySet<string>,
    variants: readonly VariantOfGtin[],
  ) {
    this.brands = brands;
    this.suppliers = suppliers;
    this.#categories = categories;
    this.#variants = new Map(variants.map((variant) => [variant.gtin14, variant]));
  }

  /**
   * Loads all that items may mean, and the products with these ids: a fixed number of statements, however many items.
   */
  static async open(
    db: Reader,
    items: readonly UpsertItem[],
    { newId }: MutationContext,
    ids: readonly string[] = [],
  ): Promise<Workspace> {
    const brandKeys = texts(items, "brand_name").map(nameKey);
    const supplierKeys = texts(items, "supplier_code").map(nameKey);
    const brands = brandKeys.length > 0 ? await findBrandsByKeys(db, [...new Set(brandKeys)]) : [];
    const suppliers = supplierKeys.length > 0 ? await findSuppliersByKeys(db, [...new Set(supplierKeys)]) : [];
    const categoryIds = texts(items, "category_id").map((id) => id.toLowerCase());
    const categories = categoryIds.length > 0 ? await findKnownCategories(db, categoryIds) : new Set<string>();
    const gtins = present(items.map(({ gtin14 }) => gtin14));
    const workspace = new Workspace(
      new NamePool(new Map(brands.map((brand) => [brand.nameKey, brand.id])), newId),
      new NamePool(new Map(suppliers.map((supplier) => [supplier.codeKey, supplier.id])), newId),
      categories,
      gtins.length > 0 ? await findVariantsByGtins(db, gtins) : [],
    );
    const references = present(items.map(({ reference }) => reference));
    if (ids.length > 0) workspace.#load(await findRowsByIds(db, ids));
    if (gtins.length > 0) workspace.#load(await findRowsByGtins(db, gtins));
    if (references.length > 0) workspace.#load(await findRowsByReferences(db, references, workspace.#places));
    await workspace.#loadLinks(db, suppliers);
    return workspace;
  }

  async #loadLinks(db: Reader, suppliers: readonly { id: string }[]): Promise<void> {
    if (suppliers.length === 0 || this.drafts.size === 0) return;
    const supplierIds = suppliers.map(({ id }) => id);
    for (const { productId, supplierId } of await findTerms(db, supplierIds, [...this.drafts.keys()])) {
      this.#links.add(`${productId} ${supplierId}`);
    }
  }

  /** Takes in products as they are stored; one that is known already stays. */
  #load(rows: readonly PlacedRow[]): void {
    for (const row of rows) {
      if (this.drafts.has(row.id)) continue;
      if (row.rowId !== undefined) this.#places.push(row.rowId);
      this.enter(draftOf(row, row));
    }
  }

  /** Lets later items find a draft. */
  enter(draft: Draft): void {
    const { id, gtin14, reference } = draft.row;
    this.drafts.set(id, draft);
    if (gtin14 !== null) this.#byGtin.set(gtin14, draft);
    if (reference === null) return;
    const holders = this.#byReference.get(reference);
    if (holders) holders.add(draft);
    else this.#byReference.set(reference, new Set([draft]));
  }

  /** Gives a draft another row, by which later items find it. */
  change(draft: Draft, row: ProductRow): void {
    if (draft.row.gtin14 !== null) this.#byGtin.delete(draft.row.gtin14);
    if (draft.row.reference !== null) this.#byReference.get(draft.row.reference)?.delete(draft);
    draft.row = row;
    this.enter(draft);
  }

  byGtin(gtin14: string | null): Draft | undefined {
    return gtin14 === null ? undefined : this.#byGtin.get(gtin14);
  }

  /** The product that a reference means. */
  byReference(reference: string): Draft | undefined {
    return this.holdersOf(reference).toSorted(byRank)[0];
  }

  holdersOf(reference: string): Draft[] {
    return [...(this.#byReference.get(reference) ?? [])];
  }

  /** A variant with this code that belongs to another product. */
  variantOf(gtin14: string | null, productId: string | undefined): VariantOfGtin | undefined {
    const variant = gtin14 === null ? undefined : this.#variants.get(gtin14);
    return variant?.productId === productId ? undefined : variant;
  }

  hasCategory(id: string): boolean {
    return this.#categories.has(id);
  }

  isLinked({ row, links }: Draft, supplierId: string): boolean {
    return links.has(supplierId) || this.#links.has(`${row.id} ${supplierId}`);
  }
}
