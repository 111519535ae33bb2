import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import type { SearchDocument } from "../../search/port.ts";
import { listLatest } from "../../search/product-sources.ts";
import { CHANGES_MAX } from "../../search/unseen.ts";
import { documentOf } from "./document.ts";

const TENANTS_MAX = 100;

interface Recent {
  /** By row id. */
  changes: Map<number, { document: SearchDocument; updatedAtUs: number }>;
  seenToUs: number;
}

/** What has changed after the index was brought up to date. Each change is read once. One for each thread. */
export class RecentChanges {
  readonly #byTenant = new LRUCache<string, Recent>({ max: TENANTS_MAX });

  /** The newest of the products that changed after this value of the clock, as they are now. */
  async since(db: Reader, indexedToUs: number): Promise<SearchDocument[]> {
    const recent = this.#of(db.tenantId);
    const { changes } = recent;
    const fresh = await listLatest(db, Math.max(indexedToUs, recent.seenToUs), CHANGES_MAX);
    // The newest come first; the map is to hold them last.
    for (const source of fresh.toReversed()) {
      changes.delete(source.rowId);
      changes.set(source.rowId, { document: documentOf(source), updatedAtUs: source.updatedAtUs });
    }
    recent.seenToUs = Math.max(recent.seenToUs, fresh[0]?.updatedAtUs ?? 0);
    for (const [rowId, { updatedAtUs }] of changes) {
      if (updatedAtUs > indexedToUs && changes.size <= CHANGES_MAX) break;
      changes.delete(rowId);
    }
    return Array.from(changes.values(), ({ document }) => document);
  }

  #of(tenantId: string): Recent {
    const known = this.#byTenant.get(tenantId) ?? { changes: new Map(), seenToUs: 0 };
    this.#byTenant.set(tenantId, known);
    return known;
  }
}
