import process from "node:process";
import { EVERY_TENANT, type Write } from "../../db/ports.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { Config } from "../config/config.ts";
import { ApiError } from "../http/output/errors.ts";
import { errorText } from "../runtime/error-text.ts";
import type { Log } from "../runtime/log.ts";
import { openPlace, placeOf } from "./backup-place.ts";
import { type BackupRecord, type BackupWish, firstRecord, listRecords, writeRecord } from "./backup-record.ts";
import { NoRoomForBackup } from "./cannot-back-up.ts";
import { mailFailure } from "./mail-failure.ts";
import { makeBackup, makeSnapshot } from "./make-backup.ts";
import { requireRoom, withinRoom } from "./room.ts";

/** The backups that a service makes of itself. */
export interface Backups {
  /**
   * Begins one in the place of the settings, and answers its record, which `findRecord` shows as it goes on. Throws
   * INVALID_STATE while one is being made, and INSUFFICIENT_STORAGE where a copy of the database would fill the disk.
   */
  begin(options: { withKey?: boolean | undefined }): Promise<BackupRecord>;
  /**
   * Copies the database and the files as they are now into the data folder, and resolves with the name of that snapshot; `null`
   * where the settings want none, or the database is on a server. Throws INSUFFICIENT_STORAGE, and
   * SYSTEM_SERVICE_UNAVAILABLE where it cannot be made.
   */
  snapshot(reason: "before-delete-all"): Promise<string | null>;
  /** Resolves when none is being made by a request. */
  settled(): Promise<void>;
}

/** What making them needs. */
interface BackupServices {
  config: Config;
  log: Log;
  now: () => number;
  newId: () => string;
  write: Write;
}

/** What a service asks of a backup of its own. */
export const ownWish = (
  { config, now }: Pick<BackupServices, "config" | "now">,
  wish: Pick<BackupWish, "id" | "trigger"> & { withKey?: boolean | undefined },
): BackupWish => ({
  ...wish,
  withKey: wish.withKey ?? config.backupWithKey,
  to: placeOf(config),
  keep: config.backupKeep,
  programVersion: packageJson.version,
  nowMs: now(),
});

/** Where backups go, as records say it; as the settings say it where that is no place. */
function addressOf(config: Config): string {
  try {
    return openPlace(config, placeOf(config)).address;
  } catch {
    return placeOf(config);
  }
}

/** `019aa5f3-6d2e-7c41` of a UUID of version 7. */
const ORDERED = 18;

/** Makes snapshots, one at a time. */
function openSnapshots({ config, log, now, newId }: BackupServices): Backups["snapshot"] {
  let last: Promise<void> = Promise.resolve();
  return async (reason) => {
    const { databaseUrl, backupSnapshots: keep } = config;
    if (databaseUrl !== undefined || keep === 0) return null;
    const nowMs = now();
    const at = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    // What grows with time of an id: two of one second are two, in their order.
    const name = `${reason}-${at}-${newId().slice(0, ORDERED)}`;
    const snapshot = { name, keep, programVersion: packageJson.version, nowMs };
    const made = last.then(() => makeSnapshot({ config, snapshot }));
    last = made.catch(() => undefined);
    try {
      await made;
    } catch (error) {
      log.error({ snapshot: name, error: errorText(error) }, "snapshot failed");
      throw error instanceof NoRoomForBackup
        ? new ApiError("INSUFFICIENT_STORAGE", { key: "backups.no_room" })
        : new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { key: "backups.no_snapshot" });
    }
    log.info({ snapshot: name }, "snapshot made");
    return name;
  };
}

/** Opens what makes backups in this process, one at a time. */
export function openBackups(services: BackupServices): Backups {
  const { config, log, write } = services;
  let running: { id: string; ended: Promise<void> } | undefined;

  const run = async (wish: BackupWish) => {
    try {
      const { location, size_bytes, duration_ms } = await makeBackup({ config, wish });
      log.info({ backup: wish.id, location, size_bytes, duration_ms }, "backup made");
    } catch (error) {
      log.error({ backup: wish.id, error: String(error) }, "backup failed");
      const failure = { mailTo: config.operatorEmail ?? null, reason: errorText(error) };
      await write(mailFailure, EVERY_TENANT, failure).catch((fault: unknown) =>
        log.error({ error: String(fault) }, "cannot report a failed backup"),
      );
    } finally {
      running = undefined;
    }
  };

  const isOver = async (id: string) =>
    (await listRecords(config.dataDir)).some((each) => each.id === id && each.status !== "running");

  return {
    begin: async ({ withKey }) => {
      // Its record says how it ended a moment before its thread has.
      const last = running;
      if (last && (await isOver(last.id))) await last.ended;
      const refuse = (id: string) => new ApiError("INVALID_STATE", { key: "backups.is_running", details: { id } });
      if (running) throw refuse(running.id);
      const wish = ownWish(services, { id: services.newId(), trigger: "request", withKey });
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      running = { id: wish.id, ended };
      try {
        const other = (await listRecords(config.dataDir)).find(({ status }) => status === "running");
        if (other) throw refuse(other.id);
        const record = firstRecord(wish, addressOf(config), process.pid);
        await withinRoom({ folder: config.dataDir }, async () => {
          await requireRoom(config);
          await writeRecord(config.dataDir, record);
        });
        void run(wish).finally(end);
        return record;
      } catch (error) {
        running = undefined;
        end();
        if (!(error instanceof NoRoomForBackup)) throw error;
        throw new ApiError("INSUFFICIENT_STORAGE", { key: "backups.no_room_to_begin" });
      }
    },
    snapshot: openSnapshots(services),
    settled: () => running?.ended ?? Promise.resolve(),
  };
}
