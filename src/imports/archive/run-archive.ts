import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import type { Services } from "../../runtime/services.ts";
import { archiveOldImports, clearImportFiles, noteArchiveSweep, trimImportErrors } from "./sweep-archive.ts";

const DAY_MS = 86_400_000;

export interface ArchiveRun {
  archiveType: "jobs" | "errors" | "files" | "all";
  /** Imports that ended at least this long ago. */
  days: number;
  /** How many problems of each import stay stored. */
  errorsMax: number;
}

async function trimErrors(write: BoundWrite, max: number): Promise<number> {
  let total = 0;
  for (let after: string | null = ""; after !== null; ) {
    const { next, purged }: { next: string | null; purged: number } = await write(trimImportErrors, {
      after,
      keep: max,
    });
    total += purged;
    after = next;
  }
  return total;
}

async function purgeFiles({ files }: Services, write: BoundWrite, beforeMs: number): Promise<number> {
  let total = 0;
  for (;;) {
    const keys = await write(clearImportFiles, { beforeMs });
    if (keys.length === 0) return total;
    for (const key of keys) await files.delete(key);
    total += keys.length;
  }
}

/** Archives old imports, trims their problems, deletes their files: what `archiveType` says, or all of it. */
export async function runArchive(services: Services, write: BoundWrite, run: ArchiveRun) {
  const { archiveType: type, days, errorsMax } = run;
  const startedAtMs = performance.now();
  const beforeMs = services.now() - days * DAY_MS + 1;
  const does = (part: ArchiveRun["archiveType"]) => type === part || type === "all";
  const archived = does("jobs") ? await write(archiveOldImports, { beforeMs }) : 0;
  const purgedErrors = does("errors") ? await trimErrors(write, errorsMax) : 0;
  const purgedFiles = does("files") ? await purgeFiles(services, write, beforeMs) : 0;
  await write(noteArchiveSweep, undefined);
  return {
    archive_type: type,
    archived_jobs: archived,
    purged_errors: purgedErrors,
    purged_files: purgedFiles,
    duration_ms: Math.round(performance.now() - startedAtMs),
  };
}
