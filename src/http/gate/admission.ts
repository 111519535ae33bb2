import { ApiError } from "../output/errors.ts";
import type { Call } from "./call.ts";
import { networkOf } from "./caller/network.ts";
import { forwarded, type ProxyServices } from "./caller/proxy.ts";
import { type Authentication, authenticate, rememberedCaller } from "./credentials/authentication.ts";
import type { CorsOrigins } from "./credentials/cors.ts";
import { checkCsrf } from "./credentials/csrf.ts";
import type { Authenticator, Permission, Principal } from "./credentials/principal.ts";
import { limitInWords, type RateLimitState, writeRateLimit } from "./limits/rate-limit-state.ts";
import { type AccessPolicy, isOpenWhenSuspended, type OpenPolicy } from "./policy.ts";

/** What admission needs of the services. */
export interface AdmissionServices extends ProxyServices {
  authenticator: Authenticator;
  config: ProxyServices["config"] & { corsOrigins: CorsOrigins | undefined };
  letWait?(request: Request): void;
}

type AnswerHeaders = Record<string, string | number>;

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The caller's address; behind a trusted proxy the one it says it speaks for. */
export function callerAddress(request: Request, services: ProxyServices): string {
  return forwarded(request, "x-forwarded-for", services) ?? services.addressOf(request);
}

/** As whom the limits count the caller's address. */
const counterOf = (request: Request, services: ProxyServices): string =>
  `address:${networkOf(callerAddress(request, services))}`;

/** Throws RATE_LIMIT_EXCEEDED when the caller must wait. */
export function refuseTooMany(state: RateLimitState | undefined): void {
  if (state?.retryAfterSeconds === undefined) return;
  const seconds = state.retryAfterSeconds;
  throw new ApiError("RATE_LIMIT_EXCEEDED", {
    params: { seconds },
    details: { detail: limitInWords(state), retry_after: seconds },
    headers: { "retry-after": String(seconds) },
  });
}

/** Throws LICENSE_SUSPENDED on a write of a suspended tenant, and MODULE_DISABLED when the route's module is off. */
function checkTenant(method: string, { tenant }: Principal, policy: AccessPolicy): void {
  const { module } = policy;
  const mayWrite = tenant.licenseStatus === "active" || isOpenWhenSuspended(policy);
  if (!mayWrite && !READING.has(method)) {
    throw new ApiError("LICENSE_SUSPENDED");
  }
  if (module !== undefined && tenant.modulesOff.has(module)) {
    throw new ApiError("MODULE_DISABLED", { params: { module }, details: { module_id: module } });
  }
}

/** Throws PERMISSION_DENIED when a session lacks the permission; for a key its scopes are checked. */
export function requirePermission(
  { kind, permissions }: Pick<Principal, "kind" | "permissions">,
  permission: Permission,
): void {
  if (kind !== "session" || permissions.has(permission)) return;
  throw new ApiError("PERMISSION_DENIED", {
    key: "auth.permission_missing",
    params: { permission },
    details: { required_permission: permission },
  });
}

/** Throws PERMISSION_DENIED when a key lacks the scope, a session the permission, or a key asks for a session's route. */
function checkRights({ kind, scopes, permissions }: Principal, policy: AccessPolicy): void {
  const { credential, scope, permission } = policy;
  if (kind === "api_key" && credential === "session") {
    throw new ApiError("PERMISSION_DENIED", { key: "auth.session_only" });
  }
  if (kind === "api_key" && scope !== undefined && !scopes.has(scope)) {
    throw new ApiError("PERMISSION_DENIED", {
      key: "auth.scope_missing",
      params: { scope },
      details: { required_scope: scope },
    });
  }
  if (permission !== undefined) requirePermission({ kind, permissions }, permission);
}

/** Throws PERMISSION_DENIED or MODULE_DISABLED for a caller that may not read what these rights are for. */
export function requireRights(principal: Principal, rights: AccessPolicy): void {
  checkTenant("GET", principal, rights);
  checkRights(principal, rights);
}

/** A refused credential counts on the address, so that keys cannot be guessed; for logging out a missing one, too. */
function countRefusal(error: unknown, call: Call, tier: AccessPolicy["tier"], caller: () => string): void {
  if (!(error instanceof ApiError)) return;
  const isGuess = error.code !== "AUTHENTICATION_REQUIRED";
  if (isGuess || tier.startsWith("AUTH_")) refuseTooMany(call.app.limiter.takeAnonymous(tier, caller()));
}

/** Counts a request of a known caller. The tiers of logging in and out count addresses, for every user. */
function count(
  call: Call,
  principal: Principal,
  { tier, operation }: AccessPolicy,
  caller: () => string,
): RateLimitState | undefined {
  const { limiter } = call.app;
  if (tier.startsWith("AUTH_")) return limiter.takeAnonymous(tier, caller());
  const state = limiter.take(tier, principal, operation);
  if (operation !== undefined && state?.retryAfterSeconds === undefined) {
    call.giveBack = () => limiter.giveBack(tier, principal, operation);
  }
  return state;
}

/**
 * Counts an operation that differs from the others of its route only in the body, under a tier of its own. It counts once
 * it is accepted, and its state replaces that of the route in `headers`. Throws RATE_LIMIT_EXCEEDED.
 */
export function countOperation(
  call: Call,
  headers: AnswerHeaders,
  { tier, operation }: Required<Pick<AccessPolicy, "tier" | "operation">>,
): void {
  const { principal } = call;
  if (!principal) return;
  const policy: AccessPolicy = { credential: "any", tier, operation };
  const state = count(call, principal, policy, () => "");
  if (state && principal.kind === "api_key") writeRateLimit(headers, state);
  refuseTooMany(state);
}

/** A request and what it asks to be let into. */
interface Entering {
  request: Request;
  call: Call;
  headers: AnswerHeaders;
  policy: AccessPolicy;
}

/**
 * Lets a request in or throws why not: credential, rate limit, CSRF, licence, module, then scope or permission. A promise
 * only where the caller must be looked up: nearly all requests come with a key that is remembered.
 */
export function admit(entering: Entering, services: AdmissionServices): Promise<void> | undefined {
  const principal = rememberedCaller(entering.request, entering.policy, services.authenticator);
  if (!principal) return authenticateAndAdmit(entering, services);
  admitCaller({ principal, isByCookie: false }, entering, services);
  return undefined;
}

async function authenticateAndAdmit(entering: Entering, services: AdmissionServices): Promise<void> {
  const { request, call, policy } = entering;
  let authentication: Authentication;
  try {
    authentication = await authenticate(request, policy, services.authenticator);
  } catch (error) {
    if (error instanceof ApiError) call.refusal = error.options.reason;
    countRefusal(error, call, policy.tier, () => counterOf(request, services));
    throw error;
  }
  admitCaller(authentication, entering, services);
}

function admitCaller(
  { principal, isByCookie }: Authentication,
  { request, call, headers, policy }: Entering,
  services: AdmissionServices,
): void {
  call.principal = principal;
  const state = count(call, principal, policy, () => counterOf(request, services));
  if (state && principal.kind === "api_key") writeRateLimit(headers, state);
  refuseTooMany(state);
  if (isByCookie && !READING.has(request.method)) checkCsrf(request, principal, services);
  checkTenant(request.method, principal, policy);
  checkRights(principal, policy);
  call.isAdmitted = true;
  // A model at the tenant's own server may take many minutes for what is asked at once.
  if (policy.tier === "AI_SINGLE") services.letWait?.(request);
}

/**
 * Counts a request for an unknown route when it comes with a valid key, and sends the key its rate limit state, as all
 * answers to it do. A key that is none, or that cannot be looked up now, changes nothing. Throws RATE_LIMIT_EXCEEDED.
 */
export async function countUnrouted(
  { request, call, headers }: Omit<Entering, "policy">,
  { authenticator }: Pick<AdmissionServices, "authenticator">,
): Promise<void> {
  const rawKey = request.headers.get("x-api-key");
  const principal = rawKey ? await authenticator.byApiKey(rawKey).catch(() => undefined) : undefined;
  if (!principal) return;
  call.principal = principal;
  const state = call.app.limiter.take("READ_STANDARD", principal);
  if (state) writeRateLimit(headers, state);
  refuseTooMany(state);
}

/**
 * Lets a request of a public route in or throws RATE_LIMIT_EXCEEDED. `who` is counted besides the address. What we had no
 * time for does not count as a try.
 */
export function admitAnyone(
  request: Request,
  call: Call,
  { tier }: OpenPolicy,
  services: AdmissionServices,
  who = "",
): void {
  const caller = `${counterOf(request, services)}${who}`;
  const { limiter } = call.app;
  refuseTooMany(limiter.takeAnonymous(tier, caller));
  if (tier.startsWith("AUTH_")) onBusy(call, () => limiter.giveBackAnonymous(tier, caller));
  call.isAdmitted = true;
}

/**
 * Counts a request that names an account for the network it comes from, before its body is read; throws
 * RATE_LIMIT_EXCEEDED when that has tried too many accounts.
 */
export function countNetwork(
  request: Request,
  call: Call,
  { tier, forgivesSuccess }: OpenPolicy,
  services: AdmissionServices,
): void {
  if (call.isCounted) return;
  const { limiter } = call.app;
  const network = counterOf(request, services);
  refuseTooMany(limiter.takeNetwork(tier, network));
  call.isCounted = true;
  const giveBack = () => limiter.giveBackNetwork(tier, network);
  onBusy(call, giveBack);
  if (forgivesSuccess) call.forgive = giveBack;
}

/** Has a count taken back when the request is refused because there is too much to do. */
function onBusy(call: Call, giveBack: () => void): void {
  const { giveBack: others } = call;
  call.giveBack = (refusal) => {
    others?.(refusal);
    if (refusal === "SYSTEM_SERVICE_UNAVAILABLE") giveBack();
  };
}
