import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL } from "../table.ts";

const COVERAGE = selection("enrichment_result", {
  total: computed(
    "(select count(*) from product where product.tenant_id = :tenant and product.deleted_at_ms is null)",
    NUMBER,
  ),
  enriched: computed(
    `(select count(*) from (select distinct result.product_id from enrichment_result result
          join product on product.tenant_id = :tenant and product.id = result.product_id
            and product.deleted_at_ms is null
          where result.tenant_id = :tenant))`,
    NUMBER,
  ),
  activeBatches: computed(
    `(select count(*) from enrichment_batch where enrichment_batch.tenant_id = :tenant
          and enrichment_batch.status in ('pending', 'running', 'paused'))`,
    NUMBER,
  ),
  lastEnrichedAtMs: computed(
    "(select max(generated_at_ms) from enrichment_result where enrichment_result.tenant_id = :tenant)",
    NUMBER_OR_NULL,
  ),
});
/** How much of the catalog has been enriched. */
export type Coverage = SelectedBy<typeof COVERAGE>;

export const findCoverage = (db: Reader): Promise<Coverage> => db.one(`select ${COVERAGE.selected}`, {}, COVERAGE.read);

/** How many products have a value of each type. */
export const countByType = (db: Reader): Promise<{ type: string; count: number }[]> =>
  db.all(
    `select result.type, count(distinct result.product_id) as products from enrichment_result result
      join product on product.tenant_id = :tenant and product.id = result.product_id and product.deleted_at_ms is null
      where result.tenant_id = :tenant group by result.type`,
    {},
    (row) => ({ type: text(row, "type"), count: number(row, "products") }),
  );

/** How many products have texts in each language besides the pivot, for all entities, and how many of them are reviewed. */
export const countByLanguage = (db: Reader): Promise<{ language: string; count: number; reviewed: number }[]> =>
  db.all(
    `select variant.language, count(*) as products, total(variant.reviewed) as reviewed from content_variant variant
      join product on product.tenant_id = :tenant and product.id = variant.product_id and product.deleted_at_ms is null
      where variant.tenant_id = :tenant and variant.entity_id is null and variant.configuration_id is null
      group by variant.language order by variant.language`,
    {},
    (row) => ({
      language: text(row, "language"),
      count: number(row, "products"),
      reviewed: number(row, "reviewed"),
    }),
  );
