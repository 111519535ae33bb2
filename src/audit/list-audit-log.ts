import type { Static } from "@sinclair/typebox";
import { type AuditEntry, type AuditFilter, countAuditEntries, listAuditEntries } from "../../db/audit/entries.ts";
import type { Reader } from "../../db/ports.ts";
import { listEmails } from "../../db/users/users.ts";
import { keysetPage } from "../http/input/keyset-page.ts";
import { metaPage, type Page } from "../http/input/page.ts";
import { isoOfMs, millisecondsOf } from "../text/instant.ts";
import type { AuditAction, AuditResource } from "../vocabulary.ts";
import type { AuditEntryBody, AuditQuery } from "./schema.ts";

const msOrNull = (time: string | undefined) => (time === undefined ? null : millisecondsOf(time));

const filterOf = (query: Static<typeof AuditQuery>): AuditFilter => ({
  actorId: query.user_id ?? null,
  action: query.action ?? null,
  resource: query.resource ?? null,
  resourceId: query.resource_id ?? null,
  fromMs: msOrNull(query.from),
  toMs: msOrNull(query.to),
});

const entryBody = (entry: AuditEntry, emails: ReadonlyMap<string, string>): Static<typeof AuditEntryBody> => ({
  number: entry.number,
  at: isoOfMs(entry.atMs),
  actor: { type: entry.actorKind, id: entry.actorId, email: emails.get(entry.actorId ?? "") ?? null },
  action: entry.action as AuditAction, // written from the list
  resource: entry.resource as AuditResource, // written from the list
  resource_id: entry.resourceId,
  details: entry.details,
  request_id: entry.requestId,
  address: entry.address,
  hash: entry.hash,
});

/** One page of a tenant's audit log, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
export async function pageOfAuditLog(db: Reader, query: Static<typeof AuditQuery>, page: Page) {
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
    items.map((entry) => entryBody(entry, emails)),
    total,
    page,
    next,
  );
}
