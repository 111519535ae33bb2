import { LRUCache } from "lru-cache";
import type { Config } from "../../../config/config.ts";
import type { Principal } from "../../../http/gate/credentials/principal.ts";

/** About 1 KiB each. */
export const CALLERS_MAX = 10_000;

/** A caller, with the end of the credential. */
export interface Caller {
  principal: Principal;
  /** Unix milliseconds; `null`: never. */
  expiresAtMs: number | null;
}

/** What a cache of callers goes by. */
export interface CacheServices {
  now(): number;
  config: Pick<Config, "databaseUrl">;
}

/** How long a caller is known on a server, where another process may end a credential; in use it is read again ahead of that. */
const SERVER_VALID_MS = 800;

interface Known {
  caller: Caller;
  /** Until then it counts, and from then on it is read again in the background; milliseconds since the process began. */
  validUntilMs: number;
  againFromMs: number;
  read: () => Promise<Caller | undefined>;
}

/**
 * Caches the callers behind credentials until `drop`. On a database file this process is the only one to change them; on a
 * server another may, so a caller is known for less than a second there, or not at all with a `serverMs` of 0.
 */
export function openCallerCache({ now, config }: CacheServices, serverMs = SERVER_VALID_MS) {
  const callers = new LRUCache<string, Known>({ max: CALLERS_MAX });
  const isAlone = config.databaseUrl === undefined;
  // Grows with each `drop`, so that what was read before it is not cached after it.
  let drops = 0;
  const hasEnded = ({ expiresAtMs }: Caller) => expiresAtMs !== null && expiresAtMs <= now();

  /** Reads a caller and keeps it; the time it is known for begins before it is read. */
  async function learn(key: string, read: Known["read"]): Promise<Caller | undefined> {
    const [before, fromMs] = [drops, performance.now()];
    // Also for one that has ended: its session may have been refreshed since.
    const caller = await read();
    if (before !== drops) return caller;
    if (!caller || hasEnded(caller)) callers.delete(key);
    else
      callers.set(key, {
        caller,
        validUntilMs: isAlone ? Number.POSITIVE_INFINITY : fromMs + serverMs,
        againFromMs: isAlone ? Number.POSITIVE_INFINITY : fromMs + serverMs / 2,
        read,
      });
    return caller;
  }

  /** The cached caller with the credential of that key. */
  const known = (key: string): Principal | undefined => {
    const entry = callers.get(key);
    if (!entry || hasEnded(entry.caller)) return undefined;
    const nowMs = performance.now();
    if (nowMs >= entry.validUntilMs) return undefined;
    if (nowMs >= entry.againFromMs) {
      entry.againFromMs = Number.POSITIVE_INFINITY;
      // A server that does not answer is the fault of a request that needs it.
      learn(key, entry.read).catch(() => undefined);
    }
    return entry.caller.principal;
  };

  return {
    known,
    /** The caller with the credential of that key; `undefined` for an unknown user, or one that is no longer valid. */
    find: async (key: string, read: () => Promise<Caller | undefined>): Promise<Principal | undefined> => {
      const principal = known(key);
      if (principal) return principal;
      const caller = await learn(key, read);
      return caller && !hasEnded(caller) ? caller.principal : undefined;
    },
    drop: (tenantId: string): void => {
      drops++;
      for (const [key, { caller }] of [...callers.entries()]) {
        if (caller.principal.tenantId === tenantId) callers.delete(key);
      }
    },
  };
}
