import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Actor, Reader } from "../ports.ts";
import { number, text } from "../rows.ts";
import { jsonColumn, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const KINDS = ["user", "api_key", "operator", "console", "system"] as const satisfies readonly Actor["kind"][];
const kindColumn = wordColumn(KINDS);
const ENTRY = {
  /** From 1, without gaps. */
  number: NUMBER,
  atMs: NUMBER,
  actorKind: kindColumn,
  /** Of the user or key. */
  actorId: TEXT_OR_NULL,
  action: TEXT,
  resource: TEXT,
  resourceId: TEXT_OR_NULL,
  /** What changed, never a secret. */
  details: jsonColumn<Record<string, unknown>>(),
  requestId: TEXT_OR_NULL,
  address: TEXT_OR_NULL,
  /** SHA-256 of this entry and the hash before, hex. */
  hash: TEXT,
};
/** The audit log. */
export const auditEntries = keyedTable("audit_entry", ENTRY, ["number"]);
/** One line of it. */
export type AuditEntry = ValuesOf<typeof ENTRY>;
const { selected, read } = auditEntries;

/** The filter of the entries; `null`: any value. */
export interface AuditFilter {
  actorId: string | null;
  action: string | null;
  resource: string | null;
  resourceId: string | null;
  fromMs: number | null;
  /** Before this time. */
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
    `select ${selected} from audit_entry
      where tenant_id = :tenant and ${MATCHES} and number < :before
      order by number desc limit :limit offset :offset`,
    { ...filter, before, limit, offset },
    read,
  );

/** Entries as they were written, from the one after `after` on. */
export const listAuditChain = (db: Reader, { after, limit }: { after: number; limit: number }): Promise<AuditEntry[]> =>
  auditEntries.list(db, { by: "number", order: "asc", after: [after, ""], limit });

/** Who has done something to any of these, each once; what the service did by itself is left out. */
export const listActorsOf = (
  db: Reader,
  resource: string,
  ids: readonly string[],
): Promise<{ kind: Actor["kind"]; id: string }[]> =>
  db.all(
    `select distinct entry.actor_kind, entry.actor_id from json_each(:ids) wanted
      cross join audit_entry entry on entry.tenant_id = :tenant and entry.resource = :resource
        and entry.resource_id = wanted.value and entry.actor_id is not null`,
    { resource, ids: JSON.stringify(ids) },
    (row) => ({ kind: kindColumn.read(row, "actor_kind"), id: text(row, "actor_id") }),
  );

export const findLastAuditEntry = async (db: Reader): Promise<AuditEntry | undefined> =>
  (await auditEntries.list(db, { by: "number", limit: 1 }))[0];

export const countAuditEntries = (db: Reader, filter: AuditFilter): Promise<number> =>
  db.one(`select count(*) as count from audit_entry where tenant_id = :tenant and ${MATCHES}`, { ...filter }, (row) =>
    number(row, "count"),
  );
