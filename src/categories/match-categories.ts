import {
  type CategoryPlace,
  findCategoriesByPaths,
  findTakenSlugs,
  insertCategories,
} from "../../db/categories/categories.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";

/** Levels of the tree, the root's among them. */
export const DEPTH_MAX = 10;
const NAME_MAX = 255;
export const SEPARATOR = " > ";

/** Names from the root down. It is split at ">", or at "/" when it has no ">". */
function namesOf(path: string): string[] {
  const names = path.split(path.includes(">") ? ">" : "/");
  return names.map((name) => name.trim()).filter((name) => nameKey(name) !== "");
}

const keyOf = (names: readonly string[]): string => names.map(nameKey).join(SEPARATOR);

/** The form in which paths are compared: the keys of the names, joined with " > ". */
export const pathKeyOf = (path: string): string => keyOf(namesOf(path));

/** The names of a category and of each one it lies under, the root first. */
const lineage = (names: string[]): string[][] => names.map((_, index) => names.slice(0, index + 1));

const isAcceptable = (names: readonly string[]): boolean =>
  names.length <= DEPTH_MAX && names.every((name) => name.length <= NAME_MAX);

/**
 * Finds categories by path whatever its case and accents, and creates those there are not, with all above them, when
 * `create` says so. Returns their ids by `pathKeyOf`; a path that is empty, too deep, too long or not found is absent.
 * Three statements for any number of paths.
 */
export async function matchCategories(
  tx: Tx,
  paths: readonly string[],
  { create }: { create: boolean },
  { now, newId }: MutationContext,
): Promise<Map<string, string>> {
  const wanted = [...new Set(paths)].map(namesOf).filter(isAcceptable).flatMap(lineage);
  const byKey = firstByKey(wanted, keyOf);
  const known = new Map((await findCategoriesByPaths(tx, [...byKey.keys()])).map((each) => [each.pathKey, each]));
  const fresh: CategoryPlace[] = [];
  // Parents come before their children, for both came out of a lineage.
  for (const [key, names] of create ? byKey : []) {
    if (known.has(key)) continue;
    const category = childOf(known.get(keyOf(names.slice(0, -1))), names, newId());
    known.set(key, category);
    fresh.push(category);
  }
  if (fresh.length > 0) await insertCategories(tx, await withFreeSlugs(tx, fresh), now());
  return new Map([...known].map(([key, { id }]) => [key, id]));
}

/** A slug that no sibling has: the end of the id tells it from theirs. */
export const freeSlug = (slug: string, id: string): string => `${slug}-${id.slice(-8)}`;

/** Two names may have one slug; the second then gets another. */
async function withFreeSlugs(tx: Tx, fresh: readonly CategoryPlace[]): Promise<CategoryPlace[]> {
  const keyOf = ({ parentId, slug }: Pick<CategoryPlace, "parentId" | "slug">) => `${parentId} ${slug}`;
  const taken = new Set((await findTakenSlugs(tx, fresh)).map(keyOf));
  return fresh.map((category) => {
    const isTaken = taken.has(keyOf(category));
    taken.add(keyOf(category));
    return isTaken ? { ...category, slug: freeSlug(category.slug, category.id) } : category;
  });
}

/** A new category under `parent`, or a root. Its path begins as the parent's is written. */
function childOf(parent: CategoryPlace | undefined, names: readonly string[], id: string): CategoryPlace {
  const name = names.at(-1) ?? "";
  return {
    id,
    parentId: parent?.id ?? null,
    name,
    nameKey: nameKey(name),
    slug: slugOf(name),
    path: parent ? parent.path + SEPARATOR + name : name,
    pathKey: keyOf(names),
    level: parent ? parent.level + 1 : 0,
  };
}
