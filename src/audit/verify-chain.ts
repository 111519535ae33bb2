import { listAuditChain } from "../../db/audit/entries.ts";
import type { Reader } from "../../db/ports.ts";
import { auditHash } from "./note-audit.ts";

export interface ChainCheck {
  tenantId: string;
  /** How many entries are as they were written. */
  entries: number;
  /** The number of the first that is not, or that is missing; `null`: all are. */
  brokenAt: number | null;
}

const PAGE = 500;

/** Reads a tenant's whole audit log and checks that no entry was changed, added or removed. */
export async function verifyChain(db: Reader): Promise<ChainCheck> {
  let entries = 0;
  let before = "";
  for (;;) {
    const page = await listAuditChain(db, { after: entries, limit: PAGE });
    for (const entry of page) {
      const isWhole = entry.number === entries + 1 && entry.hash === auditHash(before, db.tenantId, entry);
      if (!isWhole) return { tenantId: db.tenantId, entries, brokenAt: entries + 1 };
      entries++;
      before = entry.hash;
    }
    if (page.length < PAGE) return { tenantId: db.tenantId, entries, brokenAt: null };
    // A turn of the event loop, for requests that wait meanwhile and for the driver to free what it holds.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
