import { createHash } from "node:crypto";
import { type AuditEntry, findLastAuditEntry, insertAuditEntry } from "../../db/audit/entries.ts";
import type { Actor, MutationContext, Tx } from "../../db/ports.ts";
import type { AuditAction, AuditResource } from "../vocabulary.ts";

/** What was done, and to what. */
export interface AuditNote {
  action: AuditAction;
  resource: AuditResource;
  resourceId: string | null;
  /** What changed: names and plain values, never a secret. */
  details?: Record<string, unknown>;
}

const SERVICE: Actor = { kind: "system", id: null, requestId: null, address: null };

/** The hash of an entry that stands behind one with the hash `before`. */
export const auditHash = (before: string, tenantId: string, { hash: _, ...entry }: AuditEntry): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        before,
        tenantId,
        entry.number,
        entry.atMs,
        entry.actorKind,
        entry.actorId,
        entry.action,
        entry.resource,
        entry.resourceId,
        entry.details,
        entry.requestId,
        entry.address,
      ]),
    )
    .digest("hex");

/**
 * Notes down who did something, in the transaction that does it: there is no change without its note, and no note
 * without its change. Runs in the tenant whose log it is.
 */
export async function noteAudit(tx: Tx, { now, by = SERVICE }: MutationContext, note: AuditNote): Promise<void> {
  const last = await findLastAuditEntry(tx);
  const entry: AuditEntry = {
    number: (last?.number ?? 0) + 1,
    atMs: now(),
    actorKind: by.kind,
    actorId: by.id,
    action: note.action,
    resource: note.resource,
    resourceId: note.resourceId,
    // As it will be read: a hash of what JSON leaves out would never match again.
    details: JSON.parse(JSON.stringify(note.details ?? {})) as Record<string, unknown>,
    requestId: by.requestId,
    address: by.address,
    hash: "",
  };
  await insertAuditEntry(tx, { ...entry, hash: auditHash(last?.hash ?? "", tx.tenantId, entry) });
}
