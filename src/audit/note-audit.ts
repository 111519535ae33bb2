import { createHash } from "node:crypto";
import { type AuditEntry, auditEntries, findLastAuditEntry } from "../../db/audit/entries.ts";
import type { Actor, MutationContext, Tx } from "../../db/ports.ts";
import type { AuditAction, AuditResource } from "../vocabulary.ts";

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

/** `brand.merged` was done to a brand. */
const resourceOf = (action: AuditAction) => action.split(".")[0] as AuditResource; // families declare both

/**
 * Notes down who did something, in the transaction that does it: there is no change without its note, and no note
 * without its change. Runs in the tenant whose log it is. `details`: what changed, names and plain values, never a secret.
 */
export async function noteAudit(
  tx: Tx,
  { now, by = SERVICE }: MutationContext,
  action: AuditAction,
  resourceId: string | null,
  details: Record<string, unknown> = {},
  resource = resourceOf(action),
): Promise<void> {
  const last = await findLastAuditEntry(tx);
  const entry: AuditEntry = {
    number: (last?.number ?? 0) + 1,
    atMs: now(),
    actorKind: by.kind,
    actorId: by.id,
    action,
    resource,
    resourceId,
    // As it will be read: a hash of what JSON leaves out would never match again.
    details: JSON.parse(JSON.stringify(details)) as Record<string, unknown>,
    requestId: by.requestId,
    address: by.address,
    hash: "",
  };
  await auditEntries.insert(tx, { ...entry, hash: auditHash(last?.hash ?? "", tx.tenantId, entry) });
}
