import { releaseClosed } from "../db/local/rest.ts";
import type { BackupAnswer, BackupOrder } from "./backup/make-backup.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { setNiceness } from "./runtime/set-niceness.ts";

declare const self: Worker;

/** Makes a backup, and says how it ended. Never throws. */
async function answer({ config, wish }: BackupOrder): Promise<BackupAnswer> {
  try {
    return { record: (await takeBackup(config, wish)).record };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** A thread that makes one backup: the copy of a database blocks it for as long as that takes. */
self.onmessage = async ({ data }: MessageEvent<BackupOrder>) => {
  setNiceness("on-demand");
  const made = await answer(data);
  await releaseClosed();
  self.postMessage(made);
};
