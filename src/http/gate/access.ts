import { Elysia } from "elysia";
import type { Call } from "./call.ts";
import { Gate, type GateContext, type GateServices } from "./gate.ts";
import { type AccessPolicy, type OpenPolicy, type Policy, publishPolicy } from "./policy.ts";
import { boundWrite } from "./write/bound-write.ts";

// The conventions put the call of each request in its place before any hook runs.
const NO_CALL = undefined as unknown as Call;

/**
 * The hooks of one route, as Elysia calls them. They name what they take of Elysia's context: Elysia reads their source to know what to
 * prepare, and prepares everything for a hook that passes its context on.
 */
function gateHooks(policy: Policy, services: GateServices): object {
  const gate = new Gate(policy, services);
  // An `object` to the compiler: Elysia would type these hooks by the schemas that the gate takes away.
  return {
    introspect: (options: Record<string, unknown>) => gate.takeSchemas(options),
    detail: publishPolicy(policy),
    parse: [
      ({ request, call, set }: GateContext, contentType: string) => gate.read({ request, call, set }, contentType),
    ],
    transform: [
      ({ request, call, set, params, url, qi, body }: Parameters<Gate["check"]>[0]) =>
        gate.check({ request, call, set, params, url, qi, body }),
    ],
    beforeHandle: [({ call }: { call: Call }) => gate.replay({ call })],
    afterHandle: [
      ({ request, call, set, responseValue }: Parameters<Gate["leave"]>[0]) =>
        gate.leave({ request, call, set, responseValue }),
    ],
  };
}

function principalOf({ principal }: Call) {
  if (!principal) throw new TypeError("A route was reached without a credential");
  return principal;
}

/**
 * Gives each route a `policy`, enforced before its body is read: credential, rate limit, licence, module, rights. Then
 * validates what the route declares. Handlers get `principal`, `tenantId`, `db`, `language`, `requestId`, `checkForm`,
 * and `write`, all of the caller's tenant. Without a policy there is none of these.
 */
export const access = (services: GateServices) =>
  new Elysia({ name: "access" }).decorate("call", NO_CALL).macro({
    policy: (policy: AccessPolicy) => {
      const gate = gateHooks(policy, services);
      return {
        ...gate,
        resolve: ({ call, request }: { call: Call; request: Request }) => {
          const principal = principalOf(call);
          const { tenantId } = principal;
          return {
            principal,
            tenantId,
            db: services.reader(tenantId),
            language: call.language,
            requestId: call.requestId,
            checkForm: call.checkForm,
            write: boundWrite(services, request, call, principal),
          };
        },
      };
    },
  });

/** Like `access`, for public routes: a credential is ignored, and handlers get `language` and `requestId` only. */
export const openAccess = (services: GateServices) =>
  new Elysia({ name: "open-access" }).decorate("call", NO_CALL).macro({
    policy: (policy: OpenPolicy) => ({
      ...gateHooks(policy, services),
      resolve: ({ call }: { call: Call }) => ({ language: call.language, requestId: call.requestId }),
    }),
  });

/** Routes of a group of the reference, with `access`. Their type leaves the prefix out: `params` says what paths hold. */
export const accessRoutes = (services: GateServices, tag: string, prefix = "") =>
  new Elysia({ prefix: prefix as "", tags: [tag] }).use(access(services));

/** The same with `openAccess`. */
export const openRoutes = (services: GateServices, tag: string, prefix = "") =>
  new Elysia({ prefix: prefix as "", tags: [tag] }).use(openAccess(services));
