import type { Reader } from "../../db/ports.ts";
import { findFacts } from "../../search/meilisearch/facts.ts";
import { type RemoteDocument, remoteWords } from "../../search/meilisearch/remote-index.ts";
import type { ProductSource } from "../../search/product-sources.ts";
import { documentOf } from "../../src/search/document.ts";

/** What Meilisearch is to hold of the live ones of these products. */
export async function remoteDocuments(db: Reader, sources: readonly ProductSource[]): Promise<RemoteDocument[]> {
  const facts = await findFacts(
    db,
    sources.map(({ rowId }) => rowId),
  );
  return sources.flatMap((source) => {
    const known = facts.get(source.rowId);
    const { words } = documentOf(source);
    return known && words ? [{ ...known, ...remoteWords(words) }] : [];
  });
}
