import type { Reader } from "../ports.ts";
import type { HistoryPlace } from "../pricing/price-points.ts";
import { boolean, number, numberOrNull, text, textOrNull } from "../rows.ts";

/** What was seen of a competitor's price, as the history shows it. */
export interface SeenPrice {
  rowId: number;
  competitorId: string;
  competitorName: string;
  url: string;
  priceCents: number;
  priceOriginalCents: number | null;
  shippingCostCents: number | null;
  stockStatus: string | null;
  sellerName: string | null;
  promoLabel: string | null;
  isValid: boolean;
  isBlacklisted: boolean;
  observedAtMs: number;
}

/** The newest observations of a product since a moment, before a place. */
export const listSeenPrices = (
  db: Reader,
  { before, ...span }: { productId: string; sinceMs: number; before: HistoryPlace; limit: number },
): Promise<SeenPrice[]> =>
  db.all(
    `select seen.row_id, seen.competitor_id, competitor.name, seen.url, seen.price_cents, seen.price_original_cents,
        seen.shipping_cost_cents, seen.stock_status, seen.seller_name, seen.promo_label, seen.is_valid,
        competitor.blacklisted_at_ms is not null as is_blacklisted, seen.observed_at_ms
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
        and (seen.observed_at_ms, seen.row_id) < (:beforeMs, :beforeRow)
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    { ...span, beforeMs: before.atMs, beforeRow: before.rowId },
    (row) => ({
      rowId: number(row, "row_id"),
      competitorId: text(row, "competitor_id"),
      competitorName: text(row, "name"),
      url: text(row, "url"),
      priceCents: number(row, "price_cents"),
      priceOriginalCents: numberOrNull(row, "price_original_cents"),
      shippingCostCents: numberOrNull(row, "shipping_cost_cents"),
      stockStatus: textOrNull(row, "stock_status"),
      sellerName: textOrNull(row, "seller_name"),
      promoLabel: textOrNull(row, "promo_label"),
      isValid: boolean(row, "is_valid"),
      isBlacklisted: boolean(row, "is_blacklisted"),
      observedAtMs: number(row, "observed_at_ms"),
    }),
  );

/** When something was last seen of any product; `null`: never. */
export const findLastSeen = (db: Reader): Promise<number | null> =>
  db.one(
    `select max(ifnull((select max(observed_at_ms) from competitor_price where tenant_id = :tenant), 0),
        ifnull((select max(checked_at_ms) from monitored_product where tenant_id = :tenant), 0)) as at_ms`,
    {},
    (row) => number(row, "at_ms") || null,
  );

/** A price that has moved. */
export interface Mover {
  productId: string;
  title: string;
  competitorName: string;
  baseCents: number;
  priceCents: number;
}

/** The prices that have moved most since a moment, by the part of the price. */
export const listMovers = (db: Reader, sinceMs: number, limit: number): Promise<Mover[]> =>
  db.all(
    `select seen.product_id, product.title, competitor.name, seen.base_cents, seen.price_cents
      from competitor_price seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
        and competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null
      join product on product.tenant_id = :tenant and product.id = seen.product_id and product.deleted_at_ms is null
      where seen.tenant_id = :tenant and seen.move > 0 and seen.base_at_ms >= :sinceMs
      order by seen.move desc, seen.base_at_ms desc limit :limit`,
    { sinceMs, limit },
    (row) => ({
      productId: text(row, "product_id"),
      title: text(row, "title"),
      competitorName: text(row, "name"),
      baseCents: number(row, "base_cents"),
      priceCents: number(row, "price_cents"),
    }),
  );
