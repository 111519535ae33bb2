import { textHash } from "../../db/text-hash.ts";
import { entryOf, type IndexEntry } from "../../search/libsql/write-index.ts";
import { type PackedSource, sourceOf } from "../../search/product-sources.ts";
import { documentOf, factsOf } from "../../src/search/document.ts";

/** What distinguishes one source of a product from another. */
export const sourceHash = ({ packed }: PackedSource): number => textHash(packed);

/** What libSQL's index is to hold of a product. */
export function indexEntry(packed: PackedSource, tag: string): IndexEntry {
  const source = sourceOf(packed);
  return entryOf(documentOf(source), { facts: factsOf(source), sourceHash: sourceHash(packed), tag });
}
