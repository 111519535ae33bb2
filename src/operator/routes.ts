import { Elysia } from "elysia";
import { findTenant } from "../../db/tenants/tenants.ts";
import { forgetAfter } from "../auth/forget-after.ts";
import { openAccess } from "../http/access.ts";
import { required } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { changeTenant } from "../tenants/change-tenant.ts";
import { isoOfMs } from "../text/instant.ts";
import { operatorActor } from "./operator-actor.ts";
import { operatorGuard } from "./operator-guard.ts";
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
          description: "Mails a signed invitation. Who registers with it becomes the admin of a new tenant.",
        },
      },
    )
    .get(
      "/tenants/:tenant_id",
      async ({ params: { tenant_id: id } }) =>
        tenantBody(required(await findTenant(services.reader(id)), "tenant", id)),
      {
        policy: { ...operator, tier: "READ_ADMIN" },
        params: TenantParams,
        response: { 200: TenantBody },
        detail: {
          operationId: "getTenant",
          summary: "Read a tenant",
          description: "Its licence, and which modules are on.",
        },
      },
    )
    .patch(
      "/tenants/:tenant_id",
      async ({ params: { tenant_id: id }, body, request, requestId }) => {
        const by = operatorActor(services, request, requestId);
        const change = { licenseStatus: body.license_status, modules: body.modules };
        return tenantBody(await forgetAfter(services, id, services.write(changeTenant, id, change, { by })));
      },
      {
        policy: { ...operator, tier: "WRITE_CONFIG" },
        params: TenantParams,
        body: TenantPatch,
        response: { 200: TenantBody },
        detail: {
          operationId: "updateTenant",
          summary: "Change a tenant's licence or modules",
          description: "In force on the tenant's very next request. A suspended licence refuses every write.",
        },
      },
    );
};
