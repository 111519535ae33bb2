import {
  type Category,
  type CountedCategory,
  deleteCategory as eraseCategory,
  findCategory,
  listChildren,
  listSubtree,
} from "../../db/categories/categories.ts";
import { mutation, type Tx } from "../../db/ports.ts";
import { deleteCount } from "../../db/products/owned.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { invalidParameter, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { inUse } from "../products/in-use.ts";
import { reassignProducts } from "../products/reassign-products.ts";
import { placeUnder, requireFreePath, withSlug } from "./place-category.ts";
import { requireDepthOfQuery } from "./require-depth.ts";
import { storePlace } from "./update-category.ts";

interface CategoryDeletion {
  id: string;
  /** The category that gets its products and children, `parent` for the one above; `null`: nothing is said. */
  reassignTo: string | null;
  /** Leaves its products without a category, and moves its children up. */
  force: boolean;
  /** The versions that may be deleted; `null`: any. */
  expected: string[] | null;
}

/**
 * Deletes a category, or, as long as it has more than 500 products, takes some of them off it: call it until it is done.
 * Throws NOT_FOUND for it and for the one that is to take its place, PRECONDITION_FAILED, INVALID_PARAMETER for a place
 * in itself or too deep, INVALID_STATE when it is in use and nothing was said, and DUPLICATE_RESOURCE when a child
 * would lie beside another of its name.
 */
export const deleteCategory = mutation(
  "categories.delete",
  async (tx, { id, reassignTo, force, expected }: CategoryDeletion, context): Promise<{ isDone: boolean }> => {
    const category = required(await findCategory(tx, id), "category", id);
    requireVersion(expected, category.version);
    const children = await listChildren(tx, id);
    const { productCount } = category;
    if (reassignTo === null && !force && (productCount > 0 || children.length > 0)) {
      throw inUse("reference.reassign", { product_count: productCount, children_count: children.length });
    }
    const targetId = reassignTo === "parent" ? category.parentId : reassignTo;
    const target = targetId === null ? undefined : await findTarget(tx, category, targetId);
    const above =
      reassignTo === null && category.parentId !== null ? await findCategory(tx, category.parentId) : target;
    const moved = await placeAll(tx, children, above);
    const { more } = await reassignProducts(tx, "category", { from: id, to: target?.id ?? null }, context);
    if (more) return { isDone: false };
    for (const { before, after } of moved) {
      await storePlace(tx, before, { ...after, updatedAtMs: context.now(), version: after.version + 1 }, context);
    }
    await eraseCategory(tx, id);
    await deleteCount(tx, id);
    const details = { path: category.path, products: productCount, reassigned_to: target?.id ?? null };
    await noteAudit(tx, context, { action: "category.deleted", resource: "category", resourceId: id, details });
    return { isDone: true };
  },
);

/** The category that is to take a place. */
async function findTarget(tx: Tx, { id }: CountedCategory, targetId: string): Promise<CountedCategory> {
  const target = required(await findCategory(tx, targetId), "category", targetId);
  const subtree = await listSubtree(tx, id);
  if (subtree.some((each) => each.id === targetId)) {
    throw invalidParameter([{ field: "reassign_to", type: "invalid_value", key: "reference.itself" }]);
  }
  return target;
}

/** Where the children go, before anything is written. */
async function placeAll(tx: Tx, children: readonly CountedCategory[], above: CountedCategory | undefined) {
  const moved: { before: Category; after: Category }[] = [];
  for (const { productCount: _, ...before } of children) {
    const placed = placeUnder(before, above);
    await requireFreePath(tx, placed);
    const levels = (await listSubtree(tx, before.id)).map(({ level }) => level);
    requireDepthOfQuery(Math.max(...levels) + placed.level - before.level);
    moved.push({ before, after: await withSlug(tx, placed) });
  }
  return moved;
}
