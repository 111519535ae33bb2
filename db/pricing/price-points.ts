import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text } from "../rows.ts";

export type PointOrigin = "manual" | "import" | "erp_sync" | "repricing" | "connector";

/** What a price was from a moment on. */
export interface PricePoint {
  productId: string;
  source: string;
  currency: string;
  /** `null`: there was none. */
  beforeCents: number | null;
  /** `null`: no price any more. */
  priceCents: number | null;
  isActive: boolean;
  origin: PointOrigin;
}

export const insertPricePoints = (tx: Tx, points: readonly PricePoint[], nowMs: number): Promise<number> =>
  tx.run(
    `insert into price_point (tenant_id, product_id, source, currency, before_cents, price_cents, is_active, origin,
        recorded_at_ms)
      select :tenant, point.value ->> 0, point.value ->> 1, point.value ->> 2, point.value ->> 3, point.value ->> 4,
          point.value ->> 5, point.value ->> 6, :nowMs
        from json_each(:points) point order by point.key`,
    {
      nowMs,
      points: JSON.stringify(
        points.map(({ productId, source, currency, beforeCents, priceCents, isActive, origin }) => [
          productId,
          source,
          currency,
          beforeCents,
          priceCents,
          Number(isActive),
          origin,
        ]),
      ),
    },
  );

/** A point with its place. */
export interface StoredPoint extends Omit<PricePoint, "origin"> {
  rowId: number;
  origin: PointOrigin | "observation";
  recordedAtMs: number;
}

const readPoint = (row: Row): StoredPoint => ({
  rowId: number(row, "row_id"),
  productId: text(row, "product_id"),
  source: text(row, "source"),
  currency: text(row, "currency"),
  beforeCents: numberOrNull(row, "before_cents"),
  priceCents: numberOrNull(row, "price_cents"),
  isActive: boolean(row, "is_active"),
  origin: text(row, "origin") as StoredPoint["origin"], // checked by the table
  recordedAtMs: number(row, "recorded_at_ms"),
});

/** Behind which row a history goes on. */
export interface HistoryPlace {
  atMs: number;
  rowId: number;
}

interface Span {
  productId: string;
  sinceMs: number;
  /** `null`: of any source. */
  source: string | null;
  /** Only what lies before it. */
  before: HistoryPlace;
  limit: number;
}

const argsOf = ({ before, ...span }: Span) => ({ ...span, beforeMs: before.atMs, beforeRow: before.rowId });

/** The newest points of a product since a moment, newest first. */
export const listPricePoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select row_id, product_id, source, currency, before_cents, price_cents, is_active, origin, recorded_at_ms
      from price_point
      where tenant_id = :tenant and product_id = :productId and recorded_at_ms >= :sinceMs
        and (recorded_at_ms, row_id) < (:beforeMs, :beforeRow) and source = ifnull(:source, source)
      order by recorded_at_ms desc, row_id desc limit :limit`,
    argsOf(span),
    readPoint,
  );

/** The same of competitors: what was seen of them, as points of the source that their code is. */
export const listObservedPoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select seen.row_id, seen.product_id, competitor.code as source, 'EUR' as currency, null as before_cents,
        seen.price_cents, 1 as is_active, 'observation' as origin, seen.observed_at_ms as recorded_at_ms
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
        and (seen.observed_at_ms, seen.row_id) < (:beforeMs, :beforeRow) and seen.is_valid = 1 and competitor.code = ifnull(:source, competitor.code)
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    argsOf(span),
    readPoint,
  );

/** What competitors asked last before a place, by their codes, since a moment. */
export const listPricesBefore = (
  db: Reader,
  { before, ...asked }: { productId: string; codes: readonly string[]; sinceMs: number; before: HistoryPlace },
): Promise<{ source: string; priceCents: number | null }[]> =>
  db.all(
    `select wanted.value as source, (
        select seen.price_cents from competitor
          cross join competitor_observation seen on seen.tenant_id = :tenant and seen.product_id = :productId
            and seen.competitor_id = competitor.id and seen.is_valid = 1 and seen.observed_at_ms >= :sinceMs
            and (seen.observed_at_ms, seen.row_id) < (:beforeMs, :beforeRow)
          where competitor.tenant_id = :tenant and competitor.code = wanted.value
          order by seen.observed_at_ms desc, seen.row_id desc limit 1) as price_cents
      from json_each(:codes) wanted`,
    {
      productId: asked.productId,
      sinceMs: asked.sinceMs,
      codes: JSON.stringify(asked.codes),
      beforeMs: before.atMs,
      beforeRow: before.rowId,
    },
    (row) => ({ source: text(row, "source"), priceCents: numberOrNull(row, "price_cents") }),
  );

/** The first point of a product's own price, and when the last one was. */
export const findOwnPoints = (
  db: Reader,
  productId: string,
): Promise<{ firstBeforeCents: number | null; lastAtMs: number } | undefined> =>
  db.first(
    `select (select before_cents from price_point
              where tenant_id = :tenant and product_id = :productId and source = 'internal' and currency = 'EUR'
              order by recorded_at_ms, row_id limit 1) as before_cents, recorded_at_ms
      from price_point
      where tenant_id = :tenant and product_id = :productId and source = 'internal' and currency = 'EUR'
      order by recorded_at_ms desc, row_id desc limit 1`,
    { productId },
    (row) => ({ firstBeforeCents: numberOrNull(row, "before_cents"), lastAtMs: number(row, "recorded_at_ms") }),
  );
