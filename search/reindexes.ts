import type { Reader, Tx } from "../db/ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../db/rows.ts";
import type { EngineName } from "./port.ts";

export type ReindexStatus = "pending" | "processing" | "completed" | "failed";

/** A search index that is made anew from the database. */
export interface Reindex {
  id: string;
  engine: EngineName;
  status: ReindexStatus;
  /** Products there were at the beginning. */
  total: number;
  indexed: number;
  /** Why it failed; `null` unless it did. */
  error: string | null;
  createdAtMs: number;
  completedAtMs: number | null;
}

const COLUMNS = "id, engine, status, total, indexed, error, created_at_ms, completed_at_ms";
const readReindex = (row: Row): Reindex => ({
  id: text(row, "id"),
  // Check constraints hold the words of both.
  engine: text(row, "engine") as Reindex["engine"],
  status: text(row, "status") as ReindexStatus,
  total: number(row, "total"),
  indexed: number(row, "indexed"),
  error: textOrNull(row, "error"),
  createdAtMs: number(row, "created_at_ms"),
  completedAtMs: numberOrNull(row, "completed_at_ms"),
});

export const findReindex = (db: Reader, id: string): Promise<Reindex | undefined> =>
  db.first(`select ${COLUMNS} from search_reindex where tenant_id = :tenant and id = :id`, { id }, readReindex);

/** The one that has not ended, if any. */
export const findOpenReindex = (db: Reader): Promise<Reindex | undefined> =>
  db.first(
    `select ${COLUMNS} from search_reindex where tenant_id = :tenant and status in ('pending', 'processing') limit 1`,
    {},
    readReindex,
  );

export const insertReindex = (
  tx: Tx,
  { id, engine, nowMs }: { id: string; engine: Reindex["engine"]; nowMs: number },
): Promise<number> =>
  tx.run(
    `insert into search_reindex (tenant_id, id, engine, status, created_at_ms)
      values (:tenant, :id, :engine, 'pending', :nowMs)`,
    { id, engine, nowMs },
  );

/** Notes how far one is that has not ended. */
export const markReindexed = (
  tx: Tx,
  { id, indexed, total }: { id: string; indexed: number; total: number },
): Promise<number> =>
  tx.run(
    `update search_reindex set status = 'processing', indexed = :indexed, total = :total
      where tenant_id = :tenant and id = :id and status in ('pending', 'processing')`,
    { id, indexed, total },
  );

export const markReindexEnded = (
  tx: Tx,
  { id, status, error, nowMs }: { id: string; status: "completed" | "failed"; error: string | null; nowMs: number },
): Promise<number> =>
  tx.run(
    `update search_reindex set status = :status, error = :error, completed_at_ms = :nowMs
      where tenant_id = :tenant and id = :id and status in ('pending', 'processing')`,
    { id, status, error, nowMs },
  );

/** Forgets the oldest beyond the newest 50. */
export const trimReindexes = (tx: Tx): Promise<number> =>
  tx.run(
    `delete from search_reindex where tenant_id = :tenant and id in (
      select old.id from search_reindex old where old.tenant_id = :tenant order by old.created_at_ms desc limit -1 offset 50)`,
    {},
  );
