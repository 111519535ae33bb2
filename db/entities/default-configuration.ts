import type { Tx } from "../ports.ts";

/** Leaves an entity without a default, so that another can become it. */
export const clearDefault = (tx: Tx, { entityId, nowMs }: { entityId: string; nowMs: number }): Promise<number> =>
  tx.run(
    `update entity_configuration set is_default = 0, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and entity_id = :entityId and is_default = 1`,
    { entityId, nowMs },
  );
