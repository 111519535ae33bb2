import {
  type Category,
  type CategoryPlace,
  type CountedCategory,
  findCategory,
  listSubtree,
  moveDescendants,
  updateCategory as storeCategory,
} from "../../db/categories/categories.ts";
import { type MutationContext, mutation, type Tx } from "../../db/ports.ts";
import { invalidBody, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { given, trimmed, unknownReference } from "../http/fields.ts";
import { touchOwned } from "../products/touch-owned.ts";
import { placeUnder, requireFreePath, withSlug } from "./place-category.ts";
import { requireDepth } from "./require-depth.ts";
import type { CategoryFields } from "./schema.ts";

interface CategoryChange {
  id: string;
  fields: CategoryFields;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

/**
 * Changes or moves a category; with nothing new nothing is written. All below it follow, and the products of all of them
 * notice another path. Throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_FAILED for a parent that there is not, that
 * lies below it, or under which it would lie too deep, and DUPLICATE_RESOURCE for its name or slug.
 */
export const updateCategory = mutation(
  "categories.update",
  async (tx, { id, fields, expected }: CategoryChange, context): Promise<CountedCategory> => {
    const { productCount, ...before } = required(await findCategory(tx, id), "category", id);
    requireVersion(expected, before.version);
    const category = await applyFields(tx, before, fields);
    if (JSON.stringify(category) === JSON.stringify(before)) return { ...before, productCount };
    const changed = { ...category, updatedAtMs: context.now(), version: before.version + 1 };
    await storePlace(tx, before, changed, context);
    return { ...changed, productCount };
  },
);

async function applyFields(tx: Tx, before: Category, fields: CategoryFields): Promise<Category> {
  const parentId = given(fields.parent_id?.toLowerCase() ?? fields.parent_id, before.parentId);
  const named = {
    ...before,
    name: given(fields.name?.trim(), before.name),
    description: trimmed(given(fields.description, before.description)),
    sortOrder: given(fields.sort_order, before.sortOrder),
    isActive: given(fields.is_active, before.isActive),
  };
  const placed = placeUnder(named, await findParent(tx, before, parentId));
  if (placed.pathKey !== before.pathKey) await requireFreePath(tx, placed);
  const isSettled = placed.parentId === before.parentId && (fields.slug ?? before.slug) === before.slug;
  return isSettled ? placed : withSlug(tx, placed, fields.slug);
}

/** The category that is to lie above. Throws VALIDATION_FAILED when it cannot. */
async function findParent(tx: Tx, before: Category, parentId: string | null): Promise<CategoryPlace | undefined> {
  if (parentId === null) return undefined;
  const parent = await findCategory(tx, parentId);
  if (!parent) throw unknownReference("parent_id");
  if (parentId === before.parentId) return parent;
  const subtree = await listSubtree(tx, before.id);
  if (subtree.some(({ id }) => id === parentId)) {
    throw invalidBody([{ field: "parent_id", type: "invalid_value", key: "categories.below_itself" }]);
  }
  const deepest = Math.max(...subtree.map(({ level }) => level));
  requireDepth(deepest + parent.level + 1 - before.level);
  return parent;
}

/** Stores a category that may have moved; all below it follow, and the products notice another path. */
export async function storePlace(tx: Tx, before: Category, after: Category, context: MutationContext): Promise<void> {
  await storeCategory(tx, after);
  if (after.path === before.path) return;
  await moveDescendants(tx, before, after, context.now());
  const subtree = await listSubtree(tx, after.id);
  await touchOwned(
    tx,
    "category",
    subtree.map(({ id }) => id),
    context,
  );
}
