import type { Static } from "@sinclair/typebox";
import type { CountedCategory } from "../../db/categories/categories.ts";
import { isoOfMs } from "../text/instant.ts";
import type { CategoryBody, CategoryNode } from "./schema.ts";

/** A category as the API shows it. */
export const categoryBody = (category: CountedCategory): Static<typeof CategoryBody> => ({
  id: category.id,
  name: category.name,
  slug: category.slug,
  description: category.description,
  parent_id: category.parentId,
  level: category.level,
  path: category.path,
  sort_order: category.sortOrder,
  is_active: category.isActive,
  product_count: category.productCount,
  created_at: isoOfMs(category.createdAtMs),
  updated_at: isoOfMs(category.updatedAtMs),
});

/** Categories in one another, of a list in which parents come before their children and siblings are in order. */
export function treeOf(categories: readonly CountedCategory[]): CategoryNode[] {
  const roots: CategoryNode[] = [];
  const nodes = new Map<string, CategoryNode>();
  for (const category of categories) {
    const node = { ...categoryBody(category), children: [] };
    nodes.set(category.id, node);
    const siblings = category.parentId === null ? roots : nodes.get(category.parentId)?.children;
    siblings?.push(node);
  }
  return roots;
}
