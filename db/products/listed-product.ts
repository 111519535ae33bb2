import { packedSql } from "../packed.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";
import { type LifecycleStatus, PRODUCT_REALS, type Status, type WorkflowStatus } from "./product-row.ts";

/** A product as a list shows it. */
export interface ListedProduct {
  rowId: number;
  /** What the list is ordered by. */
  sortValues: (string | number)[];
  id: string;
  ean: string | null;
  reference: string | null;
  title: string;
  shortDescription: string | null;
  description: string | null;
  brandId: string | null;
  brandName: string | null;
  categoryId: string | null;
  categoryName: string | null;
  supplierId: string | null;
  supplierName: string | null;
  priceCents: number | null;
  costPriceCents: number | null;
  taxRate: number | null;
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  asin: string | null;
  countryOfOrigin: string | null;
  shoppingCategory: string | null;
  marketplaceCategory: string | null;
  status: Status;
  lifecycleStatus: LifecycleStatus;
  workflowStatus: WorkflowStatus;
  stock: number;
  imageUrl: string | null;
  completenessScore: number;
  createdAtMs: number;
  updatedAtUs: number;
  deletedAtMs: number | null;
}

/** Reads a row that `listedSql` made; `terms`: by how many values the list is ordered. */
export const readListed = (row: Row, terms: number): ListedProduct => ({
  rowId: number(row, "row_id"),
  // Each of the orders is by a column without nulls.
  sortValues: Array.from({ length: terms }, (_, index) => row[`sort_${index}`] as string | number),
  id: text(row, "id"),
  ean: textOrNull(row, "ean"),
  reference: textOrNull(row, "reference"),
  title: text(row, "title"),
  shortDescription: textOrNull(row, "short_description"),
  description: textOrNull(row, "description"),
  brandId: textOrNull(row, "brand_id"),
  brandName: textOrNull(row, "brand_name"),
  categoryId: textOrNull(row, "category_id"),
  categoryName: textOrNull(row, "category_name"),
  supplierId: textOrNull(row, "supplier_id"),
  supplierName: textOrNull(row, "supplier_name"),
  priceCents: numberOrNull(row, "price_cents"),
  costPriceCents: numberOrNull(row, "cost_price_cents"),
  taxRate: numberOrNull(row, "tax_rate"),
  weight: numberOrNull(row, "weight"),
  width: numberOrNull(row, "width"),
  height: numberOrNull(row, "height"),
  depth: numberOrNull(row, "depth"),
  asin: textOrNull(row, "asin"),
  countryOfOrigin: textOrNull(row, "country_of_origin"),
  shoppingCategory: textOrNull(row, "shopping_category"),
  marketplaceCategory: textOrNull(row, "marketplace_category"),
  // Check constraints hold the words of the three.
  status: text(row, "status") as Status,
  lifecycleStatus: text(row, "lifecycle_status") as LifecycleStatus,
  workflowStatus: text(row, "workflow_status") as WorkflowStatus,
  stock: number(row, "stock"),
  imageUrl: textOrNull(row, "image_url"),
  completenessScore: number(row, "completeness_score"),
  createdAtMs: number(row, "created_at_ms"),
  updatedAtUs: number(row, "updated_at_us"),
  deletedAtMs: numberOrNull(row, "deleted_at_ms"),
});

const MEMBERS: Record<string, string> = {
  row_id: "product.row_id",
  ...Object.fromEntries(
    `id ean reference title short_description description brand_id category_id supplier_id price_cents cost_price_cents
      tax_rate weight width height depth asin country_of_origin status lifecycle_status workflow_status stock image_url
      completeness_score created_at_ms updated_at_us deleted_at_ms`
      .split(/\s+/)
      .map((column) => [column, `product.${column}`]),
  ),
  brand_name: "brand.name",
  category_name: "category.name",
  supplier_name: "supplier.name",
  shopping_category: "product.extra ->> 'shopping_category'",
  marketplace_category: "product.extra ->> 'marketplace_category'",
};

/**
 * The rows that `page` names, as lists show them, in its order; `page` is ordered, and has `row_id` and as many values to
 * sort by. A cross join takes `page` first and row by row; an order among the arguments of the aggregate would say so too,
 * but a libSQL server cannot read it.
 */
export const listedSql = (page: string, { values, where = "1" }: { values: number; where?: string }) => {
  const sorts = Array.from({ length: values }, (_, index) => [`sort_${index}`, `page.sort_${index}`]);
  return `select json_group_array(${packedSql({ ...Object.fromEntries(sorts), ...MEMBERS }, PRODUCT_REALS)}) as packed
    from (${page}) page
    cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
    left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
    left join category on category.tenant_id = :tenant and category.id = product.category_id
    left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
    where ${where}`;
};
