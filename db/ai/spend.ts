import type { Reader, Tx } from "../ports.ts";
import { number, type Row } from "../rows.ts";

/** What a period has cost, and what calls that are under way may. */
export interface Spend {
  spentMicros: number;
  reservedMicros: number;
}

const NOTHING: Spend = { spentMicros: 0, reservedMicros: 0 };
const read = (row: Row): Spend => ({
  spentMicros: number(row, "spent_micros"),
  reservedMicros: number(row, "reserved_micros"),
});

export const findSpend = async (db: Reader, period: string): Promise<Spend> =>
  (await db.first(
    "select spent_micros, reserved_micros from ai_spend where tenant_id = :tenant and period = :period",
    { period },
    read,
  )) ?? NOTHING;

/** Adds to what periods have spent and reserved. */
export const addSpend = (tx: Tx, periods: readonly string[], { spentMicros, reservedMicros }: Spend): Promise<void> =>
  tx.runMany(
    `insert into ai_spend (tenant_id, period, spent_micros, reserved_micros)
      values (:tenant, :period, :spentMicros, :reservedMicros)
      on conflict (tenant_id, period) do update set spent_micros = spent_micros + excluded.spent_micros,
        reserved_micros = max(0, reserved_micros + excluded.reserved_micros)`,
    periods.map((period) => ({ period, spentMicros, reservedMicros })),
  );
