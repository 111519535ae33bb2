import { Elysia } from "elysia";
import { access } from "../http/gate/access.ts";
import { metaPageOf, pageOf } from "../http/input/page.ts";
import type { Services } from "../runtime/services.ts";
import { AuditEntries, pageOfAuditLog } from "./list-audit-log.ts";
import { AuditQuery } from "./schema.ts";

/** `/audit-log`: who did what. Only the changes themselves write it, and no request changes it. */
export const auditRoutes = (services: Services) =>
  new Elysia({ prefix: "/audit-log", tags: ["Audit Log"] })
    .use(access(services))
    .get("", ({ db, query }) => pageOfAuditLog(db, query, pageOf(query)), {
      policy: { credential: "session", permission: "MANAGE_USERS", tier: "READ_SENSITIVE" },
      query: AuditQuery,
      response: { 200: metaPageOf(AuditEntries.Body) },
      detail: {
        operationId: "listAuditLog",
        summary: "Get the audit log",
        description:
          "Changes of users, API keys, settings and the tenant, with author, time and request. Newest first.",
      },
    });
