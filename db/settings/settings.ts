import type { Reader, Tx } from "../ports.ts";
import { json, number } from "../rows.ts";

/** A setting of the tenant, as it was stored; `undefined` when it never was. */
export const findSetting = (db: Reader, name: string): Promise<unknown> =>
  db.first("select value from setting where tenant_id = :tenant and name = :name", { name }, (row) =>
    json(row, "value"),
  );

export const putSetting = (tx: Tx, name: string, value: unknown, nowMs: number): Promise<number> =>
  tx.run(
    `insert into setting (tenant_id, name, value, updated_at_ms) values (:tenant, :name, :value, :nowMs)
      on conflict do update set value = excluded.value, updated_at_ms = excluded.updated_at_ms`,
    { name, value: JSON.stringify(value), nowMs },
  );

/** A setting with the time it was stored. */
export interface StoredSetting {
  value: unknown;
  updatedAtMs: number;
}

export const findStoredSetting = (db: Reader, name: string): Promise<StoredSetting | undefined> =>
  db.first("select value, updated_at_ms from setting where tenant_id = :tenant and name = :name", { name }, (row) => ({
    value: json(row, "value"),
    updatedAtMs: number(row, "updated_at_ms"),
  }));

/** Returns false when there was none. */
export const deleteSetting = async (tx: Tx, name: string): Promise<boolean> =>
  (await tx.run("delete from setting where tenant_id = :tenant and name = :name", { name })) === 1;
