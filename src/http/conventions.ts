import { Elysia, ElysiaCustomStatusResponse } from "elysia";
import type { Log } from "../log.ts";
import { logRequest } from "./access-log.ts";
import { answerHead } from "./byte-answer.ts";
import { type AppState, Call } from "./call.ts";
import { errorMapping, type FindRoute } from "./error-mapping.ts";
import { ApiError } from "./errors.ts";
import type { Metrics } from "./metrics.ts";

export interface ConventionServices {
  log: Log;
  now: () => number;
  config: { maintenance: boolean };
}

const MAINTENANCE_RETRY_SECONDS = 300;
// What stays reachable under maintenance: the state of the service, and its description.
const ALWAYS_OPEN = /^(?:\/api\/v1)?\/(?:health(?:\/|$)|metrics$|openapi(?:-public)?\.json$)/;

/** Headers of every answer. A page of its own, such as the documentation, replaces some. */
const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** The status an answer leaves with. */
function statusOf(answer: unknown, status: number | string | undefined): number {
  if (answer instanceof Response) return answer.status;
  if (answer instanceof ElysiaCustomStatusResponse) return Number(answer.code);
  return Number(status ?? 200);
}

/**
 * What holds for every request, known route or not: an id, security headers, maintenance, errors in one shape, a line
 * in the log and a measure. Use before the routes.
 */
export const conventions = (
  services: ConventionServices,
  state: AppState,
  metrics: Pick<Metrics, "observe">,
  find: FindRoute,
) =>
  new Elysia({ name: "conventions" })
    .decorate("call", undefined as unknown as Call) // replaced for each request, below
    .wrap((handle, request) => (request.method === "HEAD" ? () => answerHead(handle, request) : handle))
    .onRequest((context) => {
      context.call = new Call(context.request, state);
      const { headers } = context.set;
      Object.assign(headers, SECURITY_HEADERS);
      headers["x-request-id"] = context.call.requestId;
      if (services.config.maintenance && !ALWAYS_OPEN.test(new URL(context.request.url).pathname)) {
        throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
          key: "system.maintenance",
          headers: { "retry-after": String(MAINTENANCE_RETRY_SECONDS) },
        });
      }
    })
    .use(errorMapping(services.log, services.now, find))
    .onAfterResponse({ as: "global" }, ({ call, request, set, route, path, responseValue }) => {
      const status = statusOf(responseValue, set.status);
      const durationMs = performance.now() - call.startedMs;
      const known = route ?? "unknown";
      metrics.observe({ method: request.method, route: known, status, seconds: durationMs / 1000 });
      logRequest(services.log, { call, method: request.method, route: known, path, status, durationMs });
    });
