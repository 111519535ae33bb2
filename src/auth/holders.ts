import type { Principal } from "../http/principal.ts";
import type { ThreadServices } from "../services.ts";
import { remember } from "./remember.ts";

/** A caller as remembered, with the end of the credential. */
export interface Holder {
  principal: Principal;
  /** Unix milliseconds; `null`: never. */
  expiresAtMs: number | null;
}

/**
 * Finds the holders of credentials. On a database file this process is the only one to change them, so they are
 * remembered until `forget`; on a server another process may change them, so each request looks.
 */
export function openHolders({ now, config }: Pick<ThreadServices, "now" | "config">) {
  const holders = new Map<string, Holder>();
  const remembers = config.databaseUrl === undefined;
  // Grows when something is forgotten, so that what was read before is not remembered after.
  let forgotten = 0;
  const hasEnded = ({ expiresAtMs }: Holder) => expiresAtMs !== null && expiresAtMs <= now();

  /** Who is remembered to hold the credential of that key. */
  const known = (key: string): Principal | undefined => {
    const holder = holders.get(key);
    return holder && !hasEnded(holder) ? holder.principal : undefined;
  };

  return {
    known,
    /** Who holds the credential of that key; `undefined` for nobody, or not any more. */
    find: async (key: string, look: () => Promise<Holder | undefined>): Promise<Principal | undefined> => {
      const principal = known(key);
      if (principal) return principal;
      const before = forgotten;
      // Also for one that has ended: its session may have been refreshed since.
      const holder = await look();
      if (!holder || hasEnded(holder)) return undefined;
      if (remembers && before === forgotten) remember(holders, key, holder);
      return holder.principal;
    },
    forget: (tenantId: string): void => {
      forgotten++;
      for (const [key, { principal }] of holders) if (principal.tenantId === tenantId) holders.delete(key);
    },
  };
}
