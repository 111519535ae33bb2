import { ApiError } from "../http/output/errors.ts";

/** How many streams are open. */
export interface OpenStreams {
  /** Counts one more; the result is called when it ends. Throws RATE_LIMIT_EXCEEDED or SYSTEM_SERVICE_UNAVAILABLE. */
  enter(tenantId: string): () => void;
}

// Each holds up to a megabyte for as long as its reader takes.
const OF_TENANT_MAX = 10;
const OF_ALL_MAX = 100;
const RETRY_SECONDS = 5;
const headers = { "retry-after": String(RETRY_SECONDS) };

/** Counts open streams: a tenant may have ten, so that readers who never read cost the others nothing. */
export function countStreams({ ofTenant, ofAll } = { ofTenant: OF_TENANT_MAX, ofAll: OF_ALL_MAX }): OpenStreams {
  const ofTenants = new Map<string, number>();
  let all = 0;
  return {
    enter: (tenantId) => {
      const own = ofTenants.get(tenantId) ?? 0;
      if (own >= ofTenant) {
        throw new ApiError("RATE_LIMIT_EXCEEDED", {
          params: { seconds: RETRY_SECONDS },
          details: { detail: `${ofTenant} streams at once`, retry_after: RETRY_SECONDS },
          headers,
        });
      }
      if (all >= ofAll) throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", { headers });
      all++;
      ofTenants.set(tenantId, own + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        all--;
        const left = (ofTenants.get(tenantId) ?? 1) - 1;
        if (left > 0) ofTenants.set(tenantId, left);
        else ofTenants.delete(tenantId);
      };
    },
  };
}
