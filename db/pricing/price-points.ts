import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull, text } from "../rows.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";

const ORIGINS = ["manual", "import", "erp_sync", "repricing", "connector"] as const;
export type PointOrigin = (typeof ORIGINS)[number];

const POINT = {
  productId: TEXT,
  source: TEXT,
  currency: TEXT,
  /** `null`: there was none. */
  beforeCents: NUMBER_OR_NULL,
  /** `null`: no price any more. */
  priceCents: NUMBER_OR_NULL,
  isActive: FLAG,
  origin: wordColumn(ORIGINS),
};
const table = keyedTable("price_point", { ...POINT, recordedAtMs: NUMBER }, []);
/** What a price was from a given time on. */
export type PricePoint = ValuesOf<typeof POINT>;

export const insertPricePoints = (tx: Tx, points: readonly PricePoint[], nowMs: number): Promise<void> =>
  table.send(tx, points, { recordedAtMs: nowMs });

const STORED = {
  ...POINT,
  rowId: NUMBER,
  origin: wordColumn([...ORIGINS, "observation"]),
  recordedAtMs: NUMBER,
};
const stored = selection("price_point", STORED);
/** What was seen of competitors, as points of the source that their code is. */
const seen = selection("seen", {
  ...STORED,
  source: computed("competitor.code", TEXT),
  currency: computed("'EUR'", TEXT),
  beforeCents: computed("null", NUMBER_OR_NULL),
  isActive: computed("1", FLAG),
  origin: computed("'observation'", STORED.origin),
  recordedAtMs: computed("seen.observed_at_ms", NUMBER),
});
/** A point with its place. */
export type StoredPoint = SelectedBy<typeof stored>;

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

/** The newest points of a product since a given time, newest first. */
export const listPricePoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select ${stored.selected} from price_point
      where tenant_id = :tenant and product_id = :productId and recorded_at_ms >= :sinceMs
        and (recorded_at_ms, row_id) < (:beforeMs, :beforeRow) and source = ifnull(:source, source)
      order by recorded_at_ms desc, row_id desc limit :limit`,
    argsOf(span),
    stored.read,
  );

/** The same of competitors. */
export const listObservedPoints = (db: Reader, span: Span): Promise<StoredPoint[]> =>
  db.all(
    `select ${seen.selected}
      from competitor_observation seen
      join competitor on competitor.tenant_id = :tenant and competitor.id = seen.competitor_id
      where seen.tenant_id = :tenant and seen.product_id = :productId and seen.observed_at_ms >= :sinceMs
        and (seen.observed_at_ms, seen.row_id) < (:beforeMs, :beforeRow) and seen.is_valid = 1 and competitor.code = ifnull(:source, competitor.code)
      order by seen.observed_at_ms desc, seen.row_id desc limit :limit`,
    argsOf(span),
    seen.read,
  );

/** Competitors' last prices before a place, by their codes, since a given time. */
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
