import { mutation } from "../../db/ports.ts";
import { deleteCount } from "../../db/products/owned.ts";
import { deleteTagLinks, listTagged } from "../../db/tags/product-tags.ts";
import { deleteTag as eraseTag, findTag } from "../../db/tags/tags.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { TOUCHED_MAX, touchOwnedChunk } from "../products/touch-owned.ts";

interface TagDeletion {
  id: string;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/**
 * Deletes a tag, or, as long as more than 500 products have it, takes it off some of them: call it until it is done.
 * Throws NOT_FOUND and PRECONDITION_FAILED.
 */
export const deleteTag = mutation(
  "tags.delete",
  async (tx, { id, expected }: TagDeletion, context): Promise<{ isDone: boolean }> => {
    const tag = required(await findTag(tx, id), "tag", id);
    requireVersion(expected, tag.version);
    const links = await listTagged(tx, id, TOUCHED_MAX);
    await deleteTagLinks(tx, links);
    await touchOwnedChunk.run(tx, { ids: links.map(({ productId }) => productId) }, context);
    if (links.length === TOUCHED_MAX) return { isDone: false };
    await eraseTag(tx, id);
    await deleteCount(tx, id);
    const details = { name: tag.name, products: tag.productCount };
    await noteAudit(tx, context, { action: "tag.deleted", resource: "tag", resourceId: id, details });
    return { isDone: true };
  },
);
