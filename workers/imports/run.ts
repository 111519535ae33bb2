import { applyChunk } from "../../src/imports/apply-chunk.ts";
import { beginImport } from "../../src/imports/begin-import.ts";
import type { RunSettings } from "../../src/imports/chunk-row.ts";
import { completeImport } from "../../src/imports/complete-import.ts";
import { failImport } from "../../src/imports/fail-import.ts";
import { packRows } from "../../src/imports/packed-rows.ts";
import { openImportFile } from "../../src/imports/read-rows.ts";
import { FileUnreadable, unreadableMessage } from "../../src/imports/reading/file-unreadable.ts";
import { requireImport } from "../../src/imports/require-import.ts";
import type { JobContext, JobHandler } from "../job.ts";

type Context = JobContext<"imports.run">;

/**
 * Chunks that the writer may have at a time: what it commits together, and some more so that it does not wait for the next
 * ones while it does. A server has none.
 */
const SENT_MAX = 12;

/**
 * Applies the rows of an uploaded file, chunk by chunk, after the last record that is committed. While the writer commits
 * some, the next ones are read.
 */
export const run: JobHandler<"imports.run"> = async ({ importId }, context) => {
  const { checkpoint, commit, db, services } = context;
  // Not as a step of the job: a file that ends its thread again and again must not look as if it got on.
  const settings = await services.write(beginImport, db.tenantId, { id: importId });
  if (!settings) return;
  try {
    if (await applyFile(context, settings, checkpoint?.record ?? 0))
      await commit(completeImport, { id: importId }, "done");
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    const message = unreadableMessage(error, settings.language);
    await commit(failImport, { id: importId, code: "IMPORT_PARSE_FAILED", message }, "done");
  }
};

/** Whether the file was applied to its end. */
async function applyFile(
  { db, services, signal, commit }: Context,
  settings: RunSettings,
  after: number,
): Promise<boolean> {
  const found = await requireImport(db, settings.importId);
  const file = await openImportFile(services.files, found, settings);
  const sentMax = services.config.databaseUrl === undefined ? SENT_MAX : 1;
  const sent: Promise<{ goesOn: boolean }>[] = [];
  let place = found.processedRows;
  try {
    for await (const { rows, lastRecord } of file.chunks({ after, signal })) {
      if (sent.length === sentMax && !(await sent.shift())?.goesOn) return false;
      const chunk = { settings, rows: packRows(rows), place };
      const step = commit(applyChunk, chunk, { checkpoint: { record: lastRecord } });
      // Awaited once more chunks are read; until then nobody listens.
      step.catch(() => undefined);
      sent.push(step);
      place += rows.length;
    }
    for (const step of sent) if (!(await step).goesOn) return false;
    return true;
  } finally {
    // However it ends, the writer is done with what was sent.
    await Promise.allSettled(sent);
  }
}
