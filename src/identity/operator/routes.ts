import type { Static } from "@sinclair/typebox";
import { findLogin } from "../../../db/auth/lookup.ts";
import { type Actor, EVERY_TENANT } from "../../../db/ports.ts";
import { findTenant, type Tenant } from "../../../db/tenants/tenants.ts";
import { openRoutes } from "../../http/gate/access.ts";
import { callerAddress } from "../../http/gate/admission.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import { emailInUse } from "../../http/output/faults/duplicate-resource.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { invite, signInvitation } from "../auth/accounts/invitations.ts";
import { normalEmail } from "../auth/accounts/normal-email.ts";
import { dropCallerAfter } from "../auth/callers/authenticator.ts";
import { changeTenant, tenantVersion } from "../tenants/change-tenant.ts";
import { moduleStates, switchModules } from "../tenants/module-switches.ts";
import { operatorPolicy } from "./guard.ts";
import { SubscriptionCreate, SubscriptionCreated, TenantBody, TenantParams, TenantPatch } from "./schema.ts";

/** A tenant as the operator sees it. */
const tenantBody = ({ id, name, licenseStatus, modulesOff }: Tenant): Static<typeof TenantBody> => ({
  id,
  name,
  license_status: licenseStatus,
  modules: moduleStates(modulesOff),
});

/** Invites somebody to begin a tenant. Throws DUPLICATE_RESOURCE for an address that has an account. */
async function subscribe(
  services: Pick<Services, "reader" | "write" | "now" | "newId" | "config" | "secrets" | "log">,
  { email, company_name: companyName, plan, modules }: Static<typeof SubscriptionCreate>,
  language: Language,
): Promise<{ id: string; tenantId: string; token: string; expiresAtMs: number }> {
  if (await findLogin(services.reader(EVERY_TENANT), normalEmail(email))) {
    throw emailInUse(email);
  }
  const invitation = await signInvitation(services, {
    email,
    role: "admin",
    language,
    subscription: { companyName, plan: plan ?? null, modulesOff: switchModules([], modules ?? {}) },
  });
  const issued = await services.write(invite, invitation.tenantId, invitation);
  return { ...issued, tenantId: invitation.tenantId };
}

/** The operator, as the audit log names them: it is one key, for all its users. */
const operatorActor = (services: Services, request: Request, requestId: string): Actor => ({
  kind: "operator",
  id: null,
  requestId,
  address: callerAddress(request, services),
});

/** `/operator`: who runs the instance sells subscriptions, and decides about licences and modules. */
export const operatorRoutes = (services: Services) => {
  const operator = operatorPolicy(services.config);
  return openRoutes(services, "Operator", "/operator")
    .post(
      "/subscriptions",
      async ({ body, language, status }) => {
        const { id, tenantId, token, expiresAtMs } = await subscribe(services, body, language);
        return status(201, { id, tenant_id: tenantId, token, expires_at: isoOfMs(expiresAtMs) });
      },
      {
        policy: { ...operator, tier: "WRITE_USER_MGMT", refusals: [...operator.refusals, "DUPLICATE_RESOURCE"] },
        body: SubscriptionCreate,
        response: { 201: SubscriptionCreated },
        detail: {
          operationId: "createSubscription",
          summary: "Invite a subscriber",
          description: "Emails a signed invitation. Registering with it creates a tenant and its admin.",
        },
      },
    )
    .get(
      "/tenants/:tenant_id",
      async ({ params: { tenant_id: id }, headers, set }) => {
        const tenant = required(await findTenant(services.reader(id)), "tenant", id);
        return withETag({ headers, set }, tenantVersion(tenant), tenantBody(tenant));
      },
      {
        policy: { ...operator, tier: "READ_ADMIN" },
        params: TenantParams,
        response: { 200: TenantBody },
        detail: {
          operationId: "getTenant",
          summary: "Get a tenant",
          description: "Licence status and enabled modules.",
        },
      },
    )
    .patch(
      "/tenants/:tenant_id",
      async ({ params: { tenant_id: id }, body, request, requestId, headers, set }) => {
        const by = operatorActor(services, request, requestId);
        const change = { licenseStatus: body.license_status, modules: body.modules, expected: ifMatch(headers) };
        const tenant = await dropCallerAfter(services, id, services.write(changeTenant, id, change, { by }));
        return withETag({ headers: {}, set }, tenantVersion(tenant), tenantBody(tenant));
      },
      {
        policy: { ...operator, tier: "WRITE_CONFIG" },
        params: TenantParams,
        body: TenantPatch,
        response: { 200: TenantBody },
        detail: {
          operationId: "updateTenant",
          summary: "Update a tenant's licence or modules",
          description: "Takes effect on the tenant's next request. A suspended licence refuses all writes.",
        },
      },
    );
};
