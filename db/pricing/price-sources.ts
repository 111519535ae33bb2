import type { Reader } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";

const SOURCE = selection("priced", {
  source: TEXT,
  prices: computed("count(*)", NUMBER),
  products: computed("count(distinct product_id)", NUMBER),
  lowestCents: computed("min(price_cents)", NUMBER),
  highestCents: computed("max(price_cents)", NUMBER),
  averageCents: computed("avg(price_cents)", NUMBER),
  /** Products for which no competitor is cheaper. */
  timesBest: computed("sum(price_cents = cheapest)", NUMBER),
  lastUpdatedMs: computed("max(updated_at_ms)", NUMBER),
});
/** What one source asks. */
export type PriceSource = SelectedBy<typeof SOURCE>;

/**
 * The active prices in euros by source, of live products or of one, entered or changed since a given time; the most used
 * first.
 */
export const listPriceSources = (
  db: Reader,
  filter: { productId: string | null; sinceMs: number; nowMs: number },
): Promise<PriceSource[]> =>
  db.all(
    `with price as (
        select entry.product_id, entry.source, entry.price_cents, entry.updated_at_ms
          from product_price entry
          join product on product.tenant_id = :tenant and product.id = entry.product_id and product.deleted_at_ms is null
          where entry.tenant_id = :tenant and entry.is_active = 1 and entry.is_removed = 0 and entry.currency = 'EUR'
            and ifnull(entry.valid_until_ms, :nowMs) >= :nowMs and entry.updated_at_ms >= :sinceMs
            and entry.product_id = ifnull(:productId, entry.product_id)
        union all
        select product.id, 'internal', product.price_cents, state.updated_at_us / 1000
          from product
          cross join product_state state on state.tenant_id = :tenant and state.row_id = product.row_id
          where product.tenant_id = :tenant and product.deleted_at_ms is null and product.price_cents is not null
            and state.updated_at_us >= :sinceMs * 1000 and product.id = ifnull(:productId, product.id)
            and not exists (select 1 from product_price own
              where own.tenant_id = :tenant and own.product_id = product.id and own.source = 'internal'
                and own.currency = 'EUR' and own.is_current = 1)
      )
      select ${SOURCE.selected}
        from (select product_id, source, price_cents, updated_at_ms,
            min(price_cents) over (partition by product_id) as cheapest from price) priced
        group by source order by prices desc, source`,
    filter,
    SOURCE.read,
  );
