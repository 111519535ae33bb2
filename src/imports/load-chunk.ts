import { findContentOf } from "../../db/content-variants/content-variants.ts";
import { findGenericStock, findTerms } from "../../db/imports/current-terms.ts";
import type { Reader } from "../../db/ports.ts";
import { findRowsByGtins, findRowsByReferences, findRowsBySupplierReferences } from "../../db/products/match.ts";
import type { ChunkCatalog, Entry } from "./chunk-catalog.ts";
import { type ChunkRow, identityOf, type RunSettings } from "./chunk-row.ts";

const present = (keys: (string | null)[]): string[] => [...new Set(keys.filter((key) => key !== null))];

/** Loads the products that rows may mean: at most three statements, whatever the rows. */
export async function loadProducts(
  db: Reader,
  catalog: ChunkCatalog,
  rows: readonly ChunkRow[],
  { supplierId }: RunSettings,
): Promise<void> {
  const identities = rows.filter(({ isSkipped }) => !isSkipped).map(identityOf);
  const gtins = present(identities.map(({ gtin14 }) => gtin14));
  if (gtins.length > 0) catalog.load(await findRowsByGtins(db, gtins));
  // A row whose EAN is known means that product, whatever else it says.
  const others = identities.filter(({ gtin14 }) => gtin14 === null || !catalog.byGtin(gtin14));
  const supplierReferences = present(others.map(({ supplierReference }) => supplierReference));
  if (supplierId !== null && supplierReferences.length > 0) {
    catalog.loadSupplierMatches(await findRowsBySupplierReferences(db, supplierId, supplierReferences));
  }
  const references = present(others.map(({ reference }) => reference));
  if (references.length > 0) catalog.load(await findRowsByReferences(db, references));
}

/** What is needed of the products that rows mean besides the products themselves. */
export interface Needs {
  languages: string[];
  stock: boolean;
}

/** Loads texts, supplier terms and stock of stored products: at most three statements. */
export async function loadDetails(
  db: Reader,
  entries: readonly Entry[],
  { supplierId }: RunSettings,
  { languages, stock }: Needs,
): Promise<void> {
  const stored = new Map(entries.flatMap((entry) => (entry.before ? [[entry.row.id, entry] as const] : [])));
  const ids = [...stored.keys()];
  if (ids.length === 0) return;
  if (languages.length > 0) await loadContent(db, stored, languages);
  if (supplierId !== null) {
    for (const [id, terms] of await findTerms(db, supplierId, ids)) fillIn(stored.get(id), { terms });
  } else if (stock) {
    for (const [id, genericStock] of await findGenericStock(db, ids)) fillIn(stored.get(id), { genericStock });
  }
}

/** What is known of a product already may have been changed by this import: it stays. */
function fillIn(
  entry: Entry | undefined,
  { terms, genericStock }: Partial<Pick<Entry, "terms" | "genericStock">>,
): void {
  if (!entry) return;
  entry.terms ??= terms;
  entry.genericStock ??= genericStock ?? null;
}

async function loadContent(db: Reader, stored: ReadonlyMap<string, Entry>, languages: string[]): Promise<void> {
  for (const { productId, language, content } of await findContentOf(db, [...stored.keys()], languages)) {
    const entry = stored.get(productId);
    if (entry) entry.content[language] ??= content;
  }
}
