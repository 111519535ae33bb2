import type { MutationContext, Tx } from "../../db/ports.ts";
import { findTagsByKeys, insertTags, type Tag } from "../../db/tags/tags.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import { TAG_NAME_MAX } from "./schema.ts";

/** A tag of which only the name is known. */
export const newTag = (name: string, id: string, nowMs: number): Tag => ({
  id,
  name,
  nameKey: nameKey(name),
  slug: slugOf(name),
  color: null,
  version: 1,
  createdAtMs: nowMs,
  updatedAtMs: nowMs,
});

/**
 * Finds tags by name whatever its case and accents, and creates those there are not. Returns their ids by `nameKey`; a
 * name that is empty or too long is absent. Two statements for any number of names.
 */
export async function matchTags(
  tx: Tx,
  names: readonly string[],
  { now, newId }: MutationContext,
): Promise<Map<string, string>> {
  const byKey = firstByKey(new Set(names), nameKey);
  const known = await findTagsByKeys(tx, [...byKey.keys()]);
  const ids = new Map(known.map((tag) => [tag.nameKey, tag.id]));
  const fresh = [...byKey]
    .filter(([key, name]) => key !== "" && name.trim().length <= TAG_NAME_MAX && !ids.has(key))
    .map(([, name]) => newTag(name.trim(), newId(), now()));
  if (fresh.length > 0) await insertTags(tx, fresh);
  for (const tag of fresh) ids.set(tag.nameKey, tag.id);
  return ids;
}
