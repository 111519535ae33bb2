import { enqueue } from "../../../../db/jobs/queue.ts";
import { cancelJob, limitQueue, listJobsOf } from "../../../../db/jobs/tenant-jobs.ts";
import { mutation, type Tx } from "../../../../db/ports.ts";
import { ApiError } from "../../../http/output/errors.ts";
import type { Language } from "../../../http/output/messages.ts";
import { requireMovable } from "../../require-import.ts";

/** How many dry runs of a tenant may run or wait; one runs at a time. */
const LINE_MAX = 5;
const RETRY_SECONDS = 30;

const keyOf = (tenantId: string, importId: string) => `imports.dry-run ${tenantId} ${importId.toLowerCase()} `;

const tooMany = () =>
  new ApiError("RATE_LIMIT_EXCEEDED", {
    params: { seconds: RETRY_SECONDS },
    details: { detail: `${LINE_MAX} dry runs at a time`, retry_after: RETRY_SECONDS },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });

interface DryRunStart {
  id: string;
  language: Language;
  /** Until when somebody waits for it. */
  deadlineMs: number;
  /** Rows that are looked at; all when absent. */
  rowsMax?: number | undefined;
}

/** Queues a dry run; answers the name of its job. Throws INVALID_STATE, MAPPING_REQUIRED and RATE_LIMIT_EXCEEDED. */
export const startDryRun = mutation(
  "imports.start-dry-run",
  async (tx, { id, language, deadlineMs, rowsMax }: DryRunStart, context) => {
    await requireMovable(tx, id, "dry_run");
    if ((await limitQueue(tx, "asked", 1)) >= LINE_MAX) throw tooMany();
    const uid = context.newId();
    const uniqueKey = `${keyOf(tx.tenantId, id)}${uid}`;
    const wish = { importId: id, language, deadlineMs, ...(rowsMax !== undefined && { rowsMax }) };
    await enqueue(tx, "imports.dry-run", wish, context, { uid, queue: "asked", uniqueKey, attemptsMax: 1 });
    return uid;
  },
);

/** Ends a dry run whose caller no longer waits. */
export const leaveDryRun = mutation("imports.leave-dry-run", (tx, { uid }: { uid: string }, { now }) =>
  cancelJob(tx, uid, now()),
);

/** Ends the dry runs of an import; whether there was any. */
export async function cancelDryRuns(tx: Tx, importId: string, nowMs: number): Promise<boolean> {
  const uids = await listJobsOf(tx, "asked", keyOf(tx.tenantId, importId));
  for (const uid of uids) await cancelJob(tx, uid, nowMs);
  return uids.length > 0;
}
