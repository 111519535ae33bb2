import { listRecords } from "./backup-record.ts";

/** Older ones say nothing of how backups are now; failed ones are fewer. */
const LOOKED_AT = 100;

/** How the backups of a data folder are. */
export interface BackupState {
  /** How the last one ended that has ended. */
  lastStatus: "completed" | "failed" | undefined;
  lastFinishedAt: string | undefined;
  /** Of the last one that is whole. */
  lastSuccess: { finishedAt: string; durationMs: number; sizeBytes: number } | undefined;
  /** How many have failed since. */
  failuresSince: number;
}

/** Reads how the backups of a data folder ended. */
export async function readBackupState(dataDir: string): Promise<BackupState> {
  const ended = (await listRecords(dataDir, LOOKED_AT)).filter(({ status }) => status !== "running");
  const [last] = ended;
  const successAt = ended.findIndex(({ status }) => status === "completed");
  const success = ended[successAt];
  return {
    lastStatus: last?.status === "running" ? undefined : last?.status,
    lastFinishedAt: last?.finished_at ?? undefined,
    lastSuccess: success && {
      finishedAt: success.finished_at ?? success.started_at,
      durationMs: success.duration_ms ?? 0,
      sizeBytes: success.size_bytes ?? 0,
    },
    failuresSince: successAt === -1 ? ended.length : successAt,
  };
}
