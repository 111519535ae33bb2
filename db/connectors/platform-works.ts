import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** What a platform calls the work of that key; `undefined`: none was begun after a given time. */
export const findPlatformWork = (
  db: Reader,
  { connectorId, workKey, afterMs }: { connectorId: string; workKey: string; afterMs: number },
): Promise<string | undefined> =>
  db.first(
    `select external_id from platform_work where tenant_id = :tenant and connector_id = :connectorId
        and work_key = :workKey and started_at_ms > :afterMs`,
    { connectorId, workKey, afterMs },
    (row) => text(row, "external_id"),
  );

export const putPlatformWork = (
  tx: Tx,
  work: { connectorId: string; workKey: string; externalId: string; startedAtMs: number },
) =>
  tx.run(
    `insert into platform_work (tenant_id, connector_id, work_key, external_id, started_at_ms)
      values (:tenant, :connectorId, :workKey, :externalId, :startedAtMs)
      on conflict do update set external_id = excluded.external_id, started_at_ms = excluded.started_at_ms`,
    work,
  );

/** Forgets the work of that key, and what was begun before a given time. */
export const deletePlatformWorks = (
  tx: Tx,
  { connectorId, workKey, beforeMs }: { connectorId: string; workKey: string; beforeMs: number },
) =>
  tx.run(
    `delete from platform_work where tenant_id = :tenant and connector_id = :connectorId
        and (work_key = :workKey or started_at_ms < :beforeMs)`,
    { connectorId, workKey, beforeMs },
  );
