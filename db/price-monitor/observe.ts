import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, text, textOrNull } from "../rows.ts";

/** What was seen of a competitor's offer. */
export interface Observation {
  productId: string;
  competitorId: string;
  url: string;
  priceCents: number;
  priceOriginalCents: number | null;
  shippingCostCents: number | null;
  stockStatus: string | null;
  sellerName: string | null;
  promoLabel: string | null;
}

/** A new latest price of a competitor. */
export interface LatestPrice extends Observation {
  baseCents: number;
  baseAtMs: number;
  /** Hundredths of a percent, without a sign. */
  move: number;
}

/** What an observation is compared with. */
export interface KnownPrice {
  productId: string;
  competitorId: string;
  priceCents: number;
  url: string;
  observedAtMs: number;
  baseCents: number;
  baseAtMs: number;
}

/** The latest prices of competitors for products. */
export const findKnownPrices = (db: Reader, productIds: readonly string[]): Promise<KnownPrice[]> =>
  db.all(
    `select seen.product_id, seen.competitor_id, seen.price_cents, seen.url, seen.observed_at_ms, seen.base_cents,
        seen.base_at_ms
      from json_each(:productIds) wanted
      cross join competitor_price seen on seen.tenant_id = :tenant and seen.product_id = wanted.value`,
    { productIds: JSON.stringify(productIds) },
    (row) => ({
      productId: text(row, "product_id"),
      competitorId: text(row, "competitor_id"),
      priceCents: number(row, "price_cents"),
      url: text(row, "url"),
      observedAtMs: number(row, "observed_at_ms"),
      baseCents: number(row, "base_cents"),
      baseAtMs: number(row, "base_at_ms"),
    }),
  );

/** What is known of products that were observed. */
export interface ObservedProduct {
  id: string;
  title: string;
  ean: string | null;
  priceCents: number | null;
  mapCents: number | null;
}

export const findObservedProducts = (db: Reader, ids: readonly string[]): Promise<ObservedProduct[]> =>
  db.all(
    `select product.id, product.title, product.ean, product.price_cents, map_price.price_cents as map_cents
      from json_each(:ids) wanted
      cross join product on product.tenant_id = :tenant and product.id = wanted.value
      left join map_price on map_price.tenant_id = :tenant and map_price.product_id = product.id`,
    { ids: JSON.stringify(ids) },
    (row) => ({
      id: text(row, "id"),
      title: text(row, "title"),
      ean: textOrNull(row, "ean"),
      priceCents: numberOrNull(row, "price_cents"),
      mapCents: numberOrNull(row, "map_cents"),
    }),
  );

const OBSERVED = `value ->> 0 as product_id, value ->> 1 as competitor_id, value ->> 2 as url, value ->> 3 as price_cents,
  value ->> 4 as price_original_cents, value ->> 5 as shipping_cost_cents, value ->> 6 as stock_status,
  value ->> 7 as seller_name, value ->> 8 as promo_label`;

const packed = (seen: Observation) => [
  seen.productId,
  seen.competitorId,
  seen.url,
  seen.priceCents,
  seen.priceOriginalCents,
  seen.shippingCostCents,
  seen.stockStatus,
  seen.sellerName,
  seen.promoLabel,
];

/** Adds observations to the history. */
export const insertObservations = (
  tx: Tx,
  observations: readonly Observation[],
  { isValid, nowMs }: { isValid: boolean; nowMs: number },
): Promise<number> =>
  tx.run(
    `insert into competitor_observation (tenant_id, product_id, competitor_id, url, price_cents, price_original_cents,
        shipping_cost_cents, stock_status, seller_name, promo_label, is_valid, observed_at_ms)
      select :tenant, product_id, competitor_id, url, price_cents, price_original_cents, shipping_cost_cents, stock_status,
          seller_name, promo_label, :isValid, :nowMs
        from (select key, ${OBSERVED} from json_each(:seen)) order by key`,
    { seen: JSON.stringify(observations.map(packed)), isValid: Number(isValid), nowMs },
  );

/** An observation that was stored not long ago. */
export interface RecentObservation extends Pick<Observation, "productId" | "competitorId" | "url" | "priceCents"> {
  /** Where it is stored. */
  rowId: number;
  isValid: boolean;
}

/** What was seen of these products since a moment, valid or doubtful. */
export const findRecentObservations = (
  db: Reader,
  productIds: readonly string[],
  sinceMs: number,
): Promise<RecentObservation[]> =>
  db.all(
    `select seen.row_id, seen.product_id, seen.competitor_id, seen.url, seen.price_cents, seen.is_valid
      from json_each(:productIds) wanted
      cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
        and seen.observed_at_ms > :sinceMs`,
    { productIds: JSON.stringify(productIds), sinceMs },
    (row) => ({
      rowId: number(row, "row_id"),
      productId: text(row, "product_id"),
      competitorId: text(row, "competitor_id"),
      url: text(row, "url"),
      priceCents: number(row, "price_cents"),
      isValid: number(row, "is_valid") === 1,
    }),
  );

/** Makes a doubtful observation a valid one. */
export const validateObservation = (tx: Tx, rowId: number): Promise<number> =>
  tx.run("update competitor_observation set is_valid = 1 where tenant_id = :tenant and row_id = :rowId", { rowId });

/** Stores the latest prices of competitors, each with how far it is below the minimum advertised price. */
export const putLatestPrices = (tx: Tx, prices: readonly LatestPrice[], nowMs: number): Promise<number> =>
  tx.run(
    `insert into competitor_price (tenant_id, product_id, competitor_id, url, price_cents, price_original_cents,
        shipping_cost_cents, stock_status, seller_name, promo_label, observed_at_ms, base_cents, base_at_ms, move,
        map_gap_cents)
      select :tenant, seen.product_id, seen.competitor_id, seen.url, seen.price_cents, seen.price_original_cents,
          seen.shipping_cost_cents, seen.stock_status, seen.seller_name, seen.promo_label, :nowMs, seen.base_cents,
          seen.base_at_ms, seen.move,
          case when seen.price_cents < map_price.price_cents then map_price.price_cents - seen.price_cents end
        from (select ${OBSERVED}, value ->> 9 as base_cents, value ->> 10 as base_at_ms, value ->> 11 as move
                from json_each(:seen)) seen
        left join map_price on map_price.tenant_id = :tenant and map_price.product_id = seen.product_id
        where true
      on conflict do update set url = excluded.url, price_cents = excluded.price_cents,
        price_original_cents = excluded.price_original_cents, shipping_cost_cents = excluded.shipping_cost_cents,
        stock_status = excluded.stock_status, seller_name = excluded.seller_name, promo_label = excluded.promo_label,
        observed_at_ms = excluded.observed_at_ms, base_cents = excluded.base_cents, base_at_ms = excluded.base_at_ms,
        move = excluded.move, map_gap_cents = excluded.map_gap_cents`,
    {
      seen: JSON.stringify(prices.map((price) => [...packed(price), price.baseCents, price.baseAtMs, price.move])),
      nowMs,
    },
  );

/** An entry of a competitor among the prices of a product. */
export interface SourcePrice {
  id: string;
  productId: string;
  source: string;
  priceCents: number;
  url: string;
}

/** Brings the entries of competitors among products' prices up to date. */
export const putSourcePrices = (
  tx: Tx,
  prices: readonly SourcePrice[],
  { nowMs, validUntilMs }: { nowMs: number; validUntilMs: number },
): Promise<number> =>
  tx.run(
    `insert into product_price (tenant_id, id, product_id, source, currency, price_cents, url, valid_until_ms,
        created_at_ms, updated_at_ms)
      select :tenant, value ->> 0, value ->> 1, value ->> 2, 'EUR', value ->> 3, value ->> 4, :validUntilMs, :nowMs, :nowMs
        from json_each(:prices) where true
      on conflict (tenant_id, product_id, source, currency) where is_current = 1 do update set
        price_cents = excluded.price_cents, url = excluded.url, valid_until_ms = excluded.valid_until_ms, is_active = 1,
        is_removed = 0, updated_at_ms = excluded.updated_at_ms`,
    {
      prices: JSON.stringify(
        prices.map(({ id, productId, source, priceCents, url }) => [id, productId, source, priceCents, url]),
      ),
      nowMs,
      validUntilMs,
    },
  );

/** What was decided of a competitor's SKU. */
export interface CompetitorMatch {
  competitorId: string;
  internalSku: string;
  productId: string | null;
  rejectedCents: number | null;
}

/** What was decided of these competitors' SKUs. */
export const findMatches = (db: Reader, pairs: readonly (readonly [string, string])[]): Promise<CompetitorMatch[]> =>
  db.all(
    `select known.competitor_id, known.internal_sku, known.product_id, known.rejected_cents from json_each(:pairs) wanted
      cross join competitor_match known on known.tenant_id = :tenant and known.competitor_id = wanted.value ->> 0
        and known.internal_sku = wanted.value ->> 1`,
    { pairs: JSON.stringify(pairs) },
    (row) => ({
      competitorId: text(row, "competitor_id"),
      internalSku: text(row, "internal_sku"),
      productId: textOrNull(row, "product_id"),
      rejectedCents: numberOrNull(row, "rejected_cents"),
    }),
  );

export const putMatch = (tx: Tx, match: CompetitorMatch): Promise<number> =>
  tx.run(
    `insert into competitor_match (tenant_id, competitor_id, internal_sku, product_id, rejected_cents)
      values (:tenant, :competitorId, :internalSku, :productId, :rejectedCents)
      on conflict do update set product_id = ifnull(excluded.product_id, product_id),
        rejected_cents = excluded.rejected_cents`,
    { ...match },
  );
