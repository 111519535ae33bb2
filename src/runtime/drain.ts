import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

type Fetch = (request: Request) => Response | Promise<Response>;

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

/** Answers requests, and from a given time on has each answer close its connection. */
export interface Drainable {
  fetch: Fetch;
  /** Resolves when the connections of `port` are closed, when nothing has come on them for a while, and after `mostMs` at the latest. */
  drain(port: number, mostMs: number): Promise<void>;
}

/**
 * Announces to clients that reuse their connections, once a stop has begun, that each is closed after its answer: cut off
 * without a word they would lose the request that they send next. A server that stops cuts off at once all that are idle.
 */
export function drainable(fetch: Fetch): Drainable {
  let isDraining = false;
  let lastMs = 0;
  const closing = (response: Response): Response => {
    if (isDraining) response.headers.set("connection", "close");
    return response;
  };
  return {
    fetch: (request) => {
      if (isDraining) lastMs = performance.now();
      const answer = fetch(request);
      return answer instanceof Response ? closing(answer) : answer.then(closing);
    },
    drain: async (port, mostMs) => {
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
