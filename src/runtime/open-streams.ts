import { ApiError } from "../http/output/errors.ts";
import { countPlaces, type Places } from "./calls/tenant-shares.ts";

const RETRY_SECONDS = 5;
const headers = { "retry-after": String(RETRY_SECONDS) };

/** Throws RATE_LIMIT_EXCEEDED or SYSTEM_SERVICE_UNAVAILABLE. */
const placesOf = (limits: { ofTenant: number; ofAll: number }): Places =>
  countPlaces(limits, (isOwn) => {
    if (!isOwn) return new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { headers });
    return new ApiError("RATE_LIMIT_EXCEEDED", {
      params: { seconds: RETRY_SECONDS },
      details: { detail: `${limits.ofTenant} streams at once`, retry_after: RETRY_SECONDS },
      headers,
    });
  });

/**
 * Counts open streams: a tenant may have ten, so that readers who never read cost the others nothing. Each holds up to a
 * megabyte for as long as its reader takes.
 */
export const countStreams = (): Places => placesOf({ ofTenant: 10, ofAll: 100 });

/** Requests that stay open until something changes. */
export interface Followers {
  /** Counts one more; `leave` is called when it ends. Throws RATE_LIMIT_EXCEEDED or SYSTEM_SERVICE_UNAVAILABLE. */
  enter(tenantId: string): { leave: () => void };
  /** Aborts when the service stops: none of them may hold it up. */
  stopping: AbortSignal;
  /** Ends all of them. */
  end(): void;
}

/** Counts requests that follow something: a tenant may have twenty. Each looks at one row a second. */
export function openFollowers(): Followers {
  const open = placesOf({ ofTenant: 20, ofAll: 200 });
  const stop = new AbortController();
  return {
    enter: (tenantId) => ({ leave: open.enter(tenantId) }),
    stopping: stop.signal,
    end: () => stop.abort(),
  };
}
