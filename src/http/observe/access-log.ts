import type { Log } from "../../runtime/log.ts";
import type { Call } from "../gate/call.ts";

/** A request that was answered. */
export interface Answered {
  call: Call;
  method: string;
  status: number;
  durationMs: number;
}

/** Writes one line for a request. */
export function logRequest(log: Log, { call, method, status, durationMs }: Answered): void {
  const fields = {
    request_id: call.requestId,
    method,
    route: call.route,
    // Without the query, which may hold secrets.
    path: call.path,
    status,
    tenant: call.principal?.tenantId ?? null,
    duration_ms: Math.round(durationMs * 100) / 100,
  };
  log.info(fields, "request");
}
