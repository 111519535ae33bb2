import { COUNTING } from "../competitors/competitors.ts";
import type { Reader } from "../ports.ts";
import type { HistoryPlace } from "../pricing/price-points.ts";
import { number } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT } from "../table.ts";
import { OFFER } from "./observe.ts";

const SEEN = selection("seen", {
  rowId: NUMBER,
  competitorId: TEXT,
  competitorName: computed("competitor.name", TEXT),
  ...OFFER,
  isValid: FLAG,
  isBlacklisted: computed("competitor.blacklisted_at_ms is not null", FLAG),
  observedAtMs: NUMBER,
});
/** What was seen of a competitor's price, as the history shows it. */
export type SeenPrice = SelectedBy<typeof SEEN>;

/** The newest observations of a product since a given time, before a place. */
export const listSeenPrices = (
  db: Reader,
  { before, ...span }: { productId: string; sinceMs: number; before: HistoryPlace; limit: number },
): Promise<SeenPrice[]> =>
  db.all(
    `select ${SEEN.selected}
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
        and (seen.observed_at_ms, seen.row_id) < (:beforeMs, :beforeRow)
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    { ...span, beforeMs: before.atMs, beforeRow: before.rowId },
    SEEN.read,
  );

/** When something was last seen of any product; `null`: never. */
export const findLastSeen = (db: Reader): Promise<number | null> =>
  db.one(
    `select max(ifnull((select max(observed_at_ms) from competitor_price where tenant_id = :tenant), 0),
        ifnull((select max(checked_at_ms) from monitored_product where tenant_id = :tenant), 0)) as at_ms`,
    {},
    (row) => number(row, "at_ms") || null,
  );

const MOVER = selection("seen", {
  productId: TEXT,
  title: computed("product.title", TEXT),
  competitorName: computed("competitor.name", TEXT),
  baseCents: NUMBER,
  priceCents: NUMBER,
});
/** A price that has moved. */
export type Mover = SelectedBy<typeof MOVER>;

/** The prices that have moved most since a given time, by the part of the price. */
export const listMovers = (db: Reader, sinceMs: number, limit: number): Promise<Mover[]> =>
  db.all(
    `select ${MOVER.selected}
      from competitor_price seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
        and ${COUNTING}
      join product on product.tenant_id = :tenant and product.id = seen.product_id and product.deleted_at_ms is null
      where seen.tenant_id = :tenant and seen.move > 0 and seen.base_at_ms >= :sinceMs
      order by seen.move desc, seen.base_at_ms desc limit :limit`,
    { sinceMs, limit },
    MOVER.read,
  );
