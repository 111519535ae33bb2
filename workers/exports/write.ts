import type { Reader } from "../../db/ports.ts";
import { countRows, type ExportOptions, encode, fileKeyOf } from "../../src/exports/tasks/export-options.ts";
import { DISK_FULL, finishExport, noteProgress, QUOTA_USED_UP } from "../../src/exports/tasks/lifecycle.ts";
import { ExportTasks } from "../../src/exports/tasks/task.ts";
import { FatalJobError, type JobContext, type JobHandler } from "../../src/jobs/job.ts";
import { findLanguages } from "../../src/settings/languages.ts";
import { FileTooLarge } from "../../src/storage/files.ts";
import { leavingSpace } from "../../src/storage/free-space.ts";
import { isDiskFull } from "../../src/storage/no-room.ts";
import { storageLeft } from "../../src/storage/tenant-quota.ts";
import { toPng } from "../media/to-png.ts";

type Context = JobContext<"exports.write">;

const HOUR_MS = 3_600_000;
/** How many pages may be reported at a time. A page takes 15 ms, and a disk that has much to do longer to note one. */
const ANNOUNCED_AHEAD = 8;

/** The file may be what fills the disk: it goes then, and what is noted of it does not wait for that. */
const INTERACTIVE = { waits: false } as const;

/**
 * Writes the file of an export task from one state of the database. Interrupted, it starts again with the first row: its
 * state is lost.
 */
export const write: JobHandler<"exports.write"> = async ({ taskId }, context) => {
  const { db, services } = context;
  const snapshot = await services.snapshot(db.tenantId);
  try {
    const task = await ExportTasks.find(snapshot, taskId);
    if (!task) return;
    const { options } = task;
    await logLanguage(options, taskId, context);
    const { rows, sizeBytes, cutCells } = await writeFile(snapshot, taskId, options, context);
    const storedMs = services.config.exportTtlHours * HOUR_MS;
    await context.commit(
      finishExport,
      { taskId, rows, fileSizeBytes: sizeBytes, cutCells, storedMs },
      "done",
      INTERACTIVE,
    );
  } catch (error) {
    if (isDiskFull(error)) await services.files.delete(fileKeyOf(db.tenantId, taskId)).catch(() => undefined);
    throw fatalOf(error);
  } finally {
    snapshot.close();
  }
};

async function writeFile(
  snapshot: Reader,
  taskId: string,
  options: ExportOptions,
  { services, signal, commit }: Context,
): Promise<{ rows: number; sizeBytes: number; cutCells: number }> {
  const totalRows = await countRows(snapshot, options);
  const note = (currentRows: number) => commit(noteProgress, { taskId, currentRows, totalRows }, "none", INTERACTIVE);
  await note(0);
  let rows = 0;
  let cutCells = 0;
  const announce = async (count: number) => {
    signal.throwIfAborted();
    rows += count;
    await note(rows);
  };
  const { files, now } = services;
  const limitBytes = Math.max(0, await storageLeft(snapshot, services.config));
  const content = encode(
    options,
    { db: snapshot, files, nowMs: now(), toPng, noteCut: () => void cutCells++ },
    { watch: (pages) => reporting(pages, announce) },
  );
  const chunks = leavingSpace(services.config, content);
  const { sizeBytes } = await files.put(fileKeyOf(snapshot.tenantId, taskId), chunks, { limitBytes });
  return { rows, sizeBytes, cutCells };
}

/** What there is no room for now is not tried again by itself: each try would fill the disk once more. */
function fatalOf(error: unknown): unknown {
  if (error instanceof FileTooLarge) return new FatalJobError(QUOTA_USED_UP, { cause: error });
  return isDiskFull(error) ? new FatalJobError(DISK_FULL, { cause: error }) : error;
}

/** The same pages; reports each that was written. The next ones are read meanwhile; what the reports throw ends them. */
async function* reporting<Page extends { length: number }>(
  pages: AsyncIterable<Page>,
  announce: (rows: number) => Promise<void>,
): AsyncGenerator<Page, void> {
  const announced: Promise<void>[] = [];
  for await (const page of pages) {
    yield page;
    if (announced.length === ANNOUNCED_AHEAD) await announced.shift();
    const ofPage = announce(page.length);
    // Awaited in its turn; unheard until then it would end the process.
    ofPage.catch(() => undefined);
    announced.push(ofPage);
  }
  // In their order: the first that was refused is why.
  for (const each of announced) await each;
}

async function logLanguage(options: ExportOptions, taskId: string, { db, services }: Context): Promise<void> {
  if (options.resource !== "products" || options.wanted.language !== null) return;
  const { pivot } = await findLanguages(db);
  services.log.info({ tenant: db.tenantId, export: taskId, language: pivot }, "exports in the pivot language");
}
