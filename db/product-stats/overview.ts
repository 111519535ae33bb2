import type { Reader } from "../ports.ts";
import { JOINED_FLAGS as FLAGS } from "../products/lists/filter-conditions.ts";
import { WORKFLOW_STATUSES } from "../products/product-row.ts";
import { STATE } from "../products/product-state.ts";
import { number, type Row } from "../rows.ts";

/** What live products are counted by, as the filters of lists say it. */
const COUNTED = {
  active: "product.status = 'active'",
  inactive: "product.status = 'inactive'",
  archived: "product.status = 'archived'",
  draft: "product.status = 'draft'",
  with_images: FLAGS.hasImages,
  with_price: FLAGS.hasPrice,
  in_stock: FLAGS.inStock,
  no_brand: FLAGS.noBrand,
  no_supplier: FLAGS.noSupplier,
  without_category: FLAGS.withoutCategory,
  without_description: FLAGS.withoutDescription,
  not_enriched: FLAGS.notEnriched,
  created_last_30_days: "product.created_at_ms >= :sinceMs",
  updated_last_30_days: "state.updated_at_us >= :sinceMs * 1000",
} as const;

export type OverviewCounts = Record<keyof typeof COUNTED, number>;

/** Numbers of the whole catalog. All but `deleted` leave soft-deleted products out. */
export interface Overview {
  total: number;
  deleted: number;
  counts: OverviewCounts;
  byWorkflowStatus: Record<string, number>;
}

const SUMS = Object.entries(COUNTED).map(([name, condition]) => `total(${condition}) as ${name}`);
const WORKFLOW = WORKFLOW_STATUSES.map(
  (status) => `total(product.workflow_status = '${status}') as workflow_${status}`,
);

const readOverview = (row: Row): Overview => ({
  total: number(row, "products"),
  deleted: number(row, "deleted"),
  // The keys are those of the statement.
  counts: Object.fromEntries(Object.keys(COUNTED).map((name) => [name, number(row, name)])) as OverviewCounts,
  byWorkflowStatus: Object.fromEntries(WORKFLOW_STATUSES.map((status) => [status, number(row, `workflow_${status}`)])),
});

/** Counts the tenant's products. Reads every one of them. `sinceMs`: 30 days ago. */
export const countOverview = (db: Reader, sinceMs: number): Promise<Overview> =>
  db.one(
    `select count(*) as products, (select count(*) from product gone
          where gone.tenant_id = :tenant and gone.deleted_at_ms is not null) as deleted,
        ${[...SUMS, ...WORKFLOW].join(", ")}
      from product indexed by product_newest ${STATE}
      where product.tenant_id = :tenant and product.deleted_at_ms is null`,
    { sinceMs },
    readOverview,
  );
