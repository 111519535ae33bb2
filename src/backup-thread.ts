import { releaseClosed } from "../db/local/rest.ts";
import { NoRoomForBackup } from "./backup/cannot-back-up.ts";
import type { BackupAnswer, BackupOrder } from "./backup/make-backup.ts";
import { takeBackup } from "./backup/take-backup.ts";
import { takeSnapshot } from "./backup/take-snapshot.ts";
import { setNiceness } from "./runtime/set-niceness.ts";

declare const self: Worker;

/** Makes a backup or a snapshot, and says how it ended. Never throws. */
async function answer(order: BackupOrder): Promise<BackupAnswer> {
  try {
    if ("wish" in order) return { record: (await takeBackup(order.config, order.wish)).record };
    await takeSnapshot(order.config, order.snapshot);
    return { snapshot: order.snapshot.name };
  } catch (error) {
    return {
      fault: error instanceof Error ? error.message : String(error),
      isRoomShort: error instanceof NoRoomForBackup,
    };
  }
}

/** A thread that makes one backup or snapshot: the copy of a database blocks it for as long as that takes. */
self.onmessage = async ({ data }: MessageEvent<BackupOrder>) => {
  setNiceness("on-demand");
  const made = await answer(data);
  await releaseClosed();
  self.postMessage(made);
};
