import { findContentOf } from "../../../../db/content-variants/content-variants.ts";
import { listMediaOf } from "../../../../db/media/media.ts";
import type { Reader } from "../../../../db/ports.ts";
import { findTerms } from "../../../../db/sourcing/current-terms.ts";
import { findTagLinks } from "../../../../db/tags/product-tags.ts";
import type { ChangeSet, PendingChange } from "../../../products/changes/set/change-set.ts";
import { loadProducts, present } from "../../../products/changes/set/load.ts";
import { identityOf, type SuppliedRow } from "../row/chunk-row.ts";

/** Loads the products that rows may mean: at most five statements, for any rows. */
export async function loadMeant(db: Reader, set: ChangeSet, rows: readonly SuppliedRow[]): Promise<void> {
  const meant = rows
    .filter(({ isSkipped }) => !isSkipped)
    .map((row) => ({ ...identityOf(row), supplier: row.supplier }));
  const ofVariants = rows.flatMap(({ place }) => place?.variant?.ean?.gtin14 ?? []);
  await loadProducts(db, set, { gtins: present([...meant.map(({ gtin14 }) => gtin14), ...ofVariants]) });
  // A row whose EAN is known means that product, regardless of its other values.
  const others = meant.filter(({ gtin14 }) => !set.byGtin(gtin14));
  const supplied = others.flatMap(({ supplier, supplierReference }) =>
    supplier && supplierReference !== null ? { supplierId: supplier.id, supplierReference } : [],
  );
  const parents = rows.flatMap(({ place }) => (place ? [place.parent, place.alias] : []));
  const references = present([...others.map(({ reference }) => reference), ...parents]);
  await loadProducts(db, set, { supplied, references });
}

/** What is needed of the products that rows mean besides the products themselves. */
export interface Needs {
  languages: string[];
  supplierIds: string[];
  tags: boolean;
  /** The ids of those whose stored images count. */
  images: readonly string[];
}

type Stored = ReadonlyMap<string, PendingChange["parts"]>;

/**
 * Loads texts, supplier terms, tags and images of stored products: at most four statements. What is known of a product
 * already may have been changed by this import: it stays.
 */
export async function loadDetails(
  db: Reader,
  changes: readonly PendingChange[],
  { languages, supplierIds, tags, images }: Needs,
): Promise<void> {
  const stored: Stored = new Map(changes.flatMap(({ before, row, parts }) => (before ? [[row.id, parts]] : [])));
  if (stored.size === 0) return;
  if (languages.length > 0) await loadTexts(db, stored, languages);
  if (supplierIds.length > 0) await loadTerms(db, stored, supplierIds);
  if (tags) await loadTags(db, stored);
  if (images.length > 0) await loadImages(db, stored, images);
}

async function loadTexts(db: Reader, stored: Stored, languages: string[]): Promise<void> {
  for (const { productId, language, content } of await findContentOf(db, [...stored.keys()], languages)) {
    const parts = stored.get(productId);
    if (parts) parts.texts[language] ??= content;
  }
}

async function loadTerms(db: Reader, stored: Stored, supplierIds: string[]): Promise<void> {
  for (const terms of await findTerms(db, supplierIds, [...stored.keys()])) {
    const parts = stored.get(terms.productId);
    if (parts) parts.terms[terms.supplierId] ??= terms;
  }
}

async function loadTags(db: Reader, stored: Stored): Promise<void> {
  const found = Map.groupBy(await findTagLinks(db, [...stored.keys()]), ({ productId }) => productId);
  for (const [id, parts] of stored) parts.tags ??= new Set(found.get(id)?.map(({ tagId }) => tagId));
}

async function loadImages(db: Reader, stored: Stored, ids: readonly string[]): Promise<void> {
  const found = Map.groupBy(await listMediaOf(db, ids), ({ productId }) => productId);
  for (const id of ids) {
    const parts = stored.get(id);
    if (parts) parts.imageUrls ??= found.get(id)?.map(({ url }) => url) ?? [];
  }
}
