import { mkdirSync } from "node:fs";
import process from "node:process";
import { clockAheadMs, migrateRemote } from "../../db/remote/database.ts";
import { createApp } from "../app.ts";
import { openAuthenticator } from "../auth/authenticator.ts";
import { type Config, databasePath } from "../config.ts";
import { checkHealth, readGauges } from "../health.ts";
import { openKeptLimiter } from "../http/kept-counters.ts";
import { selfCheck } from "../http/self-check.ts";
import { clientAddresses, type Listener, listen } from "../listen.ts";
import { type Log, openLog } from "../log.ts";
import { openServices, type Services } from "../services.ts";
import type { Files } from "../storage/files.ts";
import { type Bootstrapped, bootstrap } from "../tenants/bootstrap.ts";
import { CannotStart, startThreads, startWriter } from "../threads.ts";
import { openControlSocket } from "./control-socket.ts";
import { printWelcome } from "./welcome.ts";

/** A running service. */
export interface Running {
  url: string;
  services: Services;
  /** What the first start made; `undefined` on every later one. */
  first: Bootstrapped | undefined;
  /** Finishes what was asked for, in the order it was asked: requests, then jobs in hand, then writes. */
  stop(): Promise<void>;
}

// What supervisors take as a fault worth a restart (EX_SOFTWARE).
const EXIT_FAULT = 70;
/** Ctrl-C reaches the process from the terminal, and once more from npm that started it: one wish told twice. */
const SAME_WISH_MS = 500;
/** Where several processes share a server, one of them may be writing a file now. */
const PARTS_KEPT_MS = 86_400_000;

/** Opens the port; throws `CannotStart` when another program has it. */
function openPort(config: Config, fetch: (request: Request) => Response | Promise<Response>, addresses: Addresses) {
  try {
    return listen(config, fetch, addresses);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`Cannot listen on ${config.host}:${config.port}: ${reason} CATALOGD_PORT sets another port.`);
  }
}
type Addresses = ReturnType<typeof clientAddresses>;

/** Makes the file store ready, and free of what was left half-written before `partsBeforeMs`. Throws `CannotStart`. */
async function prepareFiles(files: Files, partsBeforeMs: number): Promise<void> {
  try {
    await files.prepare();
    await files.removeParts(partsBeforeMs);
  } catch (error) {
    throw new CannotStart(`Cannot use the file store: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Opens the database, the threads and the port. Throws `CannotStart` with a sentence for the person at the keyboard. */
export async function startService(config: Config, log: Log): Promise<Running> {
  /** Says why and ends the process, so that whatever started it starts it again on what is safely on disk. */
  const fail = (reason: string): never => {
    log.fatal({ reason }, "cannot go on");
    process.exit(EXIT_FAULT);
  };
  // For its owner only: the database holds mails that wait to be sent, and what they let their reader do.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const local = config.databaseUrl === undefined;
  const writer = local ? await startWriter(databasePath(config), fail) : undefined;
  if (!local) await migrateRemote(config.databaseUrl ?? "", config.databaseToken);
  const ahead = local ? 0 : await clockAheadMs(config.databaseUrl ?? "", config.databaseToken);
  const start = { config, clockAheadMs: ahead };
  const base = { ...openServices({ ...start, writer: writer?.connect() }, "http"), log };
  await prepareFiles(base.files, local ? Number.POSITIVE_INFINITY : Date.now() - PARTS_KEPT_MS);
  const threads = startThreads(start, writer, fail);
  const addresses = clientAddresses();
  const services: Services = {
    ...base,
    ...threads,
    authenticator: await openAuthenticator(base),
    addressOf: addresses.of,
    health: () => checkHealth(base, config.threads),
    gauges: () => readGauges(base),
  };
  const control = await openControlSocket(services);
  // Apart from the one that serves, so that its refusal is in no log and no metric.
  await selfCheck(
    createApp({ ...services, config: { ...config, maintenance: false }, log: openLog("silent", "check") }),
  );
  const counting = await openKeptLimiter(services);
  const app = createApp(services, counting);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let answer = (request: Request): Response | Promise<Response> => opened.then(() => app.fetch(request));
  const listener: Listener = openPort(config, (request) => answer(request), addresses);
  // After all that can refuse to start: what the first start makes is shown once. Nobody is answered before it is there.
  const first = await bootstrap(base);
  answer = app.fetch;
  open();
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return {
    url: `http://${host}:${listener.port}`,
    services,
    first,
    stop: async () => {
      await control.close();
      await listener.stop();
      await counting.close();
      await threads.stop();
      services.close();
      services.bell.close();
      await writer?.stop();
    },
  };
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
