import type { Config } from "../config/config.ts";
import { entryUrl } from "../runtime/entry-url.ts";
import type { BackupRecord, BackupWish } from "./backup-record.ts";
import { CannotBackUp } from "./cannot-back-up.ts";

/** What the thread of a backup is given. */
export interface BackupOrder {
  config: Config;
  wish: BackupWish;
}

/** What it answers. */
export type BackupAnswer = { record: BackupRecord } | { fault: string };

/**
 * Makes a backup in a thread of its own, and resolves when it is whole. Its record says how it ended in any case. Throws
 * `CannotBackUp`.
 */
export async function makeBackup(order: BackupOrder): Promise<BackupRecord> {
  const worker = new Worker(entryUrl("backup-thread.ts"), { type: "module", smol: true });
  try {
    const made = await new Promise<BackupAnswer>((resolve) => {
      worker.addEventListener("message", ({ data }: MessageEvent<BackupAnswer>) => resolve(data));
      worker.addEventListener("error", (event) => {
        // Deno would end the process.
        event.preventDefault();
        resolve({ fault: event.message });
      });
      worker.postMessage(order);
    });
    if ("fault" in made) throw new CannotBackUp(made.fault);
    return made.record;
  } finally {
    worker.terminate();
  }
}
