import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { NUMBER, TEXT } from "../table.ts";

/** What platforms call the works that they have been given, by the key of the work. */
export const platformWorks = keyedTable(
  "platform_work",
  { connectorId: TEXT, workKey: TEXT, externalId: TEXT, startedAtMs: NUMBER },
  ["connectorId", "workKey"],
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
