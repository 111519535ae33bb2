import { clockAheadMs, migrateRemote } from "../../db/remote/database.ts";
import { createApp } from "../app.ts";
import { openAuthenticator } from "../auth/authenticator.ts";
import type { Config } from "../config.ts";
import { checkHealth, readGauges } from "../health.ts";
import { openKeptLimiter } from "../http/kept-counters.ts";
import { selfCheck } from "../http/self-check.ts";
import { clientAddresses, type Listener, listen } from "../listen.ts";
import type { Log } from "../log.ts";
import { openServices, type Services } from "../services.ts";
import type { Files } from "../storage/files.ts";
import { type Bootstrapped, bootstrap } from "../tenants/bootstrap.ts";
import { CannotStart, openThreads, type WriterThread } from "../threads.ts";
import { openControlSocket } from "./control-socket.ts";

/** A running service. */
export interface Running {
  url: string;
  services: Services;
  /** What the first start made; `undefined` on every later one. */
  first: Bootstrapped | undefined;
  /** Finishes what was asked for, in the order it was asked: requests, then jobs in hand, then writes. */
  stop(): Promise<void>;
}

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

/** What a service is opened with. */
interface Opening {
  config: Config;
  log: Log;
  /** The one thread that writes; `undefined` where the database is on a server. */
  writer: WriterThread | undefined;
  /** Says why and ends the process. */
  fail: (reason: string) => never;
}

/** Opens all that answers requests, then the port, then the threads behind. Throws `CannotStart`. */
export async function openService({ config, log, writer, fail }: Opening): Promise<Running> {
  if (!writer) await migrateRemote(config.databaseUrl ?? "", config.databaseToken);
  const ahead = writer ? 0 : await clockAheadMs(config.databaseUrl ?? "", config.databaseToken);
  const start = { config, clockAheadMs: ahead };
  const base = { ...openServices({ ...start, writer: writer?.connect() }, "http", { hasIndex: false }), log };
  await prepareFiles(base.files, writer ? Number.POSITIVE_INFINITY : Date.now() - PARTS_KEPT_MS);
  const { promise: listening, resolve: noteListening } = Promise.withResolvers<void>();
  const bootstrapping = bootstrap(base, listening);
  // Awaited below; unheard until then it would end the process.
  bootstrapping.catch(() => undefined);
  const threads = openThreads(start, writer, fail);
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
  await selfCheck(services);
  const counting = await openKeptLimiter(services);
  const app = createApp(services, counting);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let answer = (request: Request): Response | Promise<Response> => opened.then(() => app.fetch(request));
  const listener: Listener = openPort(config, (request) => answer(request), addresses);
  // After all that can refuse to start: what the first start makes is shown once. Nobody is answered before it is there.
  noteListening();
  const first = await bootstrapping;
  answer = app.fetch;
  open();
  // The binary starts with a compiler that waits (build.ts); what runs from here on runs often.
  if (globalThis.Bun) Bun.unsafe.setJITPolicy(1);
  threads.start();
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
