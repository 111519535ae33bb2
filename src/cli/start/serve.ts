import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import process from "node:process";
import { diskReasonOf, diskRemedy } from "../../../db/local/disk-refusal.ts";
import { type Config, databasePath } from "../../config/config.ts";
import { setTemporaryFolder } from "../../config/environment.ts";
import { CannotStart } from "../../runtime/cannot-start.ts";
import { type Log, noteIndexDamage, openLog } from "../../runtime/log.ts";
import { openNativeFolder, removeOldParts } from "../../runtime/native-parts.ts";
import { RecentLines } from "../../runtime/recent-lines.ts";
import { startWriter } from "../../runtime/threads.ts";
import { surviveUncaught, UncaughtErrors } from "../../runtime/uncaught.ts";
import { refuseLostDatabase } from "./lost-parts.ts";
import type { Running } from "./open-service.ts";
import { openPrivateFolder } from "./private-folder.ts";
import { reportUpgrades } from "./report-upgrades.ts";
import { printWelcome } from "./welcome.ts";

/** Parts of files wait in the folder for temporary files; where that cannot be written, in `tmp` of the data folder. */
function openTemporaryFolder(dataDir: string): void {
  try {
    accessSync(tmpdir(), constants.W_OK);
  } catch {
    const folder = resolve(dataDir, "tmp");
    // On a disk that takes no writes nothing is imported either.
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      setTemporaryFolder(folder);
    } catch {
      return;
    }
  }
}

// What supervisors take as a fault worth a restart (EX_SOFTWARE).
const EXIT_FAULT = 70;
/** Ctrl-C reaches the process from the terminal, and once more from npm that started it: one signal received twice. */
const SAME_WISH_MS = 500;

/** What the person at the keyboard sees when the disk refuses what a start writes; any other error as it is. */
function disksFault(error: unknown, { dataDir, isFirst }: { dataDir: string; isFirst: boolean }): unknown {
  const reason = diskReasonOf(error);
  if (!reason || !(error instanceof Error)) return error;
  return new CannotStart(
    `The disk of the data folder ${dataDir} takes no writes (${error.message}). ${diskRemedy(reason, { isFirst })}.`,
  );
}

/** Opens the database, the threads and the port. Throws `CannotStart` with a sentence for the person at the keyboard. */
export async function startService(config: Config, log: Log, recentLines: RecentLines): Promise<Running> {
  /** Says why and ends the process, so that its supervisor starts it again on what is safely on disk. */
  const fail = (reason: string): never => {
    log.fatal({ reason }, "cannot go on");
    process.exit(EXIT_FAULT);
  };
  const noteRefusal = (reason: string) => log.warn({ reason }, "the disk takes no writes");
  const noteDamage = (aside: string) => noteIndexDamage(log, aside);
  const noteLostLog = (missing: string) =>
    log.error(
      { file: missing },
      "the last run did not close the database, and its -wal file is gone: what was written last may be missing",
    );
  const noteUpgrade = reportUpgrades(log, (line) => process.stderr.write(line));
  const isFirst = !existsSync(databasePath(config));
  openPrivateFolder(config.dataDir);
  refuseLostDatabase(config);
  openTemporaryFolder(config.dataDir);
  openNativeFolder(config.dataDir, () =>
    process.stderr.write("catalogd: unpacking its native parts (first start only)\n"),
  );
  // The writer opens the database while this thread loads everything else: that is most of a start.
  const [writer, { openService }] = await Promise.all([
    config.databaseUrl === undefined
      ? startWriter(databasePath(config), { fail, noteRefusal, noteDamage, noteLostLog, noteUpgrade })
      : undefined,
    import("./open-service.ts"),
  ]);
  removeOldParts(config.dataDir);
  const uncaught = new UncaughtErrors();
  const running = await openService({ config, log, writer, fail, uncaught, recentLines }).catch((error: unknown) => {
    throw disksFault(error, { dataDir: config.dataDir, isFirst });
  });
  surviveUncaught(log, () => uncaught.add());
  return running;
}

/**
 * `catalogd serve`: runs until it receives a signal to stop. `unknown` are settings in the environment that do not exist.
 */
export async function serve(config: Config, unknown: { name: string; meant: string | null }[]): Promise<void> {
  const recentLines = new RecentLines();
  const log = openLog(config.logLevel, "http", recentLines.add);
  for (const each of unknown) log.warn(each, "there is no such setting: it is ignored");
  const running = await startService(config, log, recentLines);
  printWelcome(running);
  log.info({ url: running.url }, "listening");
  stopOnSignals(running, config, log);
}

/** The first signal drains, a later one ends at once. */
export function stopOnSignals(running: Running, config: Config, log: Log): void {
  let stoppedAtMs: number | undefined;
  const stop = async () => {
    if (stoppedAtMs !== undefined) {
      if (performance.now() - stoppedAtMs >= SAME_WISH_MS) process.exit(EXIT_FAULT);
      return;
    }
    stoppedAtMs = performance.now();
    log.info("stopping");
    setTimeout(() => {
      log.fatal("threads did not stop in time");
      process.exit(EXIT_FAULT);
    }, config.drainSeconds * 1_000);
    await running.stop();
    log.info("stopped");
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}
