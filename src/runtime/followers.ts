import { countStreams } from "./open-streams.ts";

/** Requests that stay open until something changes. */
export interface Followers {
  /** Counts one more; `leave` is called when it ends. Throws RATE_LIMIT_EXCEEDED or SYSTEM_SERVICE_UNAVAILABLE. */
  enter(tenantId: string): { leave: () => void };
  /** Aborts when the service stops: none of them may hold it up. */
  stopping: AbortSignal;
  /** Ends all of them. */
  end(): void;
}

// Each looks at one row a second.
const OF_TENANT_MAX = 20;
const OF_ALL_MAX = 200;

/** Counts requests that follow something: a tenant may have twenty. */
export function openFollowers(): Followers {
  const open = countStreams({ ofTenant: OF_TENANT_MAX, ofAll: OF_ALL_MAX });
  const stop = new AbortController();
  return {
    enter: (tenantId) => ({ leave: open.enter(tenantId) }),
    stopping: stop.signal,
    end: () => stop.abort(),
  };
}
