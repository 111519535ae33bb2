import { findContentOf } from "../../../db/content-variants/content-variants.ts";
import { listMediaOf } from "../../../db/media/media.ts";
import type { Reader } from "../../../db/ports.ts";
import { findRowsByGtins, findRowsByIds, findRowsByReferences } from "../../../db/products/match.ts";
import { findSupplied, findTerms } from "../../../db/sourcing/current-terms.ts";
import { findTagLinks } from "../../../db/tags/product-tags.ts";
import { findVariantsByGtins } from "../../../db/variants/variant-codes.ts";
import type { ChunkCatalog, Entry } from "./chunk-catalog.ts";
import { identityOf, type SuppliedRow, supplierKey } from "./chunk-row.ts";

const present = (keys: (string | null)[]): string[] => [...new Set(keys.filter((key) => key !== null))];

/** Loads the products that rows may mean: at most five statements, whatever the rows. */
export async function loadProducts(db: Reader, catalog: ChunkCatalog, rows: readonly SuppliedRow[]): Promise<void> {
  const meant = rows
    .filter(({ isSkipped }) => !isSkipped)
    .map((row) => ({ ...identityOf(row), supplierId: row.supplier?.id ?? null }));
  const ofVariants = rows.flatMap(({ place }) => place?.variant?.ean?.gtin14 ?? []);
  const gtins = present([...meant.map(({ gtin14 }) => gtin14), ...ofVariants]);
  if (gtins.length > 0) {
    const [rows, variants] = await Promise.all([findRowsByGtins(db, gtins), findVariantsByGtins(db, gtins)]);
    catalog.load(rows);
    for (const { gtin14, productId } of variants) catalog.loadVariant(gtin14, productId);
  }
  // A row whose EAN is known means that product, whatever else it says.
  const others = meant.filter(({ gtin14 }) => gtin14 === null || !catalog.byGtin(gtin14));
  await loadSupplied(db, catalog, others);
  const parents = rows.flatMap(({ place }) => (place ? [place.parent, place.alias] : []));
  const references = present([...others.map(({ reference }) => reference), ...parents]);
  if (references.length > 0) catalog.load(await findRowsByReferences(db, references));
}

async function loadSupplied(
  db: Reader,
  catalog: ChunkCatalog,
  meant: { supplierId: string | null; supplierReference: string | null }[],
): Promise<void> {
  const named = meant.flatMap(({ supplierId, supplierReference }) =>
    supplierId !== null && supplierReference !== null ? { supplierId, supplierReference } : [],
  );
  if (named.length === 0) return;
  const found = await findSupplied(db, named);
  catalog.load(await findRowsByIds(db, [...new Set(found.map(({ productId }) => productId))]));
  for (const { productId, supplierId, supplierReference } of found) {
    catalog.loadSupplierReference(productId, supplierKey(supplierId, supplierReference));
  }
}

/** What is needed of the products that rows mean besides the products themselves. */
export interface Needs {
  languages: string[];
  supplierIds: string[];
  tags: boolean;
  /** The products whose stored images count. */
  images: readonly Entry[];
}

/** Loads texts, supplier terms, tags and images of stored products: at most four statements. */
export async function loadDetails(
  db: Reader,
  entries: readonly Entry[],
  { languages, supplierIds, tags, images }: Needs,
): Promise<void> {
  // What is known of a product already may have been changed by this import: it stays.
  const stored = new Map(entries.flatMap((entry) => (entry.before ? [[entry.row.id, entry] as const] : [])));
  const ids = [...stored.keys()];
  if (ids.length === 0) return;
  if (languages.length > 0) await loadContent(db, stored, languages);
  for (const terms of supplierIds.length > 0 ? await findTerms(db, supplierIds, ids) : []) {
    const entry = stored.get(terms.productId);
    if (entry) entry.terms[terms.supplierId] ??= terms;
  }
  if (tags) await loadTags(db, stored);
  if (images.length > 0) await loadImages(db, images);
}

async function loadImages(db: Reader, entries: readonly Entry[]): Promise<void> {
  const ids = entries.map(({ row }) => row.id);
  const found = Map.groupBy(await listMediaOf(db, ids), ({ productId }) => productId);
  for (const entry of entries) entry.mediaUrls ??= found.get(entry.row.id)?.map(({ url }) => url) ?? [];
}

async function loadTags(db: Reader, stored: ReadonlyMap<string, Entry>): Promise<void> {
  const tags = new Map<string, Set<string>>();
  for (const { productId, tagId } of await findTagLinks(db, [...stored.keys()])) {
    tags.set(productId, (tags.get(productId) ?? new Set()).add(tagId));
  }
  for (const [id, entry] of stored) entry.tags ??= tags.get(id) ?? new Set();
}

async function loadContent(db: Reader, stored: ReadonlyMap<string, Entry>, languages: string[]): Promise<void> {
  for (const { productId, language, content } of await findContentOf(db, [...stored.keys()], languages)) {
    const entry = stored.get(productId);
    if (entry) entry.content[language] ??= content;
  }
}
