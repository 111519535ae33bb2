import { LRUCache } from "lru-cache";
import type { Reader } from "../../db/ports.ts";
import { number } from "../../db/rows.ts";
import { findIndexState, type IndexState } from "./index-state.ts";

/** The number of changes that a search looks through more cheaply than it reads its words again. */
const CHANGES_MAX = 200;
const TENANTS_MAX = 1_000;

/**
 * Up to where what a thread has read of the indexes is true. It stays so although the index goes on: what has changed
 * since is left out of what was read, and looked through, until that is much. One for each thread.
 */
export class CachedStates {
  readonly #byTenant = new LRUCache<string, IndexState>({ max: TENANTS_MAX });

  /** Reads how far the index is. `undefined` before the tenant's first change was followed. */
  async read(db: Reader): Promise<IndexState | undefined> {
    const state = await findIndexState(db);
    const cached = this.#byTenant.get(db.tenantId);
    if (!state || (cached && (await isNear(db, cached, state)))) return state && cached;
    this.#byTenant.set(db.tenantId, state);
    return state;
  }

  /** What was read last, if anything was. */
  last(db: Reader): IndexState | undefined {
    return this.#byTenant.get(db.tenantId);
  }
}

/** Whether little has changed since, and no row is another product's now. */
async function isNear(db: Reader, cached: IndexState, { tag, indexedToUs }: IndexState): Promise<boolean> {
  if (cached.tag !== tag || cached.indexedToUs > indexedToUs) return false;
  return (
    cached.indexedToUs === indexedToUs || (await countChanges(db, cached.indexedToUs, CHANGES_MAX + 1)) <= CHANGES_MAX
  );
}

/** How many products have changed since, as far as `limit`; `limit` when one was erased, whose row may be given again. */
export const countChanges = (db: Reader, sinceUs: number, limit: number): Promise<number> =>
  db.one(
    `select case when exists (select 1 from product_tombstone gone
          where gone.tenant_id = :tenant and gone.updated_at_us > :sinceUs) then :limit
        else (select count(*) from (select 1 from product_state state
          where state.tenant_id = :tenant and state.updated_at_us > :sinceUs limit :limit)) end as changes`,
    { sinceUs, limit },
    (row) => number(row, "changes"),
  );
