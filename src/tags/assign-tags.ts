import { mutation, type Tx } from "../../db/ports.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import {
  deleteTagLinks,
  findKnownTags,
  findTagLinks,
  insertTagLinks,
  type TagLink,
} from "../../db/tags/product-tags.ts";
import { touchProducts } from "../catalog/touch-products.ts";
import { unknownReference } from "../http/input/fields.ts";
import { invalidBody } from "../http/output/errors.ts";
import { TAGS_MAX } from "./schema.ts";

interface Assignment {
  productIds: string[];
  add: string[];
  remove: string[];
}

/**
 * Gives products tags and takes others off them; what is in both lists stays. Products that there are not are named.
 * Throws VALIDATION_FAILED for unknown tags and for more than 50 tags on a product, and then changes nothing.
 */
export const assignTags = mutation(
  "tags.assign",
  async (tx, { productIds, add, remove }: Assignment, context): Promise<{ updated: number; notFound: string[] }> => {
    await requireTags(tx, { add, remove });
    const wanted = [...new Set(productIds)];
    const live = new Set((await findRowsByIds(tx, wanted)).flatMap((row) => (row.deletedAtMs === null ? row.id : [])));
    const had = new Map<string, Set<string>>([...live].map((id) => [id, new Set()]));
    for (const { productId, tagId } of await findTagLinks(tx, [...live])) had.get(productId)?.add(tagId);
    const added: TagLink[] = [];
    const removed: TagLink[] = [];
    for (const [productId, tags] of had) {
      const fresh = add.filter((tagId) => !tags.has(tagId));
      const stale = remove.filter((tagId) => tags.has(tagId) && !add.includes(tagId));
      if (tags.size + fresh.length - stale.length > TAGS_MAX) throw tooMany(productIds.indexOf(productId));
      added.push(...fresh.map((tagId) => ({ productId, tagId })));
      removed.push(...stale.map((tagId) => ({ productId, tagId })));
    }
    if (removed.length > 0) await deleteTagLinks(tx, removed);
    if (added.length > 0) await insertTagLinks(tx, added);
    const changed = [...new Set([...added, ...removed].map(({ productId }) => productId))];
    await touchProducts(
      tx,
      changed.map((productId) => ({ productId, updatedFields: ["tags"] })),
      context,
    );
    return { updated: live.size, notFound: wanted.filter((id) => !live.has(id)) };
  },
);

const tooMany = (index: number) =>
  invalidBody([{ field: `product_ids.${index}`, type: "too_long", key: "tags.too_many", params: { limit: TAGS_MAX } }]);

/** Throws VALIDATION_FAILED that names the tags which there are not. */
async function requireTags(tx: Tx, lists: { add: string[]; remove: string[] }): Promise<void> {
  const known = await findKnownTags(tx, [...lists.add, ...lists.remove]);
  const unknown = Object.entries(lists).flatMap(([name, ids]) =>
    ids.flatMap((id, index) => (known.has(id) ? [] : `${name}.${index}`)),
  );
  if (unknown.length > 0) throw unknownReference(...unknown);
}
