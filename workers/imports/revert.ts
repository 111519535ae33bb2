import { partsOfRevert, surveySteps } from "../../src/imports/revert/parts-of-revert.ts";
import { planPart } from "../../src/imports/revert/plan-part.ts";
import { finishRevert, noteRevertTotal, revertPart } from "../../src/imports/revert/revert-import.ts";
import { Reverts } from "../../src/imports/revert/revert-run.ts";
import type { JobHandler } from "../../src/jobs/job.ts";

/**
 * Takes an import back part by part; each commits with how far it is, so an interrupted one goes on where it was. A preview
 * is worked out here, and only noted by the writer.
 */
export const revert: JobHandler<"imports.revert"> = async ({ importId }, { db, services, signal, commit }) => {
  const found = await Reverts.find(db, importId);
  if (found?.status !== "processing") return;
  const imported = await surveySteps(db, importId);
  if (found.productsTotal === null) await commit(noteRevertTotal, { id: importId, total: imported.total }, "kept");
  for await (const part of partsOfRevert(db, importId, imported, found)) {
    signal.throwIfAborted();
    const planned = found.isPreview ? await planPart(db, importId, part, services.now()) : undefined;
    await commit(revertPart, { id: importId, part, planned }, "kept");
  }
  await commit(finishRevert, { id: importId }, "done");
};
