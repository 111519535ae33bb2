import { markEnded } from "../../../db/imports/import-run.ts";
import { findImport } from "../../../db/imports/imports.ts";
import { mutation } from "../../../db/ports.ts";
import { emitEvents } from "../../events/emit-events.ts";
import type { ErrorCode } from "../../http/output/error-codes.ts";
import { noteRun } from "../../import-configs/note-run.ts";
import { factsOf } from "../require-import.ts";
import { nextStatus } from "../states.ts";
import { importFailed } from "./import-events.ts";

/** Ends an import that cannot go on. One that has ended already, or is gone, is left alone. */
export const failImport = mutation(
  "imports.fail",
  async (tx, { id, code, message }: { id: string; code: ErrorCode; message: string }, context) => {
    const found = await findImport(tx, id);
    const status = found && nextStatus("fail", factsOf(found));
    if (!status) return;
    await markEnded(tx, { id, status, error: { code, message }, nowMs: context.now() });
    await noteRun(tx, id, status, context);
    await emitEvents(tx, [importFailed(found, { code, message })], context);
  },
);
