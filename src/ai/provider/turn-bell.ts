import { setTimeout as sleep } from "node:timers/promises";

/** Those of this thread who wait until a call of their tenant has ended. */
const waiting = new Map<string, Set<() => void>>();

/** Waits until a call of the tenant ends in this thread, or for this long: other threads end theirs unheard. */
export async function waitForTurn(tenantId: string, ms: number, signal?: AbortSignal): Promise<void> {
  const rung = Promise.withResolvers<void>();
  const own = waiting.get(tenantId) ?? new Set();
  waiting.set(tenantId, own.add(rung.resolve));
  const given = new AbortController();
  try {
    const ends = signal ? AbortSignal.any([signal, given.signal]) : given.signal;
    await Promise.race([rung.promise, sleep(ms, undefined, { signal: ends }).catch(() => undefined)]);
  } finally {
    given.abort();
    own.delete(rung.resolve);
    if (own.size === 0) waiting.delete(tenantId);
  }
}

/** Says that a call of a tenant has ended. */
export function ringTurn(tenantId: string): void {
  for (const ring of waiting.get(tenantId) ?? []) ring();
}
