import type { Reader } from "../ports.ts";
import { number, text } from "../rows.ts";

/** What one source asks. */
export interface PriceSource {
  source: string;
  prices: number;
  products: number;
  lowestCents: number;
  highestCents: number;
  averageCents: number;
  /** Products for which nobody is cheaper. */
  timesBest: number;
  lastUpdatedMs: number;
}

/** The active prices in euros by source, of live products or of one, entered or changed since a moment; the most used first. */
export const listPriceSources = (
  db: Reader,
  asked: { productId: string | null; sinceMs: number; nowMs: number },
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
      select source, count(*) as prices, count(distinct product_id) as products, min(price_cents) as lowest,
          max(price_cents) as highest, avg(price_cents) as average, sum(price_cents = cheapest) as times_best,
          max(updated_at_ms) as last_updated
        from (select product_id, source, price_cents, updated_at_ms,
            min(price_cents) over (partition by product_id) as cheapest from price)
        group by source order by prices desc, source`,
    asked,
    (row) => ({
      source: text(row, "source"),
      prices: number(row, "prices"),
      products: number(row, "products"),
      lowestCents: number(row, "lowest"),
      highestCents: number(row, "highest"),
      averageCents: number(row, "average"),
      timesBest: number(row, "times_best"),
      lastUpdatedMs: number(row, "last_updated"),
    }),
  );
