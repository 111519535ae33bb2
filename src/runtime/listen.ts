import { setTimeout as sleep } from "node:timers/promises";

type Fetch = (request: Request) => Response | Promise<Response>;

interface DenoServer {
  addr: { port: number };
  shutdown(): Promise<void>;
}
/** Only what is asked of it here; Deno has no types in a Bun project. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: () => void },
    fetch: (request: Request, info: { remoteAddr: { hostname?: string } }) => Response | Promise<Response>,
  ): DenoServer;
};

export interface Listener {
  port: number;
  /**
   * Takes no new requests and resolves when those in hand are answered. Before that it answers for a moment more, so that those
   * who keep connections hear that they are closed.
   */
  stop(): Promise<void>;
}

/** Where each request in hand came from. */
export function clientAddresses() {
  let find = (_: Request): string | undefined => undefined;
  return {
    /** Says how to find the address of a request that is in hand. */
    findBy: (way: (request: Request) => string | undefined): void => {
      find = way;
    },
    of: (request: Request) => find(request) ?? "unknown",
  };
}

// Elysia's own limit would answer without our envelope; each route states its own.
const BODY_BYTES_MAX = 1024 ** 4;
// The longest Bun allows. Streams of exports and slow uploads are idle for a while.
const IDLE_SECONDS = 255;

/** A stop goes on once no request has come for so long, and after so long in any case. */
const QUIET_MS = 200;
const DRAIN_MS_MAX = 1_500;

/**
 * Tells those who keep their connections, once a stop has begun, that each is closed after its answer: cut off without a
 * word they would lose the request that they send next.
 */
function drainable(fetch: Fetch): { fetch: Fetch; drain(): Promise<void> } {
  let isDraining = false;
  let lastMs = 0;
  const closing = (response: Response): Response => {
    response.headers.set("connection", "close");
    return response;
  };
  return {
    fetch: (request) => {
      if (!isDraining) return fetch(request);
      lastMs = performance.now();
      return Promise.resolve(fetch(request)).then(closing);
    },
    drain: async () => {
      isDraining = true;
      lastMs = performance.now();
      const endsAtMs = lastMs + DRAIN_MS_MAX;
      for (let nowMs = lastMs; nowMs < endsAtMs && nowMs - lastMs < QUIET_MS; nowMs = performance.now()) {
        await sleep(QUIET_MS / 4);
      }
    },
  };
}

/** Serves HTTP on Bun or Deno. Throws when the port is taken. */
export function listen(
  { host, port }: { host: string; port: number },
  answer: Fetch,
  addresses: ReturnType<typeof clientAddresses>,
): Listener {
  const { fetch, drain } = drainable(answer);
  if (globalThis.Bun) {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: false,
      maxRequestBodySize: BODY_BYTES_MAX,
      idleTimeout: IDLE_SECONDS,
      development: false,
      fetch: (request) => fetch(request),
    });
    addresses.findBy((request) => server.requestIP(request)?.address);
    return { port: server.port ?? port, stop: () => drain().then(() => server.stop()) };
  }
  const hosts = new WeakMap<Request, string>();
  addresses.findBy((request) => hosts.get(request));
  const server = Deno.serve({ port, hostname: host, onListen: () => undefined }, (request, { remoteAddr }) => {
    if (remoteAddr.hostname !== undefined) hosts.set(request, remoteAddr.hostname);
    return fetch(request);
  });
  return { port: server.addr.port, stop: () => drain().then(() => server.shutdown()) };
}
