import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { emitEvents } from "../../../events/emit-events.ts";
import { NamedRows } from "../../../kit/resource/match-names.ts";
import { withSlug } from "../../../kit/resource/named.ts";
import { Brand } from "../../../reference/brands/brand.ts";
import { CategoryPaths } from "../../../reference/categories/match-categories.ts";
import { Supplier, supplierCreated } from "../../../reference/suppliers/supplier.ts";
import { TAG_NAME_MAX, Tag } from "../../../reference/tags/tag.ts";

const BRAND_NAME_MAX = 255;
const SUPPLIER_CODE_MAX = 50;

interface Naming {
  /** Whether brands are made that do not exist, and categories; default true. */
  createBrands?: boolean;
  createCategories?: boolean;
  /** Names are of any length: what is too long is none. */
  areUnchecked?: boolean;
}

/** Tags by name; those that do not exist are made. */
export const openTags = (context: MutationContext) =>
  new NamedRows(
    Tag,
    { column: "name_key", fields: (name) => ({ name }), complete: withSlug, maxLength: TAG_NAME_MAX },
    context,
  );

/** What the items of a batch may name, while they are applied. */
export function openNames(
  context: MutationContext,
  { createBrands = true, createCategories = true, areUnchecked = false }: Naming = {},
) {
  const upTo = (maxLength: number) => (areUnchecked ? { maxLength } : {});
  return {
    brands: new NamedRows(
      Brand,
      {
        column: "name_key",
        fields: (name) => ({ name }),
        complete: withSlug,
        creates: createBrands,
        ...upTo(BRAND_NAME_MAX),
      },
      context,
    ),
    suppliers: new NamedRows(
      Supplier,
      { column: "code_key", fields: (code) => ({ code, name: code }), ...upTo(SUPPLIER_CODE_MAX) },
      context,
    ),
    tags: openTags(context),
    categories: new CategoryPaths(context, { creates: createCategories }),
    /** Those of the ids named by items that exist. */
    brandIds: new Set<string>(),
    categoryIds: new Set<string>(),
  };
}
export type Names = ReturnType<typeof openNames>;

/** Stores the brands, categories, tags and suppliers that accepted items have named, with the events of the suppliers. */
export async function storeNames(tx: Tx, names: Names, context: MutationContext): Promise<void> {
  await names.brands.store(tx);
  await names.categories.store(tx);
  await names.tags.store(tx);
  const suppliers = await names.suppliers.store(tx);
  await emitEvents(tx, suppliers.map(supplierCreated), context);
}
