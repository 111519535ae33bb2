import type { Actor, Reader, Tx } from "../ports.ts";
import { json, number, type Row, text, textOrNull } from "../rows.ts";

/** One line of the audit log. */
export interface AuditEntry {
  /** From 1, without gaps. */
  number: number;
  atMs: number;
  actorKind: Actor["kind"];
  /** Of the user or key. */
  actorId: string | null;
  action: string;
  resource: string;
  resourceId: string | null;
  /** What changed, never a secret. */
  details: Record<string, unknown>;
  requestId: string | null;
  address: string | null;
  /** SHA-256 of this entry and the hash before, hex. */
  hash: string;
}

const COLUMNS =
  "number, at_ms, actor_kind, actor_id, action, resource, resource_id, details, request_id, address, hash";

const readEntry = (row: Row): AuditEntry => ({
  number: number(row, "number"),
  atMs: number(row, "at_ms"),
  actorKind: text(row, "actor_kind") as Actor["kind"], // checked by the table
  actorId: textOrNull(row, "actor_id"),
  action: text(row, "action"),
  resource: text(row, "resource"),
  resourceId: textOrNull(row, "resource_id"),
  details: json(row, "details") as Record<string, unknown>, // written from one
  requestId: textOrNull(row, "request_id"),
  address: textOrNull(row, "address"),
  hash: text(row, "hash"),
});

/** Which entries are asked for; `null`: whatever it is. */
export interface AuditFilter {
  actorId: string | null;
  action: string | null;
  resource: string | null;
  resourceId: string | null;
  fromMs: number | null;
  /** Before this moment. */
  toMs: number | null;
}

const MATCHES = `(:actorId is null or actor_id = :actorId) and (:action is null or action = :action)
  and (:resource is null or resource = :resource) and (:resourceId is null or resource_id = :resourceId)
  and (:fromMs is null or at_ms >= :fromMs) and (:toMs is null or at_ms < :toMs)`;

/** One page, newest first. `before` is the number the page before ended with; without one it is past them all. */
export const listAuditEntries = (
  db: Reader,
  filter: AuditFilter,
  { limit, offset, before = Number.MAX_SAFE_INTEGER }: { limit: number; offset: number; before?: number | undefined },
): Promise<AuditEntry[]> =>
  db.all(
    `select ${COLUMNS} from audit_entry
      where tenant_id = :tenant and ${MATCHES} and number < :before
      order by number desc limit :limit offset :offset`,
    { ...filter, before, limit, offset },
    readEntry,
  );

/** Entries as they were written, from the one after `after` on. */
export const listAuditChain = (db: Reader, { after, limit }: { after: number; limit: number }): Promise<AuditEntry[]> =>
  db.all(
    `select ${COLUMNS} from audit_entry where tenant_id = :tenant and number > :after order by number limit :limit`,
    { after, limit },
    readEntry,
  );

export const findLastAuditEntry = (db: Reader): Promise<AuditEntry | undefined> =>
  db.first(`select ${COLUMNS} from audit_entry where tenant_id = :tenant order by number desc limit 1`, {}, readEntry);

export const countAuditEntries = (db: Reader, filter: AuditFilter): Promise<number> =>
  db.one(`select count(*) as count from audit_entry where tenant_id = :tenant and ${MATCHES}`, { ...filter }, (row) =>
    number(row, "count"),
  );

export const insertAuditEntry = (tx: Tx, { details, ...entry }: AuditEntry) =>
  tx.run(
    `insert into audit_entry (tenant_id, number, at_ms, actor_kind, actor_id, action, resource, resource_id, details,
        request_id, address, hash)
     values (:tenant, :number, :atMs, :actorKind, :actorId, :action, :resource, :resourceId, :details,
        :requestId, :address, :hash)`,
    { ...entry, details: JSON.stringify(details) },
  );
