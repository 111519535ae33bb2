import { type AnyElysia, Elysia } from "elysia";
import type { TrustedProxies } from "../../config/setting-values.ts";
import { nextTurn } from "../../runtime/event-loop-turn.ts";
import type { Log } from "../../runtime/log.ts";
import { callerAddress } from "../gate/admission.ts";
import { type AppState, Call } from "../gate/call.ts";
import { allowOrigin, type CorsOrigins, optionsHeaders } from "../gate/credentials/cors.ts";
import type { Authenticator } from "../gate/credentials/principal.ts";
import { logRequest } from "../observe/access-log.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Traces } from "../observe/traces.ts";
import { answerHead } from "../output/byte-answer.ts";
import { ApiError, invalidParameter } from "../output/errors.ts";
import { errorMapping, type FindRoute, methodsOf } from "../output/faults/error-mapping.ts";
import { packFile } from "../output/packing.ts";
import { sendLateBody } from "../output/stream-late-body.ts";

/** A name or an address, and perhaps a port. Names of containers have underscores. */
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Throws INVALID_PARAMETER for a request whose Host is missing, is given twice or names no host: no address of ours can be
 * made of it. Source: RFC 9112, 3.2
 */
function refuseBadHost({ headers, url }: Request): void {
  const host = headers.get("host");
  const isGood = (host === null || HOST.test(host)) && URL.canParse(url);
  if (!isGood) throw invalidParameter([{ field: "Host", type: "invalid_format", key: "validation.host" }]);
}

export interface ConventionServices {
  log: Log;
  now: () => number;
  authenticator: Authenticator;
  addressOf(request: Request): string;
  letWait?(request: Request): void;
  config: { maintenance: boolean; trustProxy: TrustedProxies; corsOrigins: CorsOrigins | undefined; slowMs: number };
}

const MAINTENANCE_RETRY_SECONDS = 300;
// What stays reachable under maintenance: the state of the service, and its description.
const ALWAYS_OPEN = /^(?:\/api\/v1)?\/(?:health(?:\/|$)|metrics$|openapi(?:-public)?\.json$)/;

const NO_CALL = undefined as unknown as Call;

/** Headers of every answer. A page of its own, such as the documentation, replaces some. */
const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** The methods of a path that has routes, and what a browser asks before it lets a page of another origin call. */
function answerOptions(request: Request, config: ConventionServices["config"], find: FindRoute): Response | undefined {
  const methods = methodsOf(new URL(request.url).pathname, find);
  if (methods.length === 0) return undefined;
  return new Response(null, { status: 204, headers: optionsHeaders(request, methods, config) });
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
  traces?: Pick<Traces, "add">,
) => {
  // The call of the request that comes in: Elysia runs `onRequest` before it waits for anything.
  let arriving = NO_CALL;
  const note = (call: Call, request: Request, response: unknown) => {
    const { method } = request;
    const status = response instanceof Response ? response.status : 500;
    const durationMs = performance.now() - call.startedMs;
    const workedMs = durationMs - call.waitedMs;
    const isSlow = services.config.slowMs > 0 && workedMs >= services.config.slowMs;
    metrics.observe({ method, route: call.route, status, seconds: workedMs / 1000 });
    logRequest(services.log, { call, method, status, durationMs, isSlow, address: callerAddress(request, services) });
    traces?.add({ call, request, status, durationMs });
  };
  return new Elysia({ name: "conventions" })
    .decorate("call", NO_CALL) // replaced for each request, below
    .wrap((handle, request) => () => {
      nextTurn();
      const call = new Call(request, state);
      arriving = call;
      const answer = request.method === "HEAD" ? answerHead(handle, request) : handle(request);
      return Promise.resolve(answer).then((response) => {
        note(call, request, response);
        if (!(response instanceof Response)) return response;
        if (request.headers.has("origin")) allowOrigin(request, response.headers, services.config);
        return call.lateText === undefined ? packFile(request, response) : sendLateBody(call, response);
      });
    })
    .onRequest((context) => {
      context.call = arriving;
      const { headers } = context.set;
      Object.assign(headers, SECURITY_HEADERS);
      headers["x-request-id"] = arriving.requestId;
      refuseBadHost(context.request);
      if (services.config.maintenance && !ALWAYS_OPEN.test(new URL(context.request.url).pathname)) {
        throw new ApiError("SYSTEM_SERVICE_UNAVAILABLE", {
          key: "system.maintenance",
          headers: { "retry-after": String(MAINTENANCE_RETRY_SECONDS) },
        });
      }
      return context.request.method === "OPTIONS" ? answerOptions(context.request, services.config, find) : undefined;
    })
    .onTransform({ as: "global" }, ({ call, route, path }) => call.isAt(route, path))
    .use(errorMapping(services, find));
};

/** An application without routes, to which all of this holds. */
export const newApp = (
  services: ConventionServices,
  state: AppState,
  { metrics, find, traces }: { metrics: Pick<Metrics, "observe">; find: FindRoute; traces?: Traces | undefined },
): AnyElysia =>
  new Elysia({ handler: { standardHostname: false } }).use(conventions(services, state, metrics, find, traces));
