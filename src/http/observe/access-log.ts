import type { Log } from "../../runtime/log.ts";
import type { Call } from "../gate/call.ts";
import type { Principal } from "../gate/credentials/principal.ts";

/** A request that was answered. */
export interface Answered {
  call: Call;
  method: string;
  status: number;
  durationMs: number;
  /** Whether it took as long as the settings call slow. */
  isSlow: boolean;
  /** Where it came from. */
  address: string;
}

function levelOf({ status, isSlow }: Answered): "info" | "warn" | "error" {
  if (status >= 500) return "error";
  return status >= 400 || isSlow ? "warn" : "info";
}

/** The caller, by id. */
const callerOf = ({ kind, subjectId }: Principal) =>
  kind === "session" ? { user_id: subjectId } : { key_id: kind === "sync_key" ? "sync" : subjectId };

/** Writes one line for a request, the more loudly the worse it ended. */
export function logRequest(log: Log, answered: Answered): void {
  const { call, method, status, durationMs, isSlow, address } = answered;
  const { principal } = call;
  const fields = {
    request_id: call.requestId,
    method,
    route: call.route,
    // Without the query, which may hold secrets.
    path: call.path,
    status,
    address,
    tenant: principal?.tenantId ?? null,
    ...(principal && callerOf(principal)),
    ...(call.refusal !== undefined && { refusal: call.refusal }),
    duration_ms: Math.round(durationMs * 100) / 100,
    ...(isSlow && { slow: true }),
  };
  log[levelOf(answered)](fields, "request");
}
