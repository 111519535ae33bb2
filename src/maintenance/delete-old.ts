import { AGING_TABLES, deleteOldOf } from "../../db/maintenance/old-rows.ts";
import { mutation } from "../../db/ports.ts";
import { RETENTION_OF, retentionMs } from "../config/retention.ts";

// Like every sweep it takes a little at a time.
const ROWS_MAX = 500;

/** Deletes some of the tenant's rows that are older than `RETENTION` says. Says whether there may be more. */
export const deleteOld = mutation("maintenance.forget", async (tx, _: undefined, { now }) => {
  let more = false;
  for (const table of AGING_TABLES) {
    const deleted = await deleteOldOf(tx, table, {
      beforeMs: now() - retentionMs(RETENTION_OF[table]),
      limit: ROWS_MAX,
    });
    more ||= deleted === ROWS_MAX;
  }
  return { more };
});
