import type { Tx } from "../../../../db/ports.ts";
import {
  eraseRows,
  findThinned,
  listOldest,
  setThinned,
  type ThinnedTable,
  thinOut,
} from "../../../../db/price-monitor/old-rows.ts";
import { retentionMs } from "../../../config/retention.ts";

const DAY_MS = 86_400_000;
/** Everything is stored for this time, then the last of each day. */
const WHOLE_MS = 90 * DAY_MS;
const ROWS_MAX = 500;

async function thinOne(tx: Tx, name: ThinnedTable, nowMs: number): Promise<boolean> {
  const first = await listOldest(tx, name, 0, ROWS_MAX);
  const expired = first.filter(({ atMs }) => atMs < nowMs - retentionMs("prices"));
  if (expired.length > 0) {
    await eraseRows(
      tx,
      name,
      expired.map(({ rowId }) => rowId),
    );
  }
  const next = await listOldest(tx, name, await findThinned(tx, name), ROWS_MAX);
  const old = next.filter(({ atMs }) => atMs < nowMs - WHOLE_MS);
  const last = old.at(-1);
  if (!last) return expired.length === ROWS_MAX;
  await thinOut(
    tx,
    name,
    old.map(({ rowId }) => rowId),
  );
  await setThinned(tx, name, last.rowId);
  return expired.length === ROWS_MAX || old.length === ROWS_MAX;
}

/** Thins out a part of what prices were: whole for 90 days, by day for two years. Says whether there may be more. */
export async function thinHistories(tx: Tx, nowMs: number): Promise<boolean> {
  const observations = await thinOne(tx, "competitor_observation", nowMs);
  return (await thinOne(tx, "price_point", nowMs)) || observations;
}
