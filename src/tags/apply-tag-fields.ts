import type { Reader } from "../../db/ports.ts";
import { findTagsByKeys, type Tag } from "../../db/tags/tags.ts";
import { invalidBody } from "../http/errors.ts";
import { duplicate, given } from "../http/fields.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import type { TagFields } from "./schema.ts";

/** The tag with these fields; a new one gets its slug from its name. */
export function applyTagFields(tag: Tag, fields: TagFields): Tag {
  const name = given(fields.name?.trim(), tag.name);
  return {
    ...tag,
    name,
    nameKey: nameKey(name),
    slug: fields.slug ?? (tag.slug || slugOf(name)),
    color: given(fields.color?.toLowerCase() ?? fields.color, tag.color),
  };
}

/** Throws VALIDATION_FAILED for a name without a letter, and DUPLICATE_RESOURCE for one that another tag has. */
export async function requireFreeName(db: Reader, { id, nameKey: key }: Tag): Promise<void> {
  if (key === "") throw invalidBody([{ field: "name", type: "invalid_value" }]);
  const [other] = await findTagsByKeys(db, [key]);
  if (other && other.id !== id) throw duplicate("name", other.id);
}
