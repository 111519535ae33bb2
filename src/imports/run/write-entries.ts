import type { Author } from "../../../db/history/product-changes.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { commit } from "../../catalog/commit.ts";
import type { ProductChange } from "../../catalog/product-change.ts";
import type { StoredRows } from "../../catalog/store-rows.ts";
import { differingFields } from "../../products/fields/field-changes.ts";
import { variantChanges } from "./changed-variants.ts";
import type { Entry } from "./chunk-catalog.ts";
import { replaceImages } from "./replace-images.ts";

/**
 * Stores changed products. What products that were there before had in their fields goes to their history, under the name
 * of `author` when there is one; an import has one event for all. Returns the rows that were stored.
 */
export async function writeEntries(
  tx: Tx,
  entries: readonly Entry[],
  context: MutationContext,
  author: Author | undefined,
): Promise<StoredRows> {
  const images = await replaceImages(tx, entries, context.now());
  const reference = author?.kind === "import" ? author.id : null;
  const changes = entries.map((entry) => ({ ...changeOf(entry, reference), images: images.get(entry) }));
  return commit(tx, changes, context, { movement: "import", isSilent: true, ...(author && { author }) });
}

/** What an import has done to a product. */
const changeOf = (entry: Entry, reference: string | null): ProductChange => {
  const { before, row, tags, tagsBefore, contentChanges } = entry;
  const { moves, ...variants } = variantChanges(entry, reference);
  return {
    before,
    row,
    changed: before ? differingFields(before, row) : [],
    terms: termsOf(entry),
    moves: [...movesOf(entry, reference), ...moves],
    ...variants,
    tags: tagsBefore && { before: tagsBefore, after: tags ?? [] },
    texts: contentChanges,
  };
};

const termsOf = ({ terms, termsChanged }: Entry) =>
  [...termsChanged].map((supplierId) => ({
    supplierId,
    supplierReference: terms[supplierId]?.supplierReference ?? undefined,
    costPriceCents: terms[supplierId]?.costPriceCents ?? undefined,
    stock: terms[supplierId]?.stock ?? undefined,
  }));

/** What stock records of a product held, and what they hold now. */
const movesOf = ({ row, stockBefore, terms }: Entry, reference: string | null) =>
  Object.entries(stockBefore).map(([supplierId, before]) => ({
    supplierId: supplierId || null,
    before,
    after: (supplierId ? terms[supplierId]?.stock : row.genericStock) ?? 0,
    reference,
  }));
