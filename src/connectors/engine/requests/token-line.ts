import type { FetchedToken } from "./platform-api.ts";

/** Where a connector's token is stored between its runs. */
export interface TokenStore {
  /** The stored token; `null` when there is none, or it ends soon. */
  read(): Promise<string | null>;
  keep(token: FetchedToken): Promise<void>;
}

/** The token of one run: the stored one, else a new one; without a store it lives as long as the run. */
export function openTokenLine(store?: TokenStore) {
  let current: Promise<string> | undefined;

  async function obtain(fetch: () => Promise<FetchedToken>, refused: string | undefined): Promise<string> {
    // Another thread may have renewed it.
    const stored = await store?.read();
    if (stored && stored !== refused) return stored;
    const fetched = await fetch();
    await store?.keep(fetched);
    return fetched.token;
  }

  return async (fetch: () => Promise<FetchedToken>, refused?: string): Promise<string> => {
    const known = current;
    const token = await known?.catch(() => undefined);
    if (token !== undefined && token !== refused) return token;
    // Of several whose token was refused the first asks for another.
    if (current === known) current = obtain(fetch, refused);
    // Set just now, or by another meanwhile.
    return current as Promise<string>;
  };
}
