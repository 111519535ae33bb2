import type { Tx } from "../ports.ts";

/** Forgets what was looked up before `beforeMs`, at most `limit` rows; returns how many there were. */
export const deleteOldLookups = (tx: Tx, { beforeMs, limit }: { beforeMs: number; limit: number }) =>
  tx.run(
    `delete from ean_lookup where (tenant_id, created_at_ms, id) in
       (select tenant_id, created_at_ms, id from ean_lookup
         where created_at_ms < :beforeMs order by created_at_ms limit :limit)`,
    { beforeMs, limit },
  );
