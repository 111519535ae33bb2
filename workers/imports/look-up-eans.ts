import { listWaiting } from "../../db/imports/pending-eans.ts";
import { lookUpPending } from "../../src/imports/pending/look-up-pending.ts";
import type { JobHandler } from "../../src/jobs/job.ts";

const ROWS = 50;

/** Looks for the EANs of the rows that have come since, the oldest first. */
export const lookUpEans: JobHandler<"imports.look-up-eans"> = async (
  { sinceMs },
  { db, checkpoint, signal, commit },
) => {
  for (let place = checkpoint ?? { lastSeenAtMs: sinceMs, id: "" }; ; ) {
    signal.throwIfAborted();
    const waiting = await listWaiting(db, place, ROWS);
    const last = waiting.at(-1);
    if (!last) return;
    place = last;
    await commit(lookUpPending, { ids: waiting.map(({ id }) => id) }, { checkpoint: place });
  }
};
