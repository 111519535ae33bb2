import { COUNTING } from "../competitors/competitors.ts";
import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { numberOrNull, text } from "../rows.ts";
import { called, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const MOVED = {
  /** The place among those of its replay, from 1. */
  place: NUMBER,
  productId: TEXT,
  /** `null`: the product's own price. */
  priceListId: TEXT_OR_NULL,
  /** ISO 4217, of its amounts. */
  currency: TEXT,
  /** The rule that changed it last. */
  ruleId: TEXT,
  /** `null`: it had none. */
  startCents: NUMBER_OR_NULL,
  endCents: NUMBER,
  lowestCents: NUMBER,
  highestCents: NUMBER,
  changes: NUMBER,
};
const table = keyedTable("repricing_replay_price", { replayId: TEXT, ...MOVED }, ["replayId", "place"]);
/** A price that a replay has moved. */
export type MovedProduct = ValuesOf<typeof MOVED>;

export const insertMovedProducts = (tx: Tx, replayId: string, moved: readonly MovedProduct[]): Promise<void> =>
  table.insertAll(
    tx,
    moved.map((each) => ({ replayId, ...each })),
  );

/** A part of the prices that a replay has moved, in the order in which their products were added. */
export const listMovedProducts = (
  db: Reader,
  replayId: string,
  { afterPlace, ...range }: { afterPlace: number; offset: number; limit: number },
): Promise<MovedProduct[]> =>
  table.list(db, { where: { replayId }, by: "place", order: "asc", after: [afterPlace, ""], ...range });

const OFFER = selection("seen", {
  productId: TEXT,
  competitorId: TEXT,
  cents: called("price_cents", NUMBER),
  stockStatus: TEXT_OR_NULL,
  shippingCents: called("shipping_cost_cents", NUMBER_OR_NULL),
  observedAtMs: NUMBER,
});
/** What a competitor asked for a product, as it was seen last on a day. */
export type DailyOffer = SelectedBy<typeof OFFER>;

/**
 * Of each day, counted back from `toMs`, the last valid observation of each competitor that counts; the oldest first. Those of
 * after `fromMs`, a number of whole days before.
 */
export const listDailyOffers = (
  db: Reader,
  productIds: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<DailyOffer[]> =>
  db.all(
    `select ${OFFER.selected}, max(seen.row_id) as row_id
      from json_each(:ids) wanted
      cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = wanted.value
        and seen.observed_at_ms > :fromMs and seen.observed_at_ms <= :toMs and seen.is_valid = 1
      cross join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
        and ${COUNTING}
      group by seen.product_id, seen.competitor_id, (seen.observed_at_ms - :fromMs + 86399999) / 86400000
      order by seen.observed_at_ms, row_id`,
    { ids: JSON.stringify(productIds), fromMs, toMs },
    OFFER.read,
  );

/** The own prices of products at a moment, by their ids; one that has not changed since is what it is now. */
export const findOwnPricesAt = async (
  db: Reader,
  productIds: readonly string[],
  atMs: number,
): Promise<Map<string, number | null>> =>
  new Map(
    await db.all(
      `select product.id, case
          when exists (select 1 from price_point point where point.tenant_id = :tenant and point.product_id = product.id
              and point.source = 'internal' and point.currency = 'EUR' and point.recorded_at_ms > :atMs)
            then (select point.before_cents from price_point point where point.tenant_id = :tenant
              and point.product_id = product.id and point.source = 'internal' and point.currency = 'EUR'
              and point.recorded_at_ms > :atMs order by point.recorded_at_ms, point.row_id limit 1)
          else product.price_cents end as price_cents
        from json_each(:ids) wanted
        cross join product on product.tenant_id = :tenant and product.id = wanted.value`,
      { ids: JSON.stringify(productIds), atMs },
      (row): [string, number | null] => [text(row, "id"), numberOrNull(row, "price_cents")],
    ),
  );
