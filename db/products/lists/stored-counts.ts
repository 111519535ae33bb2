import type { Reader } from "../../ports.ts";
import { number } from "../../rows.ts";
import { categoriesBelow } from "./categories-below.ts";
import type { ProductFilter } from "./filter.ts";

const among = (table: "brand" | "category" | "supplier", parameter: string) =>
  `select ${table}.id from json_each(:${parameter}) wanted
    cross join ${table} on ${table}.tenant_id = :tenant and ${table}.id = wanted.value group by ${table}.id`;

/** Whose live products are counted as they come and go, by the filter that asks for theirs. A product has one of them at most. */
const OWNERS = {
  brandIds: among("brand", "brandIds"),
  onlyCategoryIds: among("category", "onlyCategoryIds"),
  categoryIds: categoriesBelow("category.id in (select value from json_each(:categoryIds))"),
  supplierIds: among("supplier", "supplierIds"),
  // Words and no ids: they have no row of their own.
  statuses: "select distinct 'status ' || wanted.value as id from json_each(:statuses) wanted",
} as const;

// The keys of a literal object are its own.
const STORED = Object.keys(OWNERS) as (keyof typeof OWNERS)[];

/** The one filter of a list whose length is the sum of stored counts; `undefined` for any other list. */
export function storedFilterOf(filter: ProductFilter): keyof typeof OWNERS | undefined {
  const [only, ...others] = Object.keys(filter).filter((key) => filter[key as keyof ProductFilter] !== undefined);
  const stored = others.length === 0 ? STORED.find((key) => key === only) : undefined;
  // A product may have several suppliers.
  return stored === "supplierIds" && filter.supplierIds?.length !== 1 ? undefined : stored;
}

/** How many live products these brands, categories or suppliers have together. */
export const sumStoredCounts = (db: Reader, filter: ProductFilter, stored: keyof typeof OWNERS): Promise<number> =>
  db.one(
    `select ifnull(sum(product_count.products), 0) as products from (${OWNERS[stored]}) owner
      cross join product_count on product_count.tenant_id = :tenant and product_count.owner_id = owner.id`,
    { [stored]: JSON.stringify(filter[stored]) },
    (row) => number(row, "products"),
  );
