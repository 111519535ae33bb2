import type { MutationContext, Reader } from "../../../../db/ports.ts";
import { findKnownCategories } from "../../../../db/products/known-ids.ts";
import { findRowsByGtins, findRowsByIds, findRowsByReferences } from "../../../../db/products/match.ts";
import { findSupplied, findTerms } from "../../../../db/sourcing/current-terms.ts";
import { findVariantsByGtins } from "../../../../db/variants/variant-codes.ts";
import { ChangeSet } from "./change-set.ts";
import type { Item } from "./items.ts";
import { openNames } from "./names.ts";

/** Those that exist, each once. */
export const present = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];
const texts = (items: readonly Item[], field: string): string[] =>
  present(items.map(({ values }) => (typeof values[field] === "string" ? values[field] : null)));

/**
 * Loads all that items may mean by their codes and references and name as brands, suppliers and categories, and the products
 * with these ids: a fixed number of statements, however many items.
 */
export async function loadChangeSet(
  db: Reader,
  items: readonly Item[],
  context: MutationContext,
  ids: readonly string[] = [],
): Promise<ChangeSet> {
  const set = new ChangeSet(openNames(context));
  const { brands, suppliers, categoryIds } = set.names;
  const codes = texts(items, "supplier_code");
  const named = texts(items, "category_id").map((id) => id.toLowerCase());
  const gtins = present(items.map(({ gtin14 }) => gtin14));
  const [known] = await Promise.all([
    named.length > 0 ? findKnownCategories(db, named) : [],
    brands.learn(db, texts(items, "brand_name")),
    suppliers.learn(db, codes),
    loadProducts(db, set, { ids, gtins, references: present(items.map(({ reference }) => reference)) }),
  ]);
  for (const id of known) categoryIds.add(id);
  const supplierIds = present(codes.map((code) => suppliers.get(code)?.id));
  if (supplierIds.length > 0 && set.changes.size > 0) {
    for (const link of await findTerms(db, supplierIds, [...set.changes.keys()])) set.loadLink(link);
  }
  return set;
}

interface Wanted {
  ids?: readonly string[];
  gtins?: readonly string[];
  /** What suppliers call them. */
  supplied?: readonly { supplierId: string; supplierReference: string }[];
  references?: readonly string[];
}

/** Loads products by what items say of them, and the variants that have their codes: one statement for each, two of suppliers. */
export async function loadProducts(
  db: Reader,
  set: ChangeSet,
  { ids = [], gtins = [], supplied = [], references = [] }: Wanted,
): Promise<void> {
  if (ids.length > 0) set.load(await findRowsByIds(db, ids));
  if (gtins.length > 0) {
    const [rows, variants] = await Promise.all([findRowsByGtins(db, gtins), findVariantsByGtins(db, gtins)]);
    set.load(rows);
    set.loadVariants(variants);
  }
  if (supplied.length > 0) {
    const found = await findSupplied(db, supplied);
    set.load(await findRowsByIds(db, present(found.map(({ productId }) => productId))));
    for (const { productId, supplierId, supplierReference } of found) {
      set.loadSupplierReference(productId, supplierId, supplierReference);
    }
  }
  if (references.length === 0) return;
  const known = [...set.changes.values()].flatMap(({ row }) => row.rowId ?? []);
  set.load(await findRowsByReferences(db, references, known));
}
