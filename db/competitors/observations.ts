import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";
import { COUNTING } from "./competitors.ts";

const LATEST = selection("latest", {
  competitorId: TEXT,
  code: computed("competitor.code", TEXT),
  name: computed("competitor.name", TEXT),
  priceCents: NUMBER,
  shippingCostCents: NUMBER_OR_NULL,
  url: TEXT,
  stockStatus: TEXT_OR_NULL,
  observedAtMs: NUMBER,
});
/** The latest price of a competitor for a product. */
export type CompetitorPrice = SelectedBy<typeof LATEST>;

/** The latest valid price of each competitor that is neither hidden nor blacklisted, the cheapest first. */
export const listLatestPrices = (db: Reader, productId: string): Promise<CompetitorPrice[]> =>
  db.all(
    `select ${LATEST.selected}
      from competitor_price latest
      join competitor on competitor.tenant_id = :tenant and competitor.id = latest.competitor_id
        and ${COUNTING}
      where latest.tenant_id = :tenant and latest.product_id = :productId
      order by latest.price_cents, competitor.name, competitor.id`,
    { productId },
    LATEST.read,
  );

/** Some products, by id; `after` is the last one of the part before, `""` for the first. */
export interface ProductsAfter {
  after: string;
  limit: number;
}

/** The next products that a competitor has a latest price of. */
export const listSoldProducts = (
  db: Reader,
  competitorId: string,
  { after, limit }: ProductsAfter,
): Promise<string[]> =>
  db.all(
    `select sold.product_id from competitor_price sold
      where sold.tenant_id = :tenant and sold.competitor_id = :competitorId and sold.product_id > :after
      order by sold.product_id limit :limit`,
    { competitorId, after, limit },
    (row) => text(row, "product_id"),
  );
