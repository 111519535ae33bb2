import type { Reader, Tx } from "../db/ports.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "../db/rows.ts";

/** How far what follows a tenant's changes has come, as values of its change clock; libSQL's own index aside. */
export interface SearchState {
  remoteToUs: number;
  /** Which settings Meilisearch's index was made with; `null` before there was one. */
  remoteSettings: string | null;
  vectorToUs: number;
  /** What made the vectors; `null` before there were any. */
  vectorModel: string | null;
  /** How long they are; `null` before there were any. */
  vectorDimensions: number | null;
  /** Meilisearch's current index of vectors; `null` before there is one. */
  similarIndex: string | null;
  /** The one that is filled beside it, to take its place. */
  similarNext: string | null;
  /** How far the one that is filled has followed; without one, the current one. */
  similarToUs: number;
}

/** What distinguishes vectors that can be compared from those that cannot: what made them, and how long they are. */
export const spaceOf = (model: string, dimensions: number): string => `${model} ${dimensions}`;

/** The space of the tenant's vectors; `undefined` before there are any. */
export const vectorSpace = ({ vectorModel, vectorDimensions }: SearchState): string | undefined =>
  vectorModel === null || vectorDimensions === null ? undefined : spaceOf(vectorModel, vectorDimensions);

const readState = (row: Row): SearchState => ({
  remoteToUs: number(row, "remote_to_us"),
  remoteSettings: textOrNull(row, "remote_settings"),
  vectorToUs: number(row, "vector_to_us"),
  vectorModel: textOrNull(row, "vector_model"),
  vectorDimensions: numberOrNull(row, "vector_dimensions"),
  similarIndex: textOrNull(row, "similar_index"),
  similarNext: textOrNull(row, "similar_next"),
  similarToUs: number(row, "similar_to_us"),
});

const OF_TENANT = `select remote_to_us, remote_settings, vector_to_us, vector_model, vector_dimensions, similar_index,
    similar_next, similar_to_us
  from search_state where tenant_id = :tenant`;

/** The tenant's state; `undefined` before its first change was followed. */
export const findState = (db: Reader): Promise<SearchState | undefined> => db.first(OF_TENANT, {}, readState);

/** The tenant's state, made when it has none. */
export async function ensureState(tx: Tx): Promise<SearchState> {
  await tx.run("insert or ignore into search_state (tenant_id) values (:tenant)", {});
  return tx.one(OF_TENANT, {}, readState);
}

const COLUMNS = {
  remote: "remote_to_us",
  vector: "vector_to_us",
  similar: "similar_to_us",
} as const;
/** What follows the changes: Meilisearch's index, the vectors, Meilisearch's index of vectors. */
export type Follower = keyof typeof COLUMNS;

/** Notes that a follower has come from one value of the clock to another. Returns 0 when it stands somewhere else. */
export const moveState = (
  tx: Tx,
  follower: Follower,
  { fromUs, toUs }: { fromUs: number; toUs: number },
): Promise<number> =>
  tx.run(
    `update search_state set ${COLUMNS[follower]} = :toUs
      where tenant_id = :tenant and ${COLUMNS[follower]} = :fromUs`,
    { fromUs, toUs },
  );

/**
 * Notes that an index on another server was sent the changes from one value of the clock to another. Where the state stands
 * somewhere else, another process has sent to it meanwhile, and either may have put older documents over newer ones: it is
 * sent again from where this one began.
 */
export async function moveSent(
  tx: Tx,
  follower: Exclude<Follower, "vector">,
  move: { fromUs: number; toUs: number },
): Promise<void> {
  if ((await moveState(tx, follower, move)) > 0) return;
  const column = COLUMNS[follower];
  await tx.run(`update search_state set ${column} = min(${column}, :fromUs) where tenant_id = :tenant`, {
    fromUs: move.fromUs,
  });
}

/** Of how many tenants that are behind the oldest change is looked for. */
const BEHIND_MAX = 100;

/** The time of a change that a follower has not seen, of the oldest of those looked at; `null` when it has seen all. */
export const findOldestUnseen = (db: Reader, follower: Follower): Promise<number | null> =>
  db.one(
    `select min(ifnull((
        select min(state.updated_at_us) from product_state state
          where state.tenant_id = behind.tenant_id and state.updated_at_us > behind.to_us), behind.last_us)) as oldest_us
      from (select tenant_clock.tenant_id, tenant_clock.last_us, ifnull(search_state.${COLUMNS[follower]}, 0) as to_us
        from tenant_clock left join search_state on search_state.tenant_id = tenant_clock.tenant_id
        where tenant_clock.last_us > ifnull(search_state.${COLUMNS[follower]}, 0) limit ${BEHIND_MAX}) behind`,
    {},
    (row) => numberOrNull(row, "oldest_us"),
  );

/** Some tenants with changes that a follower has not seen. */
export const listBehind = (db: Reader, follower: Follower, limit: number): Promise<string[]> =>
  db.all(
    `select tenant_clock.tenant_id from tenant_clock
      left join search_state on search_state.tenant_id = tenant_clock.tenant_id
      where tenant_clock.last_us > ifnull(search_state.${COLUMNS[follower]}, 0) limit :limit`,
    { limit },
    (row) => text(row, "tenant_id"),
  );

/** Notes that Meilisearch's index is rebuilt, and complete up to this value of the clock. */
export const restartRemote = (tx: Tx, { toUs, settings }: { toUs: number; settings: string }): Promise<number> =>
  tx.run("update search_state set remote_to_us = :toUs, remote_settings = :settings where tenant_id = :tenant", {
    toUs,
    settings,
  });

/** Has all vectors rebuilt, by another model. */
export const restartVectors = (tx: Tx, model: string): Promise<number> =>
  tx.run(
    `update search_state set vector_to_us = 0, vector_model = :model, vector_dimensions = null
      where tenant_id = :tenant`,
    { model },
  );

/** Notes how long the vectors are, unless that is known. */
export const noteDimensions = (tx: Tx, dimensions: number): Promise<number> =>
  tx.run(
    "update search_state set vector_dimensions = :dimensions where tenant_id = :tenant and vector_dimensions is null",
    { dimensions },
  );

/** Notes that an index of vectors is begun, empty, beside the current one. */
export const beginSimilar = (tx: Tx, next: string): Promise<number> =>
  tx.run("update search_state set similar_next = :next, similar_to_us = 0 where tenant_id = :tenant", { next });

/** Notes that the filled index of vectors is the current one from now on. Returns 0 when it is another that is filled. */
export const serveSimilar = (tx: Tx, next: string): Promise<number> =>
  tx.run(
    `update search_state set similar_index = similar_next, similar_next = null
      where tenant_id = :tenant and similar_next = :next`,
    { next },
  );

/** Forgets the indexes of vectors. */
export const clearSimilar = (tx: Tx): Promise<number> =>
  tx.run(
    "update search_state set similar_index = null, similar_next = null, similar_to_us = 0 where tenant_id = :tenant",
    {},
  );

/** The tenants that have an index of vectors, or one that is filled. */
export const listSimilar = (db: Reader): Promise<string[]> =>
  db.all(
    `select search_state.tenant_id from search_state
      where search_state.similar_index is not null or search_state.similar_next is not null`,
    {},
    (row) => text(row, "tenant_id"),
  );

/** The tenants that have settings for vectors. */
export const listEmbedding = (db: Reader): Promise<string[]> =>
  db.all("select setting.tenant_id from setting where setting.name = 'search-vector'", {}, (row) =>
    text(row, "tenant_id"),
  );

/** The tenants whose products Meilisearch has been given. */
export const listFollowed = (db: Reader): Promise<string[]> =>
  db.all("select search_state.tenant_id from search_state where search_state.remote_settings is not null", {}, (row) =>
    text(row, "tenant_id"),
  );
