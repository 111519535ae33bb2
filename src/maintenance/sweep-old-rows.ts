import { deleteOldLookups } from "../../db/ean-lookup/old-lookups.ts";
import { deleteOldResults } from "../../db/idempotency/results.ts";
import { eraseOldSecrets } from "../../db/imports/old-secrets.ts";
import { deleteFinished } from "../../db/jobs/queue.ts";
import { mutation } from "../../db/ports.ts";
import { deleteOldHosts } from "../../db/web/hosts.ts";
import { thinHistories } from "../price-monitor/thin-histories.ts";

const DAY_MS = 86_400_000;
const JOB_KEPT_MS = 7 * DAY_MS;
const FAILED_JOB_KEPT_MS = 30 * DAY_MS;
const RESULT_KEPT_MS = DAY_MS;
const HOST_KEPT_MS = 7 * DAY_MS;
const LOOKUP_KEPT_MS = 90 * DAY_MS;
// A sweep runs alone in the process like every mutation, so it takes a little at a time.
const ROWS_MAX = 500;

/** Deletes some rows that nobody will ask for again, of every tenant. Says whether there may be more. */
export const sweepOldRows = mutation("maintenance.sweep", async (tx, _: undefined, { now }) => {
  const jobs = await deleteFinished(tx, {
    beforeMs: now() - JOB_KEPT_MS,
    failedBeforeMs: now() - FAILED_JOB_KEPT_MS,
    limit: ROWS_MAX,
  });
  const results = await deleteOldResults(tx, { beforeMs: now() - RESULT_KEPT_MS, limit: ROWS_MAX });
  const lookups = await deleteOldLookups(tx, { beforeMs: now() - LOOKUP_KEPT_MS, limit: ROWS_MAX });
  const secrets = await eraseOldSecrets(tx, { nowMs: now(), limit: ROWS_MAX });
  const hosts = await deleteOldHosts(tx, { beforeMs: now() - HOST_KEPT_MS, limit: ROWS_MAX });
  const thinned = await thinHistories(tx, now());
  return { more: thinned || [jobs, results, lookups, secrets, hosts].includes(ROWS_MAX) };
});
