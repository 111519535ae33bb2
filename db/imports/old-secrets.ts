import type { Tx } from "../ports.ts";

/** Erases what let imports in whose time is over, of all tenants; returns how many imports that were, at most `limit`. */
export async function eraseOldSecrets(tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }): Promise<number> {
  await tx.send(
    `delete from secret where (tenant_id, place) in
       (select tenant_id, secret_place from import_source where erase_at_ms <= :nowMs order by erase_at_ms limit :limit)`,
    { nowMs, limit },
  );
  return tx.run(
    `update import_source set erase_at_ms = null where (tenant_id, import_id) in
       (select tenant_id, import_id from import_source where erase_at_ms <= :nowMs order by erase_at_ms limit :limit)`,
    { nowMs, limit },
  );
}
