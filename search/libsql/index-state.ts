import { EVERY_TENANT, type Reader, type Tx } from "../../db/ports.ts";
import { number, numberOrNull, text, textOrNull } from "../../db/rows.ts";

/** What the index has of a tenant. */
export interface IndexState {
  /** What each of the tenant's terms begins with. */
  tag: string;
  /** The value of the tenant's change clock up to which it has all changes. */
  indexedToUs: number;
}

const TAG_LENGTH = 4;
/** The tag after this one; they count in digits and letters. */
const tagAfter = (tag: string | null): string =>
  (tag === null ? 0 : Number.parseInt(tag, 36) + 1).toString(36).padStart(TAG_LENGTH, "0");

/** The tenant's state; `undefined` before its first change was followed. */
export const findIndexState = (db: Reader): Promise<IndexState | undefined> =>
  db.first("select tag, indexed_to_us from index_state where tenant_id = :tenant", {}, (row) => ({
    tag: text(row, "tag"),
    indexedToUs: number(row, "indexed_to_us"),
  }));

/** The tenant's state, made when it has none. */
export async function ensureIndexState(tx: Tx): Promise<IndexState> {
  const known = await findIndexState(tx);
  if (known) return known;
  const tag = tagAfter(await lastTag(tx.as(EVERY_TENANT)));
  await tx.run("insert into index_state (tenant_id, tag) values (:tenant, :tag)", { tag });
  return { tag, indexedToUs: 0 };
}

const lastTag = (tx: Tx): Promise<string | null> =>
  tx.one("select max(tag) as tag from index_state", {}, (row) => textOrNull(row, "tag"));

/** Notes that the index has come from one value of the clock to another. Returns 0 when it stands somewhere else. */
export const moveIndexState = (tx: Tx, { fromUs, toUs }: { fromUs: number; toUs: number }): Promise<number> =>
  tx.run("update index_state set indexed_to_us = :toUs where tenant_id = :tenant and indexed_to_us = :fromUs", {
    fromUs,
    toUs,
  });

/** Of how many tenants that are behind the oldest change is looked for. */
const BEHIND_MAX = 100;

/** The time of a change that the index does not have, of the oldest of those looked at; `null` when it has all. */
export const findOldestUnindexed = (db: Reader): Promise<number | null> =>
  db.one(
    `select min(ifnull((
        select min(state.updated_at_us) from product_state state
          where state.tenant_id = behind.tenant_id and state.updated_at_us > behind.to_us), behind.last_us)) as oldest_us
      from (select tenant_clock.tenant_id, tenant_clock.last_us, ifnull(index_state.indexed_to_us, 0) as to_us
        from tenant_clock left join index_state on index_state.tenant_id = tenant_clock.tenant_id
        where tenant_clock.last_us > ifnull(index_state.indexed_to_us, 0) limit ${BEHIND_MAX}) behind`,
    {},
    (row) => numberOrNull(row, "oldest_us"),
  );

/** Some tenants with changes that the index does not have. */
export const listUnindexed = (db: Reader, limit: number): Promise<string[]> =>
  db.all(
    `select tenant_clock.tenant_id from tenant_clock
      left join index_state on index_state.tenant_id = tenant_clock.tenant_id
      where tenant_clock.last_us > ifnull(index_state.indexed_to_us, 0) limit :limit`,
    { limit },
    (row) => text(row, "tenant_id"),
  );
