import type { Tx } from "../ports.ts";
import { followCases } from "../price-monitor/map-cases.ts";

/** Sets minimum advertised prices of products, and how far their competitors are below them; `null` takes one away. */
export async function setMapPrices(
  tx: Tx,
  prices: readonly { productId: string; priceCents: number | null }[],
  nowMs: number,
): Promise<void> {
  const changes = JSON.stringify(prices.map(({ productId, priceCents }) => [productId, priceCents]));
  await tx.run(
    `delete from map_price where tenant_id = :tenant
        and product_id in (select value ->> 0 from json_each(:changes) where value ->> 1 is null)`,
    { changes },
  );
  await tx.run(
    `insert into map_price (tenant_id, product_id, price_cents)
      select :tenant, value ->> 0, value ->> 1 from json_each(:changes) where value ->> 1 is not null
      on conflict do update set price_cents = excluded.price_cents`,
    { changes },
  );
  await tx.run(
    `update competitor_price set map_gap_cents =
        (select case when competitor_price.price_cents < map_price.price_cents
            then map_price.price_cents - competitor_price.price_cents end
          from map_price
          where map_price.tenant_id = :tenant and map_price.product_id = competitor_price.product_id)
      where competitor_price.tenant_id = :tenant
        and competitor_price.product_id in (select value ->> 0 from json_each(:changes))`,
    { changes },
  );
  await followCases(tx, { productIds: prices.map(({ productId }) => productId) }, nowMs);
}
