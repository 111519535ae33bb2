import { setStatus } from "../../../db/imports/imports.ts";
import { resumeJob } from "../../../db/jobs/tenant-jobs.ts";
import { mutation } from "../../../db/ports.ts";
import { requireMovable } from "../require-import.ts";

/** Lets a paused import go on after its last committed row. */
export const resumeImport = mutation("imports.resume", async (tx, { id }: { id: string }) => {
  const { found, status } = await requireMovable(tx, id, "resume");
  await setStatus(tx, id, status);
  if (found.jobUid !== null) await resumeJob(tx, found.jobUid);
  return { id, status };
});
