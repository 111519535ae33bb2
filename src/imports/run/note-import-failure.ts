import { findImport } from "../../../db/imports/imports.ts";
import type { JobKinds } from "../../../db/jobs/kinds.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { translate } from "../../http/output/messages.ts";
import { failImport } from "./fail-import.ts";

/** What the queue says of a job whose thread died again and again. */
const DIED = "its thread died";

/** Ends the import whose job will not be tried again. */
export async function noteImportFailure(
  tx: Tx,
  { importId }: JobKinds["imports.run"]["payload"],
  error: string,
  context: MutationContext,
): Promise<void> {
  const code = error === DIED ? "JOB_INTERRUPTED" : "IMPORT_PERSISTENCE_FAILED";
  const found = await findImport(tx, importId);
  const message = translate(found?.language === "fr" ? "fr" : "en", code);
  await failImport.run(tx, { id: importId, code, message }, context);
}
