import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";

const DAY_MS = 86_400_000;

/** Which day a time is on (UTC), counted from 1970. */
export const dayOfTime = (atMs: number): number => Math.floor(atMs / DAY_MS);

/** Counts products that were made or changed on the day of that. */
export const countOnDay = (tx: Tx, { atMs, changes }: { atMs: number; changes: number }): Promise<void> =>
  tx.send(
    `insert into change_day (tenant_id, day, changes) values (:tenant, :day, :changes)
      on conflict do update set changes = changes + excluded.changes`,
    { day: dayOfTime(atMs), changes },
  );

/** How many changes each day had from one on; days without any are left out. */
export const listChangeDays = async (db: Reader, fromDay: number): Promise<Map<number, number>> =>
  new Map(
    await db.all(
      "select day, changes from change_day where tenant_id = :tenant and day >= :fromDay order by day",
      { fromDay },
      (row): [number, number] => [number(row, "day"), number(row, "changes")],
    ),
  );
