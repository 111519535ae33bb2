import { markEnded } from "../../db/imports/import-run.ts";
import { mutation } from "../../db/ports.ts";
import { factsOf, requireImport } from "./require-import.ts";
import { nextStatus } from "./states.ts";

/** Ends an import whose rows are all applied. One that has ended otherwise meanwhile is left alone. */
export const completeImport = mutation("imports.complete", async (tx, { id }: { id: string }, { now }) => {
  const found = await requireImport(tx, id);
  const status = nextStatus("complete", factsOf(found));
  if (status) await markEnded(tx, { id, status, error: null, nowMs: now() });
});
