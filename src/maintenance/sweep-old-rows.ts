import { eraseOldAnswers } from "../../db/ai/rescue.ts";
import { eraseOldSecrets } from "../../db/imports/old-secrets.ts";
import { deleteFinished } from "../../db/jobs/queue.ts";
import { AGING_TABLES, deleteOldOf } from "../../db/maintenance/old-rows.ts";
import { mutation } from "../../db/ports.ts";
import { endLostCalls, REUSE_MS } from "../ai/provider/ledger.ts";
import { RETENTION_OF, retentionMs } from "../config/retention.ts";
import { thinHistories } from "../prices/price-monitor/history/thin-histories.ts";

// A sweep runs alone in the process like every mutation, so it takes a little at a time.
const ROWS_MAX = 500;

/** Deletes some rows that are no longer needed of every tenant, and ends calls of models that were lost. Says whether there may be more. */
export const sweepOldRows = mutation("maintenance.sweep", async (tx, _: undefined, { now }) => {
  const jobs = await deleteFinished(tx, {
    beforeMs: now() - retentionMs("jobs"),
    failedBeforeMs: now() - retentionMs("failedJobs"),
    limit: ROWS_MAX,
  });
  const results = await deleteOldOf(tx, "idempotency", { beforeMs: now() - retentionMs("answers"), limit: ROWS_MAX });
  const lookups = await deleteOldOf(tx, "ean_lookup", { beforeMs: now() - retentionMs("lookups"), limit: ROWS_MAX });
  const secrets = await eraseOldSecrets(tx, { nowMs: now(), limit: ROWS_MAX });
  const hosts = await deleteOldOf(tx, "web_host", { beforeMs: now() - retentionMs("hosts"), limit: ROWS_MAX });
  const said = await eraseOldAnswers(tx, { beforeMs: now() - REUSE_MS, limit: ROWS_MAX });
  const lost = await endLostCalls(tx, { nowMs: now(), limit: ROWS_MAX });
  const thinned = await thinHistories(tx, now());
  return { more: thinned || [jobs, results, lookups, secrets, hosts, said, lost].includes(ROWS_MAX) };
});

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
