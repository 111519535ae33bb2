import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

type Fetch = (request: Request) => Response | Promise<Response>;

interface DenoServer {
  addr: { port: number };
  shutdown(): Promise<void>;
}
/** Only the requests it receives here; Deno has no types in a Bun project. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: () => void },
    fetch: (request: Request, info: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): DenoServer;
};

export interface Listener {
  port: number;
  /**
   * Takes no new requests and resolves when the current ones are answered. Before that it answers for some seconds more, so
   * that those who keep connections hear that they are closed.
   */
  stop(): Promise<void>;
}

/** Where each current request came from, and that some wait longer for their answers than others. */
export function clientAddresses() {
  let find = (_: Request): string | undefined => undefined;
  let wait = (_: Request): void => undefined;
  return {
    /** Sets how a current request is let wait. */
    waitBy: (way: (request: Request) => void): void => {
      wait = way;
    },
    /** Lets a current request wait for its answer for as long as that takes: a connection without bytes is cut otherwise. */
    letWait: (request: Request): void => wait(request),
    /** Sets how to find the address of a current request. */
    findBy: (way: (request: Request) => string | undefined): void => {
      find = way;
    },
    of: (request: Request) => find(request) ?? "unknown",
  };
}

/** A stop goes on once no request has come for this time, and after a maximum in any case. */
const QUIET_MS = 2_000;
const DRAIN_MS_MAX = 5_000;
const LOOK_MS = 50;

// Source: https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt
const TABLES = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
const ESTABLISHED = "01";

/** How many connections a port has; `undefined` where the system does not say. */
function countConnections(port: number): number | undefined {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  let count: number | undefined;
  for (const table of TABLES) {
    try {
      const rows = readFileSync(table, "latin1").split("\n").slice(1);
      const open = rows
        .map((row) => row.trim().split(/\s+/))
        .filter(([, local, , state]) => {
          return state === ESTABLISHED && local?.endsWith(ending);
        });
      count = (count ?? 0) + open.length;
    } catch {
      // Another system, or one without this kind of addresses.
    }
  }
  return count;
}

/**
 * Announces to clients that reuse their connections, once a stop has begun, that each is closed after its answer: cut off
 * without a word they would lose the request that they send next. A server that stops cuts off at once all that are idle.
 */
function drainable(fetch: Fetch) {
  let isDraining = false;
  let lastMs = 0;
  const closing = (response: Response): Response => {
    if (isDraining) response.headers.set("connection", "close");
    return response;
  };
  return {
    fetch: (request: Request) => {
      if (isDraining) lastMs = performance.now();
      const answer = fetch(request);
      return answer instanceof Response ? closing(answer) : answer.then(closing);
    },
    /** Resolves when the connections of `port` are closed, when nothing has come on them for a while, and after `mostMs` at the latest. */
    drain: async (port: number, mostMs: number): Promise<void> => {
      isDraining = true;
      lastMs = performance.now();
      const endsAtMs = lastMs + Math.min(DRAIN_MS_MAX, mostMs);
      for (let nowMs = lastMs; nowMs < endsAtMs && nowMs - lastMs < QUIET_MS; nowMs = performance.now()) {
        if (countConnections(port) === 0) return;
        await sleep(LOOK_MS);
      }
    },
  };
}

// Elysia's own limit would answer without our envelope; each route states its own.
const BODY_BYTES_MAX = 1024 ** 4;
// The longest Bun allows. Streams of exports and slow uploads are idle for a while.
const IDLE_SECONDS = 255;

/** Of the time of a stop; the rest is for current requests and jobs. */
const DRAIN_SHARE = 1 / 4;

/** Serves HTTP on Bun or Deno. Throws when the port is taken. */
export function listen(
  {
    host,
    port,
    drainSeconds,
    idleSeconds = IDLE_SECONDS,
  }: { host: string; port: number; drainSeconds: number; idleSeconds?: number },
  answer: Fetch,
  addresses: ReturnType<typeof clientAddresses>,
): Listener {
  const { fetch, drain } = drainable(answer);
  const drainMs = drainSeconds * 1_000 * DRAIN_SHARE;
  if (globalThis.Bun) {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      maxRequestBodySize: BODY_BYTES_MAX,
      idleTimeout: idleSeconds,
      development: false,
      fetch: (request) => fetch(request),
    });
    addresses.findBy((request) => server.requestIP(request)?.address);
    addresses.waitBy((request) => server.timeout(request, 0));
    const taken = server.port ?? port;
    return { port: taken, stop: () => drain(taken, drainMs).then(() => server.stop()) };
  }
  const hosts = new WeakMap<Request, string>();
  addresses.findBy((request) => hosts.get(request));
  const server = Deno.serve({ port, hostname: host, onListen: () => undefined }, (request, { remoteAddr }) => {
    if (remoteAddr.hostname !== undefined) hosts.set(request, remoteAddr.hostname);
    return fetch(request);
  });
  const taken = server.addr.port;
  return { port: taken, stop: () => drain(taken, drainMs).then(() => server.shutdown()) };
}
