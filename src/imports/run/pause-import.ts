import { setStatus } from "../../../db/imports/imports.ts";
import { pauseJob } from "../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../db/ports.ts";
import { requireMovable } from "../require-import.ts";

/** Lets an import stand still: what is committed stays, and it goes on from there. */
export const pauseImport = mutation("imports.pause", async (tx, { id }: { id: string }) => {
  const { found, status } = await requireMovable(tx, id, "pause");
  await setStatus(tx, id, status);
  if (found.jobUid !== null) await pauseJob(tx, found.jobUid);
  return { id, status };
});
