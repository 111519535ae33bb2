import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { FLAG, NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

/** Of a joined `competitor`: its prices count, because it is neither blacklisted nor hidden. */
export const COUNTING = "competitor.blacklisted_at_ms is null and competitor.deleted_at_ms is null";

const NAMED = { id: TEXT, code: TEXT, name: TEXT, nameKey: TEXT };
const STATE = {
  ...NAMED,
  isActive: FLAG,
  isBlacklisted: computed("competitor.blacklisted_at_ms is not null", FLAG),
  isMarketplace: FLAG,
};
/** What decides how observations of a competitor count. */
export type CompetitorState = ValuesOf<typeof STATE>;
const { selected: COLUMNS, read: readState } = selection("competitor", STATE);

/** What observations make of competitors; `src/prices/competitors/` declares the rest. */
const observed = keyedTable("competitor", {
  ...NAMED,
  baseUrl: TEXT_OR_NULL,
  marketplaceId: TEXT_OR_NULL,
  createdAtMs: NUMBER,
  updatedAtMs: NUMBER,
});

/** A competitor by what it, or one that was merged into it, is called. */
const CALLED = selection("competitor", {
  ...STATE,
  /** The name and code that it was found by. */
  knownName: computed("known.name", TEXT),
  knownKey: computed("known.name_key", TEXT),
  knownCode: computed("known.code", TEXT),
});
export type CalledCompetitor = ValuesOf<typeof CALLED.columns>;

/** The competitors that are not hidden and have one of these names, by their keys, or codes; of a merged one the whole. */
export const findNamedCompetitors = (
  db: Reader,
  { nameKeys, codes }: { nameKeys: readonly string[]; codes: readonly string[] },
): Promise<CalledCompetitor[]> =>
  db.all(
    `select ${CALLED.selected} from json_each(:nameKeys) wanted
        cross join competitor known on known.tenant_id = :tenant and known.name_key = wanted.value
          and known.deleted_at_ms is null
        join competitor on competitor.tenant_id = :tenant and competitor.id = ifnull(known.merged_into, known.id)
      union
      select ${CALLED.selected} from json_each(:codes) wanted
        cross join competitor known on known.tenant_id = :tenant and known.code = wanted.value
          and known.deleted_at_ms is null
        join competitor on competitor.tenant_id = :tenant and competitor.id = ifnull(known.merged_into, known.id)`,
    { nameKeys: JSON.stringify(nameKeys), codes: JSON.stringify(codes) },
    CALLED.read,
  );

const AT_DOMAIN = selection("competitor", { ...STATE, domain: computed("domain.value", TEXT) });

/** The competitors that are not hidden and are known by one of these host names. */
export const findCompetitorsByDomain = (
  db: Reader,
  domains: readonly string[],
): Promise<ValuesOf<typeof AT_DOMAIN.columns>[]> =>
  db.all(
    `select ${AT_DOMAIN.selected} from competitor
        cross join json_each(competitor.domains) domain
      where competitor.tenant_id = :tenant and competitor.deleted_at_ms is null and competitor.merged_into is null
        and competitor.domains <> '[]' and domain.value in (select value from json_each(:domains))`,
    { domains: JSON.stringify(domains) },
    AT_DOMAIN.read,
  );

/** A competitor that is not hidden, by its id; of a merged one the whole. */
export const findCompetitorState = (db: Reader, id: string): Promise<CompetitorState | undefined> =>
  db.first(
    `select ${COLUMNS} from competitor
      where competitor.tenant_id = :tenant and competitor.deleted_at_ms is null and competitor.id = (
        select ifnull(known.merged_into, known.id) from competitor known where known.tenant_id = :tenant and known.id = :id)`,
    { id },
    readState,
  );

/** Those of these competitors that are not hidden, by the ids that were asked for; of merged ones the whole. */
export const findCompetitorStates = async (
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CompetitorState>> =>
  new Map(
    await db.all(
      `select wanted.value as asked, ${COLUMNS} from json_each(:ids) wanted
        cross join competitor known on known.tenant_id = :tenant and known.id = wanted.value
        join competitor on competitor.tenant_id = :tenant and competitor.id = ifnull(known.merged_into, known.id)
          and competitor.deleted_at_ms is null`,
      { ids: JSON.stringify(ids) },
      (row): [string, CompetitorState] => [text(row, "asked"), readState(row)],
    ),
  );

/** The competitors that are not hidden and have their sites at one of these origins. */
export const findCompetitorsAt = (db: Reader, origins: readonly string[]): Promise<{ origin: string; id: string }[]> =>
  db.all(
    `select rtrim(competitor.base_url, '/') as origin, competitor.id from competitor
      where competitor.tenant_id = :tenant and competitor.deleted_at_ms is null
        and rtrim(competitor.base_url, '/') in (select value from json_each(:origins))
      order by competitor.created_at_ms desc`,
    { origins: JSON.stringify(origins) },
    (row) => ({ origin: text(row, "origin"), id: text(row, "id") }),
  );

/** Whether another competitor that is not hidden has a code. */
export const isCodeTaken = async (db: Reader, code: string, id: string): Promise<string | undefined> =>
  db.first(
    "select id from competitor where tenant_id = :tenant and code = :code and deleted_at_ms is null and id <> :id",
    { code, id },
    (row) => text(row, "id"),
  );

export const insertCompetitors = (
  tx: Tx,
  competitors: readonly {
    id: string;
    code: string;
    name: string;
    nameKey: string;
    baseUrl: string | null;
    marketplaceId: string | null;
  }[],
  nowMs: number,
): Promise<void> =>
  observed.insertAll(
    tx,
    competitors.map((competitor) => ({ ...competitor, createdAtMs: nowMs, updatedAtMs: nowMs })),
  );

/** Counts observations of competitors. */
export const countObservations = (tx: Tx, counts: readonly { id: string; count: number }[]): Promise<void> =>
  tx.runMany(
    `update competitor set observations_count = observations_count + :count where tenant_id = :tenant and id = :id`,
    counts.map(({ id, count }) => ({ id, count })),
  );

/** Hides a competitor, with those that were merged into it; its name stays with what was seen of it. */
export const hideCompetitor = (tx: Tx, id: string, nowMs: number): Promise<number> =>
  tx.run(
    `update competitor set deleted_at_ms = :nowMs, updated_at_ms = :nowMs, version = version + 1
      where tenant_id = :tenant and (id = :id or merged_into = :id)`,
    { id, nowMs },
  );

/** Blacklists a competitor, or with `null` takes it off the list. */
export const setBlacklisted = (
  tx: Tx,
  id: string,
  { reason, atMs, nowMs }: { reason: string | null; atMs: number | null; nowMs: number },
): Promise<number> =>
  tx.run(
    `update competitor set blacklisted_at_ms = :atMs, blacklist_reason = :reason, updated_at_ms = :nowMs,
        version = version + 1 where tenant_id = :tenant and id = :id`,
    { id, reason, atMs, nowMs },
  );
