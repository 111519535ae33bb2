import type { Config } from "../config/config.ts";
import { entryUrl } from "../runtime/entry-url.ts";
import type { BackupRecord, BackupWish } from "./backup-record.ts";
import { CannotBackUp, NoRoomForBackup } from "./cannot-back-up.ts";
import type { SnapshotWish } from "./take-snapshot.ts";

/** What the thread of a backup is given. */
export type BackupOrder = { config: Config; wish: BackupWish } | { config: Config; snapshot: SnapshotWish };

/** What it answers. */
export type BackupAnswer = { record: BackupRecord } | { snapshot: string } | { fault: string; isRoomShort: boolean };

/** Has a thread of its own do it. Throws `CannotBackUp`. */
async function done(order: BackupOrder): Promise<Exclude<BackupAnswer, { fault: string }>> {
  const worker = new Worker(entryUrl("backup-thread.ts"), { type: "module", smol: true });
  try {
    const made = await new Promise<BackupAnswer>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<BackupAnswer>) => resolve(data));
      worker.addEventListener("error", (event) => {
        // Deno would end the process.
        event.preventDefault();
        resolve({ fault: event.message, isRoomShort: false });
      });
      worker.postMessage(order);
    });
    if ("fault" in made) throw new (made.isRoomShort ? NoRoomForBackup : CannotBackUp)(made.fault);
    return made;
  } finally {
    worker.terminate();
  }
}

/**
 * Makes a backup in a thread of its own, and resolves when it is whole. Its record says how it ended in any case. Throws
 * `CannotBackUp`.
 */
export async function makeBackup(order: { config: Config; wish: BackupWish }): Promise<BackupRecord> {
  const made = await done(order);
  if (!("record" in made)) throw new Error("A backup was answered by a snapshot");
  return made.record;
}

/** The same for a snapshot: `takeSnapshot`. */
export async function makeSnapshot(order: { config: Config; snapshot: SnapshotWish }): Promise<void> {
  await done(order);
}
