import type { Reader } from "../ports.ts";
import { number, numberOrNull, text, textOrNull } from "../rows.ts";

/** The latest price of a competitor for a product. */
export interface CompetitorPrice {
  competitorId: string;
  code: string;
  name: string;
  priceCents: number;
  shippingCostCents: number | null;
  url: string;
  stockStatus: string | null;
  observedAtMs: number;
}

/** The latest valid price of each competitor that is neither hidden nor blacklisted, the cheapest first. */
export const listLatestPrices = (db: Reader, productId: string): Promise<CompetitorPrice[]> =>
  db.all(
    `select latest.competitor_id, competitor.code, competitor.name, latest.price_cents, latest.shipping_cost_cents,
        latest.url, latest.stock_status, latest.observed_at_ms
      from competitor_price latest
      join competitor on competitor.tenant_id = :tenant and competitor.id = latest.competitor_id
        and competitor.deleted_at_ms is null and competitor.blacklisted_at_ms is null
      where latest.tenant_id = :tenant and latest.product_id = :productId
      order by latest.price_cents, competitor.name, competitor.id`,
    { productId },
    (row) => ({
      competitorId: text(row, "competitor_id"),
      code: text(row, "code"),
      name: text(row, "name"),
      priceCents: number(row, "price_cents"),
      shippingCostCents: numberOrNull(row, "shipping_cost_cents"),
      url: text(row, "url"),
      stockStatus: textOrNull(row, "stock_status"),
      observedAtMs: number(row, "observed_at_ms"),
    }),
  );
