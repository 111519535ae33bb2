import {
  archiveEndedBefore,
  clearFiles,
  listWithFile,
  listWithManyErrors,
  noteSweep,
  recountErrors,
} from "../../../db/imports/archive.ts";
import { deleteImportErrors } from "../../../db/imports/import-errors.ts";
import { mutation } from "../../../db/ports.ts";

// A step of a sweep holds up other writers: small ones, and as many as it takes.
const FILES_PER_STEP = 100;

/** Archives the finished imports that ended before `beforeMs`; returns how many. */
export const archiveOldImports = mutation(
  "imports.archive-old",
  async (tx, { beforeMs }: { beforeMs: number }, { now }) => archiveEndedBefore(tx, { beforeMs, nowMs: now() }),
);

/** Trims the stored problems of the next import after `after` that has more than `keep`. `next` is `null` at the end. */
export const trimImportErrors = mutation(
  "imports.trim-errors",
  async (tx, { after, keep }: { after: string; keep: number }) => {
    const [id] = await listWithManyErrors(tx, { after, keep, limit: 1 });
    if (id === undefined) return { next: null, purged: 0 };
    const purged = await deleteImportErrors(tx, id, keep);
    await recountErrors(tx, id);
    return { next: id, purged };
  },
);

/** Forgets the files of some finished imports that ended before `beforeMs`; the caller deletes them. */
export const clearImportFiles = mutation("imports.forget-files", async (tx, { beforeMs }: { beforeMs: number }) => {
  const found = await listWithFile(tx, { beforeMs, limit: FILES_PER_STEP });
  if (found.length > 0)
    await clearFiles(
      tx,
      found.map(({ id }) => id),
    );
  return found.map(({ fileKey }) => fileKey);
});

/** Notes when a sweep has ended. */
export const noteArchiveSweep = mutation("imports.note-sweep", (tx, _: undefined, { now }) => noteSweep(tx, now()));
