import { listSubtree } from "../../../db/categories/categories.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { invalidParameter } from "../../http/output/errors.ts";
import { duplicateResource } from "../../http/output/faults/duplicate-resource.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { inUse } from "../../products/changes/in-use.ts";
import { reassignProducts } from "../../products/changes/reassign-products.ts";
import { Category, type CategoryRow } from "./category.ts";
import { findParent, followPath, placeUnder, requireDepthOfQuery, withFreeSlug } from "./place-category.ts";

interface CategoryDeletion {
  /** The category that gets its products and children, `parent` for the one above; `null`: nothing is said. */
  reassignTo: string | null;
  /** Leaves its products without a category, and moves its children up. */
  force: boolean;
}

/** The id of the category that takes the place of a deleted one. */
const targetIdOf = (category: CategoryRow, { reassignTo }: CategoryDeletion) =>
  reassignTo === "parent" ? category.parent_id : reassignTo;

/** The category that is to take a place. */
async function findTarget(tx: Tx, { id }: CategoryRow, targetId: string) {
  const target = await Category.require(tx, targetId);
  const subtree = await listSubtree(tx, id);
  if (subtree.some((each) => each.id === targetId)) {
    throw invalidParameter([{ field: "reassign_to", type: "invalid_value", key: "reference.itself" }]);
  }
  return target;
}

/** Where the children go, before anything is written. */
async function placeAll(tx: Tx, children: readonly CategoryRow[], above: CategoryRow | undefined) {
  const moved: { before: CategoryRow; after: CategoryRow }[] = [];
  for (const before of children) {
    const located = placeUnder(before, above);
    const [other] = await Category.table.findBy(tx, "path_key", [located.path_key]);
    if (other && other.id !== before.id) throw duplicateResource("name", before.name, other.id, "category");
    const levels = (await listSubtree(tx, before.id)).map(({ level }) => level);
    requireDepthOfQuery(Math.max(...levels) + located.level - before.level);
    moved.push({ before, after: await withFreeSlug(tx, located) });
  }
  return moved;
}

/** Gives another category what lies in one that is deleted, 500 products at a time; answers whether it is empty. */
async function empty(
  tx: Tx,
  category: CategoryRow & { product_count: number },
  how: CategoryDeletion,
  context: MutationContext,
): Promise<boolean> {
  const children = await Category.table.listAll(tx, conditionsOf({ parent_id: category.id }), "name_key");
  const { product_count } = category;
  if (how.reassignTo === null && !how.force && (product_count > 0 || children.length > 0)) {
    throw inUse("reference.reassign", { product_count, children_count: children.length });
  }
  const targetId = targetIdOf(category, how);
  const target = targetId === null ? undefined : await findTarget(tx, category, targetId);
  const isLifted = how.reassignTo === null && category.parent_id !== null;
  const above = isLifted ? await Category.table.find(tx, category.parent_id ?? "") : target;
  const moved = await placeAll(tx, children, above);
  const products = { from: category.id, to: target?.id ?? null };
  if ((await reassignProducts(tx, "category", products, context)).more) return false;
  for (const { before, after } of moved) {
    await Category.table.update(tx, [{ ...after, updated_at_ms: context.now() }]);
    await followPath(tx, before, after, context);
  }
  return true;
}

/** All that lies below a category follows it, and the products of all of them notice another path. */
export const categoryChanges = changesOf("categories", Category, {
  unique: { field: "name", column: "path_key" },
  complete: async (tx, category, { slug }) =>
    withFreeSlug(tx, placeUnder(category, await findParent(tx, category)), slug),
  changed: (tx, { before, after }, context) => followPath(tx, before, after, context),
  empty,
  audit: {
    deleted: "category.deleted",
    details: (category, how) => ({
      path: category.path,
      products: category.product_count,
      reassigned_to: how ? targetIdOf(category, how) : null,
    }),
  },
});
