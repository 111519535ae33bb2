import type { Reader, Tx } from "../ports.ts";
import { productFields } from "../products/product-row.ts";
import { number, type Row, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { jsonColumn, NUMBER_OR_NULL } from "../table.ts";
import type { Tier } from "./monitored.ts";

/** Of more variants than these the codes are not looked for. */
const VARIANTS_MAX = 200;

const variantsWith = (column: string) => `(select json_group_array(${column}) from (
  select variant.${column} from product_variant variant
    where variant.tenant_id = :tenant and variant.product_id = product.id and variant.${column} is not null
    limit ${VARIANTS_MAX}))`;
const CHECKED = selection("product", {
  ...productFields("id", "title", "reference", "ean", "gtin14"),
  /** Its variants' EANs, in 14 digits, and their SKUs. */
  gtins: computed(variantsWith("gtin14"), jsonColumn<string[]>()),
  skus: computed(variantsWith("sku"), jsonColumn<string[]>()),
  mapCents: computed(
    "(select map_price.price_cents from map_price where map_price.tenant_id = :tenant and map_price.product_id = product.id)",
    NUMBER_OR_NULL,
  ),
});
/** A live product whose competitors' pages are read; its own codes are among those of its variants. */
export type CheckedProduct = Omit<SelectedBy<typeof CHECKED>, "gtin14">;

const readChecked = (row: Row): CheckedProduct => {
  const { gtin14, gtins, skus, ...product } = CHECKED.read(row);
  const all = (own: string | null, others: string[]) => (own === null ? others : [own, ...others]);
  return { ...product, gtins: all(gtin14, gtins), skus: all(product.reference, skus) };
};

/** Those of these products that are not deleted. */
export const listCheckedProducts = (db: Reader, ids: readonly string[]): Promise<CheckedProduct[]> =>
  db.all(
    `select ${CHECKED.selected}
      from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value and product.deleted_at_ms is null`,
    { ids: JSON.stringify(ids) },
    readChecked,
  );

/** The active watched products of a tier, or of all, that are due at a given time, the longest due first. */
export const listDueProducts = (db: Reader, due: { tier: Tier; nowMs: number; limit: number }): Promise<string[]> =>
  db.all(
    `select watched.product_id from monitored_product watched
      join product on product.tenant_id = :tenant and product.id = watched.product_id and product.deleted_at_ms is null
      where watched.tenant_id = :tenant and watched.tier = :tier and watched.is_active = 1
        and watched.next_check_at_ms <= :nowMs
      order by watched.next_check_at_ms, watched.product_id limit :limit`,
    due,
    (row) => text(row, "product_id"),
  );

/** Those of these products that were not checked since a given time. */
export const listUnchecked = (db: Reader, ids: readonly string[], sinceMs: number): Promise<string[]> =>
  db.all(
    `select watched.product_id from json_each(:ids) wanted
      cross join monitored_product watched on watched.tenant_id = :tenant and watched.product_id = wanted.value
        and ifnull(watched.checked_at_ms, -1) < :sinceMs
      order by wanted.key`,
    { ids: JSON.stringify(ids), sinceMs },
    (row) => text(row, "product_id"),
  );

/** Whether a tier has active products. */
export const hasActive = async (db: Reader, tier: Tier): Promise<boolean> =>
  (await db.one(
    `select exists (select 1 from monitored_product
        where tenant_id = :tenant and tier = :tier and is_active = 1) as is_any`,
    { tier },
    (row) => number(row, "is_any"),
  )) === 1;

/** What a check of a watched product came to. */
export interface CheckSummary {
  productId: string;
  sources: number;
  prices: number;
  errors: number;
  /** What was found on each page. */
  results: unknown;
}

/** Notes checks, and when the next ones are due: `periods` is milliseconds by tier. */
export const noteCheckSummaries = (
  tx: Tx,
  checks: readonly CheckSummary[],
  { nowMs, periods }: { nowMs: number; periods: Readonly<Record<Tier, number>> },
): Promise<number> =>
  tx.run(
    `update monitored_product set checked_at_ms = :nowMs, seen_at_ms = :nowMs, sources_checked = done.value ->> 1,
        prices_found = done.value ->> 2, check_errors = done.value ->> 3, check_results = done.value -> 4,
        next_check_at_ms = :nowMs + (:periods ->> tier)
      from json_each(:checks) done
      where monitored_product.tenant_id = :tenant and monitored_product.product_id = done.value ->> 0
        and monitored_product.product_id in (select value ->> 0 from json_each(:checks))`,
    {
      checks: JSON.stringify(
        checks.map(({ productId, sources, prices, errors, results }) => [productId, sources, prices, errors, results]),
      ),
      nowMs,
      periods: JSON.stringify(periods),
    },
  );
