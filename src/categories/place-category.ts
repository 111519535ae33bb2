import {
  type Category,
  type CategoryPlace,
  findCategoriesByPaths,
  findTakenSlugs,
} from "../../db/categories/categories.ts";
import type { Reader } from "../../db/ports.ts";
import { duplicate } from "../http/fields.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import { freeSlug, SEPARATOR } from "./match-categories.ts";

/** A category below another one, or at the root: what follows from that and from its name. */
export function placeUnder<T extends Category>(category: T, parent: CategoryPlace | undefined): T {
  const key = nameKey(category.name);
  return {
    ...category,
    nameKey: key,
    parentId: parent?.id ?? null,
    level: parent ? parent.level + 1 : 0,
    path: parent ? parent.path + SEPARATOR + category.name : category.name,
    pathKey: parent ? parent.pathKey + SEPARATOR + key : key,
  };
}

/** Throws DUPLICATE_RESOURCE for a name that a sibling has. */
export async function requireFreePath(db: Reader, { id, pathKey }: CategoryPlace): Promise<void> {
  const [other] = await findCategoriesByPaths(db, [pathKey]);
  if (other && other.id !== id) throw duplicate("name", other.id);
}

/**
 * The category with a slug that no sibling has: the given one, else its own or one of its name. Throws
 * DUPLICATE_RESOURCE for a given one that is taken.
 */
export async function withSlug<T extends CategoryPlace>(db: Reader, category: T, given?: string): Promise<T> {
  const slug = given ?? (category.slug || slugOf(category.name));
  const found = await findTakenSlugs(db, [{ parentId: category.parentId, slug }]);
  const other = found.find(({ id }) => id !== category.id);
  if (!other) return { ...category, slug };
  if (given !== undefined) throw duplicate("slug", other.id);
  return { ...category, slug: freeSlug(slug, category.id) };
}
