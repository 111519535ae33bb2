import { type MutationContext, mutation, type Reader, type Tx } from "../../../db/ports.ts";
import { findKnownTags } from "../../../db/products/known-ids.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { findTagLinks } from "../../../db/tags/product-tags.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import type { CommitOrigin } from "../../products/changes/commit/commit.ts";
import { type Touch, touchProducts } from "../../products/changes/commit/touch-products.ts";
import { TAGS_MAX } from "./schema.ts";

interface Assignment {
  productIds: string[];
  add: string[];
  remove: string[];
}

/**
 * Gives products tags and takes others off them; what is in both lists stays. Unknown products are named. Throws
 * VALIDATION_FAILED for unknown tags and for more than 50 tags on a product, and then changes nothing.
 */
export const assignTags = mutation(
  "tags.assign",
  async (tx, { productIds, add, remove }: Assignment, context): Promise<{ updated: number; notFound: string[] }> => {
    await requireTags(tx, { add, remove });
    const wanted = [...new Set(productIds)];
    const { live, changes, full } = await tagChanges(tx, wanted, { add, remove });
    const [first] = full;
    if (first !== undefined) throw tooMany(productIds.indexOf(first));
    await storeTags(tx, changes, context);
    return { updated: live.size, notFound: wanted.filter((id) => !live.has(id)) };
  },
);

/** The tags that a product loses and gains. */
export interface TagChange {
  productId: string;
  stale: string[];
  fresh: string[];
}

/** What becomes of the tags of these products: of those that change; and those that would have more than 50. */
export async function tagChanges(
  db: Reader,
  productIds: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
) {
  const rows = await findRowsByIds(db, productIds);
  const live = new Set(rows.flatMap((row) => (row.deletedAtMs === null ? row.id : [])));
  const had = new Map<string, Set<string>>([...live].map((id) => [id, new Set()]));
  for (const { productId, tagId } of await findTagLinks(db, [...live])) had.get(productId)?.add(tagId);
  const changes: TagChange[] = [];
  const full: string[] = [];
  for (const [productId, tags] of had) {
    const fresh = add.filter((tagId) => !tags.has(tagId));
    const stale = remove.filter((tagId) => tags.has(tagId) && !add.includes(tagId));
    if (tags.size + fresh.length - stale.length > TAGS_MAX) full.push(productId);
    else if (fresh.length + stale.length > 0) changes.push({ productId, stale, fresh });
  }
  return { live, changes, full };
}

/** Stores what tags products lose and gain. */
export async function storeTags(
  tx: Tx,
  changes: readonly TagChange[],
  context: MutationContext,
  origin: CommitOrigin = {},
): Promise<void> {
  const touches = changes.map(
    ({ productId, stale, fresh }): Touch => ({
      productId,
      updatedFields: ["tags"],
      tags: { before: stale, after: fresh },
    }),
  );
  await touchProducts(tx, touches, context, origin);
}

/** What refuses a product that would have too many tags. */
export const tooManyTags = () =>
  invalidBody([{ field: "fields.add", type: "too_long", key: "tags.too_many", params: { limit: TAGS_MAX } }]);

const tooMany = (index: number) =>
  invalidBody([{ field: `product_ids.${index}`, type: "too_long", key: "tags.too_many", params: { limit: TAGS_MAX } }]);

/** Throws VALIDATION_FAILED that names the unknown tags; `under`: where the lists stand in the request. */
export async function requireTags(
  tx: Tx,
  lists: { add: string[]; remove: string[] },
  under: "" | "fields." = "",
): Promise<void> {
  const known = await findKnownTags(tx, [...lists.add, ...lists.remove]);
  const unknown = Object.entries(lists).flatMap(([name, ids]) =>
    ids.flatMap((id, index) => (known.has(id) ? [] : `${under}${name}.${index}`)),
  );
  if (unknown.length > 0) throw unknownReference(...unknown);
}
