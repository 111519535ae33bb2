import { markEnded } from "../../../db/imports/import-run.ts";
import { mutation } from "../../../db/ports.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { noteRun } from "../../import-configs/note-run.ts";
import { wantImages } from "../images/want-images.ts";
import { optionsOf } from "../map/saved-mapping.ts";
import { wantLookup } from "../pending/look-up-pending.ts";
import { factsOf, requireImport } from "../require-import.ts";
import { nextStatus } from "../states.ts";
import { importCompleted } from "./import-events.ts";

/** Ends an import whose rows are all applied. One that has ended otherwise meanwhile is left alone. */
export const completeImport = mutation("imports.complete", async (tx, { id }: { id: string }, context) => {
  const found = await requireImport(tx, id);
  const status = nextStatus("complete", factsOf(found));
  if (!status) return;
  const nowMs = context.now();
  await markEnded(tx, { id, status, error: null, nowMs });
  if (found.warningCount > 0) await wantLookup(tx, found.startedAtMs ?? nowMs, context);
  if (optionsOf(found).fetchImages) await wantImages(tx, id, context);
  await noteRun(tx, id, status, context);
  await emitEvents(tx, [importCompleted(found, status, nowMs)], context);
});
