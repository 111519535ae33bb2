import { Elysia } from "elysia";
import { findTenant } from "../../../db/tenants/tenants.ts";
import { openAccess } from "../../http/gate/access.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { dropCallerAfter } from "../auth/login/drop-caller-after.ts";
import { changeTenant, tenantVersion } from "../tenants/change-tenant.ts";
import { operatorActor } from "./actor.ts";
import { operatorGuard } from "./guard.ts";
import { SubscriptionCreate, SubscriptionCreated, TenantBody, TenantParams, TenantPatch } from "./schema.ts";
import { subscribe } from "./subscribe.ts";
import { tenantBody } from "./tenant-body.ts";

const REFUSALS = ["AUTHENTICATION_REQUIRED", "NOT_FOUND"] as const;

/** `/operator`: who runs the instance sells subscriptions, and decides about licences and modules. */
export const operatorRoutes = (services: Services) => {
  const operator = { credential: "none", guard: operatorGuard(services.config), refusals: REFUSALS } as const;
  return new Elysia({ prefix: "/operator", tags: ["Operator"] })
    .use(openAccess(services))
    .post(
      "/subscriptions",
      async ({ body, language, status }) => {
        const { id, tenantId, token, expiresAtMs } = await subscribe(services, body, language);
        return status(201, { id, tenant_id: tenantId, token, expires_at: isoOfMs(expiresAtMs) });
      },
      {
        policy: { ...operator, tier: "WRITE_USER_MGMT", refusals: [...REFUSALS, "DUPLICATE_RESOURCE"] },
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
