import { mutation, type Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { findKnownTags, findTagLinks } from "../../../db/tags/product-tags.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
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
    const live = new Set((await findRowsByIds(tx, wanted)).flatMap((row) => (row.deletedAtMs === null ? row.id : [])));
    const had = new Map<string, Set<string>>([...live].map((id) => [id, new Set()]));
    for (const { productId, tagId } of await findTagLinks(tx, [...live])) had.get(productId)?.add(tagId);
    const touches: Touch[] = [];
    for (const [productId, tags] of had) {
      const fresh = add.filter((tagId) => !tags.has(tagId));
      const stale = remove.filter((tagId) => tags.has(tagId) && !add.includes(tagId));
      if (tags.size + fresh.length - stale.length > TAGS_MAX) throw tooMany(productIds.indexOf(productId));
      if (fresh.length + stale.length === 0) continue;
      touches.push({ productId, updatedFields: ["tags"], tags: { before: stale, after: fresh } });
    }
    await touchProducts(tx, touches, context);
    return { updated: live.size, notFound: wanted.filter((id) => !live.has(id)) };
  },
);

const tooMany = (index: number) =>
  invalidBody([{ field: `product_ids.${index}`, type: "too_long", key: "tags.too_many", params: { limit: TAGS_MAX } }]);

/** Throws VALIDATION_FAILED that names the unknown tags. */
async function requireTags(tx: Tx, lists: { add: string[]; remove: string[] }): Promise<void> {
  const known = await findKnownTags(tx, [...lists.add, ...lists.remove]);
  const unknown = Object.entries(lists).flatMap(([name, ids]) =>
    ids.flatMap((id, index) => (known.has(id) ? [] : `${name}.${index}`)),
  );
  if (unknown.length > 0) throw unknownReference(...unknown);
}
