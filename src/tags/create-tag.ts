import { mutation } from "../../db/ports.ts";
import { type CountedTag, insertTags } from "../../db/tags/tags.ts";
import { applyTagFields, requireFreeName } from "./apply-tag-fields.ts";
import { newTag } from "./match-tags.ts";
import type { TagFields } from "./schema.ts";

/** Creates a tag. Throws VALIDATION_FAILED and DUPLICATE_RESOURCE for its name. */
export const createTag = mutation(
  "tags.create",
  async (tx, { fields }: { fields: TagFields }, { now, newId }): Promise<CountedTag> => {
    const tag = applyTagFields(newTag("", newId(), now()), fields);
    await requireFreeName(tx, tag);
    await insertTags(tx, [tag]);
    return { ...tag, productCount: 0 };
  },
);
