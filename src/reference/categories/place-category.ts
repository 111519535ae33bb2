import { type CategoryPlace, findTakenSlugs, listSubtree, moveDescendants } from "../../../db/categories/categories.ts";
import type { MutationContext, Reader, Tx } from "../../../db/ports.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { ApiError, type FieldProblem, invalidBody } from "../../http/output/errors.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { touchOwned } from "../../products/changes/commit/touch-owned.ts";
import { slugOf } from "../../text/name-key.ts";
import { Category, type CategoryRow, DEPTH_MAX, keyOf, SEPARATOR } from "./category.ts";

/** A category below another one, or at the root: what follows from that and from its name. */
export function placeUnder(category: CategoryRow, parent: CategoryRow | undefined): CategoryRow {
  const path = parent ? parent.path + SEPARATOR + category.name : category.name;
  const level = parent ? parent.level + 1 : 0;
  return { ...category, parent_id: parent?.id ?? null, level, path, path_key: keyOf(path.split(SEPARATOR)) };
}

/** A slug that no sibling has: the end of the id distinguishes it from theirs. */
export const freeSlug = (slug: string, id: string): string => `${slug}-${id.slice(-8)}`;

/**
 * The category with a slug that no sibling has: the given one, else its own or one of its name. Throws
 * DUPLICATE_RESOURCE for a given one that is taken.
 */
export async function withFreeSlug(db: Reader, category: CategoryRow, given?: string): Promise<CategoryRow> {
  const slug = given ?? (category.slug || slugOf(category.name));
  const found = await findTakenSlugs(db, [{ parent_id: category.parent_id, slug }]);
  const other = found.find(({ id }) => id !== category.id);
  if (!other) return { ...category, slug };
  if (given !== undefined) throw duplicateResource("slug", given, other.id, "category");
  return { ...category, slug: freeSlug(slug, category.id) };
}

/** What is wrong with a category's place when it would lie too deep. */
const tooDeep = (field: string): FieldProblem => ({
  field,
  type: "out_of_range",
  key: "categories.too_deep",
  params: { limit: DEPTH_MAX },
});

/** Throws INVALID_PARAMETER when the deepest category, at this level, would lie below the tenth. */
export function requireDepthOfQuery(level: number): void {
  if (level >= DEPTH_MAX) throw new ApiError("INVALID_PARAMETER", { fields: [tooDeep("reassign_to")] });
}

/** The category that is to lie above. Throws VALIDATION_FAILED when it cannot. */
export async function findParent(db: Reader, { id, parent_id: parentId, level }: CategoryRow) {
  if (parentId === null) return undefined;
  const parent = await Category.table.find(db, parentId);
  if (!parent) throw unknownReference("parent_id");
  const subtree = await listSubtree(db, id);
  if (subtree.some((each) => each.id === parentId)) {
    throw invalidBody([{ field: "parent_id", type: "invalid_value", key: "categories.below_itself" }]);
  }
  // A new one is not among them yet.
  const deepest = Math.max(level, ...subtree.map((each) => each.level));
  if (deepest - level + parent.level + 1 >= DEPTH_MAX) throw invalidBody([tooDeep("parent_id")]);
  return parent;
}

/** Lets all below a category that has moved follow; the products notice another path. */
export async function followPath(
  tx: Tx,
  before: CategoryPlace,
  after: CategoryPlace,
  context: MutationContext,
): Promise<void> {
  if (after.path === before.path) return;
  await moveDescendants(tx, before, after, context.now());
  const subtree = await listSubtree(tx, after.id);
  const ids = subtree.map(({ id }) => id);
  await touchOwned(tx, "category", ids, context);
}
