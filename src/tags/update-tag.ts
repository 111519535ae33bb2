import { mutation } from "../../db/ports.ts";
import { type CountedTag, findTag, updateTag as storeTag } from "../../db/tags/tags.ts";
import { required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { touchOwned } from "../products/touch-owned.ts";
import { applyTagFields, requireFreeName } from "./apply-tag-fields.ts";
import type { TagFields } from "./schema.ts";

interface TagChange {
  id: string;
  fields: TagFields;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes a tag; with nothing new nothing is written. The products that have it notice. Throws NOT_FOUND,
 * PRECONDITION_FAILED, VALIDATION_FAILED and DUPLICATE_RESOURCE.
 */
export const updateTag = mutation(
  "tags.update",
  async (tx, { id, fields, expected }: TagChange, context): Promise<CountedTag> => {
    const { productCount, ...before } = required(await findTag(tx, id), "tag", id);
    requireVersion(expected, before.version);
    const tag = applyTagFields(before, fields);
    if (JSON.stringify(tag) === JSON.stringify(before)) return { ...before, productCount };
    await requireFreeName(tx, tag);
    const changed = { ...tag, updatedAtMs: context.now(), version: before.version + 1 };
    await storeTag(tx, changed);
    await touchOwned(tx, "tag", [id], context);
    return { ...changed, productCount };
  },
);
