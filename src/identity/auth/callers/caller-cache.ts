import { LRUCache } from "lru-cache";
import type { Config } from "../../../config/config.ts";
import type { Principal } from "../../../http/gate/principal.ts";

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

/**
 * Caches the callers behind credentials. On a database file this process is the only one to change them, so they are valid
 * until `forget`; on a server another process may change them, so each request reads them.
 */
export function openCallerCache({ now, config }: CacheServices) {
  const callers = new LRUCache<string, Caller>({ max: CALLERS_MAX });
  const isCaching = config.databaseUrl === undefined;
  // Grows with each `forget`, so that what was read before it is not cached after it.
  let drops = 0;
  const hasEnded = ({ expiresAtMs }: Caller) => expiresAtMs !== null && expiresAtMs <= now();

  /** The cached caller with the credential of that key. */
  const known = (key: string): Principal | undefined => {
    const caller = callers.get(key);
    return caller && !hasEnded(caller) ? caller.principal : undefined;
  };

  return {
    known,
    /** The caller with the credential of that key; `undefined` for an unknown user, or one that is no longer valid. */
    find: async (key: string, read: () => Promise<Caller | undefined>): Promise<Principal | undefined> => {
      const principal = known(key);
      if (principal) return principal;
      const before = drops;
      // Also for one that has ended: its session may have been refreshed since.
      const caller = await read();
      if (!caller || hasEnded(caller)) return undefined;
      if (isCaching && before === drops) callers.set(key, caller);
      return caller.principal;
    },
    drop: (tenantId: string): void => {
      drops++;
      for (const [key, { principal }] of [...callers.entries()]) {
        if (principal.tenantId === tenantId) callers.delete(key);
      }
    },
  };
}
