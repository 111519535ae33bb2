import type { Tx } from "../db/ports.ts";

/** Forgets the oldest beyond the newest 50. */
export const trimReindexes = (tx: Tx): Promise<number> =>
  tx.run(
    `delete from search_reindex where tenant_id = :tenant and id in (
      select old.id from search_reindex old where old.tenant_id = :tenant order by old.created_at_ms desc limit -1 offset 50)`,
    {},
  );
