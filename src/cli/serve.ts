import { mkdirSync } from "node:fs";
import process from "node:process";
import { type Config, databasePath } from "../config.ts";
import { type Log, openLog } from "../log.ts";
import { startWriter } from "../threads.ts";
import type { Running } from "./open-service.ts";
import { printWelcome } from "./welcome.ts";

// What supervisors take as a fault worth a restart (EX_SOFTWARE).
const EXIT_FAULT = 70;
/** Ctrl-C reaches the process from the terminal, and once more from npm that started it: one wish told twice. */
const SAME_WISH_MS = 500;

/** Opens the database, the threads and the port. Throws `CannotStart` with a sentence for the person at the keyboard. */
export async function startService(config: Config, log: Log): Promise<Running> {
  /** Says why and ends the process, so that whatever started it starts it again on what is safely on disk. */
  const fail = (reason: string): never => {
    log.fatal({ reason }, "cannot go on");
    process.exit(EXIT_FAULT);
  };
  // For its owner only: the database holds mails that wait to be sent, and what they let their reader do.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  // The writer opens the database while this thread loads everything else: that is most of a start.
  const [writer, { openService }] = await Promise.all([
    config.databaseUrl === undefined ? startWriter(databasePath(config), fail) : undefined,
    import("./open-service.ts"),
  ]);
  return openService({ config, log, writer, fail });
}

/** `catalogd serve`: runs until it is told to stop. */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel, "http");
  const running = await startService(config, log);
  printWelcome(running);
  log.info({ url: running.url }, "listening");
  stopOnSignals(running, config, log);
}

/** The first signal drains, a later one ends at once. */
export function stopOnSignals(running: Running, config: Config, log: Log): void {
  let askedAtMs: number | undefined;
  const stop = async () => {
    if (askedAtMs !== undefined) {
      if (performance.now() - askedAtMs >= SAME_WISH_MS) process.exit(EXIT_FAULT);
      return;
    }
    askedAtMs = performance.now();
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
