import { type Category, type CountedCategory, findCategory, insertCategory } from "../../db/categories/categories.ts";
import { mutation } from "../../db/ports.ts";
import { unknownReference } from "../http/fields.ts";
import { placeUnder, requireFreePath, withSlug } from "./place-category.ts";
import { requireDepth } from "./require-depth.ts";
import type { CategoryFields } from "./schema.ts";

/** Creates a category. Throws VALIDATION_FAILED for its parent, and DUPLICATE_RESOURCE for its name or slug. */
export const createCategory = mutation(
  "categories.create",
  async (tx, { fields }: { fields: CategoryFields & { name: string } }, { now, newId }): Promise<CountedCategory> => {
    const parentId = fields.parent_id?.toLowerCase() ?? null;
    const parent = parentId === null ? undefined : await findCategory(tx, parentId);
    if (parentId !== null && !parent) throw unknownReference("parent_id");
    const nowMs = now();
    const blank: Category = {
      id: newId(),
      parentId,
      name: fields.name.trim(),
      nameKey: "",
      slug: "",
      path: "",
      pathKey: "",
      level: 0,
      description: fields.description?.trim() || null,
      sortOrder: fields.sort_order ?? 0,
      isActive: fields.is_active ?? true,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      version: 1,
    };
    const placed = placeUnder(blank, parent);
    requireDepth(placed.level);
    await requireFreePath(tx, placed);
    const category = await withSlug(tx, placed, fields.slug);
    await insertCategory(tx, category);
    return { ...category, productCount: 0 };
  },
);
