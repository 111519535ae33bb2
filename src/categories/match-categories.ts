import { findTakenSlugs, type PlacedSlug } from "../../db/categories/categories.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { firstByKey } from "../text/first-by-key.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOf } from "../text/slug.ts";
import { Category, type CategoryRow, DEPTH_MAX, keyOf } from "./category.ts";
import { freeSlug, placeUnder } from "./place-category.ts";

const NAME_MAX = 255;

/** Names from the root down. It is split at ">", or at "/" when it has no ">". */
function namesOf(path: string): string[] {
  const names = path.split(path.includes(">") ? ">" : "/");
  return names.map((name) => name.trim()).filter((name) => nameKey(name) !== "");
}

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
  const found = await Category.table.findBy(tx, "path_key", [...byKey.keys()]);
  const known = new Map<string, CategoryRow>(found.map((each) => [each.path_key, each]));
  const fresh: CategoryRow[] = [];
  const nowMs = now();
  // Parents come before their children, for both came out of a lineage.
  for (const [key, names] of create ? byKey : []) {
    if (known.has(key)) continue;
    const name = names.at(-1) ?? "";
    const category = placeUnder(
      Category.apply(Category.blank(newId(), nowMs), { name, slug: slugOf(name) }),
      // Its path begins as the parent's is written.
      known.get(keyOf(names.slice(0, -1))),
    );
    known.set(key, category);
    fresh.push(category);
  }
  if (fresh.length > 0) await Category.table.insert(tx, await withFreeSlugs(tx, fresh));
  return new Map([...known].map(([key, { id }]) => [key, id]));
}

/** Two names may have one slug; the second then gets another. */
async function withFreeSlugs(tx: Tx, fresh: readonly CategoryRow[]): Promise<CategoryRow[]> {
  const keyOf = ({ parent_id: parentId, slug }: Omit<PlacedSlug, "id">) => `${parentId} ${slug}`;
  const taken = new Set((await findTakenSlugs(tx, fresh)).map(keyOf));
  return fresh.map((category) => {
    const isTaken = taken.has(keyOf(category));
    taken.add(keyOf(category));
    return isTaken ? { ...category, slug: freeSlug(category.slug, category.id) } : category;
  });
}
