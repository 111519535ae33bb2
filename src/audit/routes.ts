import { type Static, Type } from "@sinclair/typebox";
import { type AuditEntry, type AuditFilter, countAuditEntries, listAuditEntries } from "../../db/audit/entries.ts";
import type { Reader } from "../../db/ports.ts";
import { listEmails } from "../../db/users/users.ts";
import { accessRoutes } from "../http/gate/access.ts";
import { Time } from "../http/input/fields.ts";
import { keysetPage } from "../http/input/keyset-page.ts";
import { oneOf } from "../http/input/one-of.ts";
import { metaPage, metaPageOf, type Page, pageOf, pageQuery } from "../http/input/page.ts";
import { view } from "../kit/view.ts";
import type { Services } from "../runtime/services.ts";
import { isoOfMs, millisecondsOf } from "../text/instant.ts";
import { AUDIT_ACTIONS, AUDIT_RESOURCES, type AuditAction, type AuditResource } from "../vocabulary.ts";

const Action = oneOf(AUDIT_ACTIONS, { description: "The action." });
const Resource = oneOf(AUDIT_RESOURCES, { description: "Type of the resource." });
const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String({ examples: [example] }), Type.Null()], { description });

const Actor = Type.Object({
  type: oneOf(["user", "api_key", "operator", "console", "system"], {
    description: "`console` is a command on the server, `system` the service itself.",
  }),
  id: textOrNull("Id of the user or API key.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"),
  email: textOrNull("Current email address of the user.", "anna@example.com"),
});

const AuditQuery = Type.Object({
  ...pageQuery().properties,
  user_id: Type.Optional(Type.String({ maxLength: 100, description: "Only actions of this user or API key." })),
  action: Type.Optional(Action),
  resource: Type.Optional(Resource),
  resource_id: Type.Optional(Type.String({ maxLength: 200, description: "Only actions on this resource." })),
  from: Type.Optional(Type.String({ ...Time, description: "From this time, inclusive." })),
  to: Type.Optional(Type.String({ ...Time, description: "Before this time." })),
});

const msOrNull = (time: string | undefined) => (time === undefined ? null : millisecondsOf(time));

const filterOf = (query: Static<typeof AuditQuery>): AuditFilter => ({
  actorId: query.user_id ?? null,
  action: query.action ?? null,
  resource: query.resource ?? null,
  resourceId: query.resource_id ?? null,
  fromMs: msOrNull(query.from),
  toMs: msOrNull(query.to),
});

/** One entry of the log, with the e-mail addresses of users by id. */
const AuditEntries = view<AuditEntry, [emails: ReadonlyMap<string, string>]>()(
  {
    number: [
      Type.Integer({ minimum: 1, description: "Sequence number, from 1 without gaps.", examples: [42] }),
      "number",
    ],
    at: [Time, ({ atMs }) => isoOfMs(atMs)],
    actor: [
      Actor,
      ({ actorKind, actorId }, emails) => ({ type: actorKind, id: actorId, email: emails.get(actorId ?? "") ?? null }),
    ],
    action: [Action, ({ action }) => action as AuditAction], // written from the list
    resource: [Resource, ({ resource }) => resource as AuditResource], // written from the list
    resource_id: [
      textOrNull("Null for resources that exist only once.", "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f02"),
      "resourceId",
    ],
    details: [
      Type.Record(Type.String(), Type.Unknown(), {
        description: "What changed. Secret values are never shown.",
        examples: [{ role: { from: "editor", to: "manager" } }],
      }),
      "details",
    ],
    request_id: [textOrNull("`X-Request-ID` of the request.", "req-7d4e"), "requestId"],
    address: [textOrNull("IP address of the caller.", "203.0.113.7"), "address"],
    hash: [
      Type.String({
        description: "SHA-256 of this entry and the previous hash. Keep a copy to detect tampering.",
        examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
      }),
      "hash",
    ],
  },
  { description: "One entry of the audit log." },
);

/** One page of a tenant's audit log, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
async function pageOfAuditLog(db: Reader, query: Static<typeof AuditQuery>, page: Page) {
  const filter = filterOf(query);
  const { items, total, next } = await keysetPage(page, {
    name: `audit-log ${JSON.stringify(filter)}`,
    shape: ["count"],
    read: ({ after, ...range }) => listAuditEntries(db, filter, { ...range, before: after?.[0] }),
    count: () => countAuditEntries(db, filter),
    place: ({ number }) => [number],
  });
  const emails = await listEmails(db, [...new Set(items.flatMap(({ actorId }) => actorId ?? []))]);
  return metaPage(
    items.map((entry) => AuditEntries.of(entry, emails)),
    total,
    page,
    next,
  );
}

/** `/audit-log`: who did what. Only the changes themselves write it, and no request changes it. */
export const auditRoutes = (services: Services) =>
  accessRoutes(services, "Audit Log", "/audit-log").get(
    "",
    ({ db, query }) => pageOfAuditLog(db, query, pageOf(query)),
    {
      policy: { credential: "session", permission: "MANAGE_USERS", tier: "READ_SENSITIVE" },
      query: AuditQuery,
      response: { 200: metaPageOf(AuditEntries.Body) },
      detail: {
        operationId: "listAuditLog",
        summary: "Get the audit log",
        description:
          "Changes of users, API keys, settings and the tenant, with author, time and request. Newest first.",
      },
    },
  );
