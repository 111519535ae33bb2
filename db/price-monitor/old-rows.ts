import type { Tx } from "../ports.ts";
import { number } from "../rows.ts";

/** What the sweep thins out. */

export type ThinnedTable = "competitor_observation" | "price_point";

/** How far a table is thinned out. */
export const findThinned = async (tx: Tx, name: ThinnedTable): Promise<number> =>
  (await tx.first("select row_id from price_sweep where name = :name", { name }, (row) => number(row, "row_id"))) ?? 0;

export const setThinned = (tx: Tx, name: ThinnedTable, rowId: number): Promise<number> =>
  tx.run(
    `insert into price_sweep (name, row_id) values (:name, :rowId)
      on conflict do update set row_id = excluded.row_id`,
    { name, rowId },
  );

interface Old {
  rowId: number;
  atMs: number;
}
const readOld = (row: Record<string, unknown>): Old => ({ rowId: number(row, "row_id"), atMs: number(row, "at_ms") });

/** The oldest observations and prices behind a place, of all tenants. */
const OLDEST: Record<ThinnedTable, string> = {
  competitor_observation: `select row_id, observed_at_ms as at_ms from competitor_observation
    where row_id > :afterRow order by row_id limit :limit`,
  price_point: `select row_id, recorded_at_ms as at_ms from price_point
    where row_id > :afterRow order by row_id limit :limit`,
};
export const listOldest = (tx: Tx, name: ThinnedTable, afterRow: number, limit: number): Promise<Old[]> =>
  tx.all(OLDEST[name], { afterRow, limit }, readOld);

/** Of these rows, deletes those that another one of the same day and source follows; the first of all stays. */
const THIN: Record<ThinnedTable, string> = {
  competitor_observation: `delete from competitor_observation where row_id in (
    select old.row_id from json_each(:rows) wanted
      join competitor_observation old on old.row_id = wanted.value
      where exists (select 1 from competitor_observation later
        where later.tenant_id = old.tenant_id and later.product_id = old.product_id
          and later.competitor_id = old.competitor_id and later.is_valid >= old.is_valid
          and later.observed_at_ms >= old.observed_at_ms
          and later.observed_at_ms < (old.observed_at_ms / 86400000 + 1) * 86400000 and later.row_id > old.row_id))`,
  price_point: `delete from price_point where row_id in (
    select old.row_id from json_each(:rows) wanted
      join price_point old on old.row_id = wanted.value
      where exists (select 1 from price_point later
        where later.tenant_id = old.tenant_id and later.product_id = old.product_id and later.source = old.source
          and later.currency = old.currency and later.recorded_at_ms >= old.recorded_at_ms
          and later.recorded_at_ms < (old.recorded_at_ms / 86400000 + 1) * 86400000 and later.row_id > old.row_id)
        and exists (select 1 from price_point first
          where first.tenant_id = old.tenant_id and first.product_id = old.product_id and first.source = old.source
            and first.currency = old.currency and first.recorded_at_ms <= old.recorded_at_ms
            and first.row_id < old.row_id))`,
};
export const thinOut = (tx: Tx, name: ThinnedTable, rowIds: readonly number[]): Promise<number> =>
  tx.run(THIN[name], { rows: JSON.stringify(rowIds) });

/** Deletes rows by where they are. */
const ERASE: Record<ThinnedTable, string> = {
  competitor_observation: "delete from competitor_observation where row_id in (select value from json_each(:rows))",
  price_point: "delete from price_point where row_id in (select value from json_each(:rows))",
};
export const eraseRows = (tx: Tx, name: ThinnedTable, rowIds: readonly number[]): Promise<number> =>
  tx.run(ERASE[name], { rows: JSON.stringify(rowIds) });
