import { allPackedIn, type Columns, packedSql, unpackerOf } from "../packed.ts";
import type { Row } from "../rows.ts";
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

/** Where each field of a listed product comes from. */
const COLUMNS: Columns<ListedProduct> = {
  rowId: "page.row_id",
  sortValues: "page.sort_values",
  id: "product.id",
  ean: "product.ean",
  reference: "product.reference",
  title: "product.title",
  shortDescription: "product.short_description",
  description: "product.description",
  brandId: "product.brand_id",
  brandName: "brand.name",
  categoryId: "product.category_id",
  categoryName: "category.name",
  supplierId: "product.supplier_id",
  supplierName: "supplier.name",
  priceCents: "product.price_cents",
  costPriceCents: "product.cost_price_cents",
  taxRate: "product.tax_rate",
  weight: "product.weight",
  width: "product.width",
  height: "product.height",
  depth: "product.depth",
  asin: "product.asin",
  countryOfOrigin: "product.country_of_origin",
  shoppingCategory: "product.extra ->> 'shopping_category'",
  marketplaceCategory: "product.extra ->> 'marketplace_category'",
  status: "product.status",
  lifecycleStatus: "product.lifecycle_status",
  workflowStatus: "product.workflow_status",
  stock: "product.stock",
  imageUrl: "product.image_url",
  completenessScore: "product.completeness_score",
  createdAtMs: "product.created_at_ms",
  updatedAtUs: "product.updated_at_us",
  deletedAtMs: "product.deleted_at_ms",
};
const unpack = unpackerOf<ListedProduct>(COLUMNS);

/**
 * The rows that `page` names, as lists show them, in its order; `page` is ordered, and has `row_id` and as many values to
 * sort by, `sort_0` and so on. A cross join takes `page` first and row by row; an order among the arguments of the
 * aggregate would say so too, but a libSQL server cannot read it. `further`: more columns of the one row that it answers.
 */
export const listedSql = (page: string, { values, where = "1", further = "" }: ListedOptions) => {
  const sortValues = Array.from({ length: values }, (_, index) => `page.sort_${index}`);
  const columns = { ...COLUMNS, sortValues: `json_array(${sortValues.join(", ")})` };
  return `select json_group_array(${packedSql(columns, PRODUCT_REALS)}) as packed ${further}
    from (${page}) page
    cross join product on product.tenant_id = :tenant and product.row_id = page.row_id
    left join brand on brand.tenant_id = :tenant and brand.id = product.brand_id
    left join category on category.tenant_id = :tenant and category.id = product.category_id
    left join supplier on supplier.tenant_id = :tenant and supplier.id = product.supplier_id
    where ${where}`;
};
interface ListedOptions {
  values: number;
  where?: string;
  further?: string;
}

/** Reads what `listedSql` answers. */
export const listedIn = (row: Row): ListedProduct[] => allPackedIn(row, "packed").map(unpack);
