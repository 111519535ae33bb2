import { imports } from "../../db/imports/imports.ts";
import { isTransactionTooLong } from "../../db/remote/unavailable.ts";
import type { ImportCheckpoint } from "../../src/imports/jobs.ts";
import { FileUnreadable, unreadableMessage } from "../../src/imports/parse/file-unreadable.ts";
import { requireImport } from "../../src/imports/require-import.ts";
import { applyChunk } from "../../src/imports/run/chunk/apply-chunk.ts";
import { beginImport, completeImport, failImport } from "../../src/imports/run/moves.ts";
import { ChunkPace } from "../../src/imports/run/read/chunk-pace.ts";
import { foreignPricesOf } from "../../src/imports/run/read/foreign-prices-of.ts";
import { packRows } from "../../src/imports/run/read/packed-rows.ts";
import { type ImportFile, openImportFile } from "../../src/imports/run/read/read-rows.ts";
import type { ChunkRow, RunSettings } from "../../src/imports/run/row/chunk-row.ts";
import { FINISHED } from "../../src/imports/states.ts";
import type { JobContext, JobHandler } from "../../src/jobs/job.ts";
import { noteStep } from "../../src/jobs/lifecycle.ts";
import type { Files } from "../../src/storage/files.ts";

type Context = JobContext<"imports.run">;

/**
 * Chunks that the writer may have at a time: what it commits together, and some more so that it does not wait for the next
 * ones while it does.
 */
const SENT_MAX = 12;
/** How much is read from one note of how far it is to the next. */
const NOTED_BYTES = 1024 * 1024;

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
    if (!(await applyFile(context, settings, checkpoint ?? { record: 0 }))) return;
    await commit(completeImport, { id: importId }, "done");
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error;
    const message = unreadableMessage(error, settings.language);
    await commit(failImport, { id: importId, code: "IMPORT_PARSE_FAILED", message }, "done");
  }
  await countEnd(context, importId);
};

/** Counts how an import has ended, and its rows. */
async function countEnd({ db, services: { count } }: Context, importId: string): Promise<void> {
  // It may be deleted already.
  const found = await imports.find(db, { id: importId });
  if (!found || !FINISHED.some((each) => each === found.status)) return;
  count("catalogd_imports_ended_total", [found.status]);
  count("catalogd_import_rows_total", ["applied"], found.successfulRows);
  count("catalogd_import_rows_total", ["refused"], found.failedRows);
}

/** Whether the file was applied to its end. */
async function applyFile(
  context: Context,
  settings: RunSettings,
  { record: after, readBytes: readBefore = 0 }: ImportCheckpoint,
): Promise<boolean> {
  const { db, services, signal, commit } = context;
  const found = await requireImport(db, settings.importId);
  const reading = notedReading(services.files, readBefore, async (readBytes) => {
    signal.throwIfAborted();
    await commit(noteStep, undefined, { checkpoint: { record: after, readBytes } });
  });
  const foreignPrices = await foreignPricesOf(db, found);
  const file = await openImportFile(reading.files, found, { ...settings, foreignPrices, signal });
  const { readBytes } = reading.end();
  const apply = services.config.databaseUrl === undefined ? applyAhead : applyAtPace;
  return apply(context, file, { settings, after, readBytes, place: found.processedRows });
}

interface Rest {
  settings: RunSettings;
  /** The last record that is committed. */
  after: number;
  /** How much of the file was read before its rows are applied. */
  readBytes: number;
  /** How many rows of the import are. */
  place: number;
}

/** Sends chunks ahead, for a writer that commits several together. */
async function applyAhead(
  { signal, commit, throwIfInTheWay }: Context,
  file: ImportFile,
  rest: Rest,
): Promise<boolean> {
  const { settings, after, readBytes } = rest;
  let { place } = rest;
  const sent: Promise<{ goesOn: boolean }>[] = [];
  try {
    for await (const { rows, lastRecord } of file.chunks({ after, signal })) {
      await throwIfInTheWay();
      if (sent.length === SENT_MAX && !(await sent.shift())?.goesOn) return false;
      const chunk = { settings, rows: packRows(rows), place };
      const step = commit(applyChunk, chunk, { checkpoint: { record: lastRecord, readBytes } });
      // Awaited once more chunks are read; until then there is no listener.
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

/**
 * Applies chunk after chunk on a server, which ends a transaction after 5 s: chunks have as many rows as it takes in good
 * time from where we are. One that was too slow all the same is halved.
 */
async function applyAtPace(
  { signal, commit, throwIfInTheWay }: Context,
  file: ImportFile,
  rest: Rest,
): Promise<boolean> {
  const pace = new ChunkPace();
  let { place } = rest;
  const apply = async (rows: readonly ChunkRow[], lastRecord: number): Promise<boolean> => {
    const startedAtMs = performance.now();
    const chunk = { settings: rest.settings, rows: packRows(rows), place };
    try {
      const { goesOn } = await commit(applyChunk, chunk, {
        checkpoint: { record: lastRecord, readBytes: rest.readBytes },
      });
      pace.note(rows.length, performance.now() - startedAtMs);
      place += rows.length;
      return goesOn;
    } catch (error) {
      const half = Math.ceil(rows.length / 2);
      if (!isTransactionTooLong(error) || half === rows.length) throw error;
      pace.note(rows.length, performance.now() - startedAtMs);
      const first = rows.slice(0, half);
      return (await apply(first, first.at(-1)?.rowNumber ?? lastRecord)) && apply(rows.slice(half), lastRecord);
    }
  };
  for await (const { rows, lastRecord } of file.chunks({ after: rest.after, signal, rows: () => pace.rows })) {
    if (!(await apply(rows, lastRecord))) return false;
    await throwIfInTheWay();
  }
  return true;
}

/**
 * Files that note, every mebibyte, how much has been read of them, as far as that is more than ever before: a file whose
 * first reading takes long gets on although nothing of it is applied, and one that ends its thread at the same place again
 * and again does not. Notes nothing more after `end`, which says how far it came.
 */
function notedReading(files: Files, readBefore: number, note: (readBytes: number) => Promise<void>) {
  let readBytes = 0;
  let notedBytes = readBefore;
  let hasEnded = false;
  const read: Files["read"] = async function* (...place) {
    for await (const chunk of files.read(...place)) {
      yield chunk;
      readBytes += chunk.byteLength;
      if (hasEnded || readBytes < notedBytes + NOTED_BYTES) continue;
      notedBytes = readBytes;
      await note(readBytes);
    }
  };
  return {
    files: { ...files, read },
    end: () => {
      hasEnded = true;
      return { readBytes: Math.max(readBytes, readBefore) };
    },
  };
}
