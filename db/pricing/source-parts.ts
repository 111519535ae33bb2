import type { Reader } from "../ports.ts";
import { number, numberOrNull } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";

const PART = selection("priced", {
  source: TEXT,
  prices: computed("count(*)", NUMBER),
  products: computed("count(distinct product_id)", NUMBER),
  lowestCents: computed("min(price_cents)", NUMBER),
  highestCents: computed("max(price_cents)", NUMBER),
  sumCents: computed("sum(price_cents)", NUMBER),
  timesBest: computed("sum(price_cents = cheapest)", NUMBER),
  lastUpdatedMs: computed("max(updated_at_ms)", NUMBER),
});
/** What one source asks for some products. */
export type SourcePart = SelectedBy<typeof PART>;

/** Products by where they are stored: those behind one row, up to another. */
export interface ProductRows {
  afterRow: number;
  upToRow: number;
}

/** The next live products behind a row: how many, and where the last is stored. `null`: there are none. */
export const findNextProducts = (
  db: Reader,
  afterRow: number,
  limit: number,
): Promise<{ count: number; upToRow: number | null }> =>
  db.one(
    `select count(*) as found, max(part.row_id) as up_to from (select product.row_id from product
      where product.tenant_id = :tenant and likelihood(product.deleted_at_ms is null, 0.99) and product.row_id > :afterRow
      order by product.row_id limit :limit) part`,
    { afterRow, limit },
    (row) => ({ count: number(row, "found"), upToRow: numberOrNull(row, "up_to") }),
  );

/** The same as `listPriceSources` of some products, in no order. */
export const listSourceParts = (
  db: Reader,
  filter: ProductRows & { sinceMs: number; nowMs: number },
): Promise<SourcePart[]> =>
  db.all(
    `with part as materialized (select product.row_id, product.id, product.price_cents from product
        where product.tenant_id = :tenant and likelihood(product.deleted_at_ms is null, 0.99)
          and product.row_id > :afterRow and product.row_id <= :upToRow order by product.row_id),
      price as (
        select entry.product_id, entry.source, entry.price_cents, entry.updated_at_ms
          from part
          cross join product_price entry on entry.tenant_id = :tenant and entry.product_id = part.id
          where entry.is_active = 1 and entry.is_removed = 0 and entry.currency = 'EUR'
            and ifnull(entry.valid_until_ms, :nowMs) >= :nowMs and entry.updated_at_ms >= :sinceMs
        union all
        select part.id, 'internal', part.price_cents, state.updated_at_us / 1000
          from part
          cross join product_state state on state.tenant_id = :tenant and state.row_id = part.row_id
          where part.price_cents is not null and state.updated_at_us >= :sinceMs * 1000
            and not exists (select 1 from product_price own
              where own.tenant_id = :tenant and own.product_id = part.id and own.source = 'internal'
                and own.currency = 'EUR' and own.is_current = 1)
      )
      select ${PART.selected}
        from (select product_id, source, price_cents, updated_at_ms,
            min(price_cents) over (partition by product_id) as cheapest from price) priced
        group by source`,
    { ...filter },
    PART.read,
  );
