import { COUNT, initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, text } from "../rows.ts";
import { jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const PENDING = {
  id: TEXT,
  /** Empty when the import named no supplier. */
  supplierCode: TEXT,
  sku: TEXT,
  name: TEXT,
  status: initially(wordColumn(["pending", "resolving", "resolved", "ignored"]), "pending"),
  eanType: wordColumn(["ean_to_resolve", "ean_not_resolvable"]),
  /** 0 to 100. */
  resolutionScore: NUMBER,
  importCount: COUNT,
  /** The row as it was mapped. */
  rowData: jsonColumn<unknown>(),
  /** What the last lookup found: a list of codes with reasons. */
  found: initially(jsonColumn<unknown>(), []),
  importId: TEXT,
  firstSeenAtMs: NUMBER,
  lastSeenAtMs: NUMBER,
};
/** Rows of files whose EAN cannot be used, kept until it is known. */
const pending = keyedTable("pending_ean", PENDING);
export type PendingEan = ValuesOf<typeof PENDING>;
const { selected, read } = pending;

export type NewPendingEan = Pick<
  PendingEan,
  "id" | "supplierCode" | "sku" | "name" | "eanType" | "resolutionScore" | "rowData"
>;

export interface PendingEanFilter {
  /** Any of them; `null`: all. */
  supplierCodes: string[] | null;
  eanType: string | null;
  /** Part of SKU or name, regardless of case. */
  search: string | null;
}

const MATCHES = `tenant_id = :tenant and status in ('pending', 'resolving')
  and (:supplierCodes is null or lower(supplier_code) in (select lower(value) from json_each(:supplierCodes)))
  and (:eanType is null or ean_type = :eanType)
  and (:search is null or instr(lower(sku || char(10) || name), lower(:search)) > 0)`;

const filterArgs = ({ supplierCodes, ...filter }: PendingEanFilter) => ({
  ...filter,
  supplierCodes: supplierCodes === null ? null : JSON.stringify(supplierCodes),
});

const SORTS = {
  first_seen_at: { column: "first_seen_at_ms", valueOf: (found: PendingEan) => found.firstSeenAtMs },
  last_seen_at: { column: "last_seen_at_ms", valueOf: (found: PendingEan) => found.lastSeenAtMs },
  import_count: { column: "import_count", valueOf: (found: PendingEan) => found.importCount },
  resolution_score: { column: "resolution_score", valueOf: (found: PendingEan) => found.resolutionScore },
} as const;
export type PendingEanSort = keyof typeof SORTS;
const AFTER = { asc: ">", desc: "<" } as const;

/** A place in the list: the sort value of a row, and its id. */
export type PendingPlace = [value: number, id: string];

export const pendingPlace = (sort: PendingEanSort, found: PendingEan): PendingPlace => [
  SORTS[sort].valueOf(found),
  found.id,
];

export interface PendingOrder {
  sort: PendingEanSort;
  order: keyof typeof AFTER;
  /** Rows after this place only. */
  after: PendingPlace | undefined;
  offset: number;
  limit: number;
}

/** Some of those that wait. */
export function listPendingEans(db: Reader, filter: PendingEanFilter, { sort, order, after, ...page }: PendingOrder) {
  const { column } = SORTS[sort];
  const [value, id] = after ?? [null, null];
  return db.all(
    `select ${selected} from pending_ean
      where ${MATCHES} and (:afterValue is null or (${column}, id) ${AFTER[order]} (:afterValue, :afterId))
      order by ${column} ${order}, id ${order} limit :limit offset :offset`,
    { ...filterArgs(filter), afterValue: value, afterId: id, ...page },
    read,
  );
}

export const findPendingEan = (db: Reader, id: string) => pending.find(db, { id });

/** What a row that waits is known by. */
export type PendingKey = Pick<PendingEan, "supplierCode" | "sku">;

const keysJson = (keys: readonly PendingKey[]) =>
  JSON.stringify(keys.map(({ supplierCode, sku }) => [supplierCode, sku]));

/** The statuses of those that are known already, in no order. */
export const findPendingStatuses = (db: Reader, keys: readonly PendingKey[]) =>
  db.all(
    `select pending.supplier_code, pending.sku, pending.status from json_each(:keys) wanted
      cross join pending_ean pending on pending.tenant_id = :tenant
        and pending.supplier_code = wanted.value ->> 0 and pending.sku = wanted.value ->> 1`,
    { keys: keysJson(keys) },
    (row) => ({ supplierCode: text(row, "supplier_code"), sku: text(row, "sku"), status: text(row, "status") }),
  );

export const countPendingEans = (db: Reader, filter: PendingEanFilter) =>
  db.one(
    `select count(*) as total, ifnull(sum(ean_type = 'ean_to_resolve'), 0) as to_resolve,
            count(distinct nullif(supplier_code, '')) as suppliers
       from pending_ean where ${MATCHES}`,
    filterArgs(filter),
    (row) => ({
      total: number(row, "total"),
      toResolve: number(row, "to_resolve"),
      suppliers: number(row, "suppliers"),
    }),
  );

const IS_KNOWN = `on conflict (tenant_id, supplier_code, sku) do update set
  ${pending.excluded("name", "eanType", "resolutionScore", "rowData", "importId", "lastSeenAtMs")}, import_count = import_count + (import_id <> excluded.import_id),
  status = iif(status = 'resolved', 'pending', status), found = '[]'`;

/** Keeps the rows, one for each supplier and SKU. What was resolved waits again; what is ignored stays so. */
export const upsertPendingEans = (tx: Tx, importId: string, entries: NewPendingEan[], nowMs: number) =>
  pending.send(tx, entries, { importId, importCount: 1, firstSeenAtMs: nowMs, lastSeenAtMs: nowMs }, IS_KNOWN);

export const markResolved = (tx: Tx, id: string, nowMs: number) =>
  pending.set(tx, { id }, { status: "resolved", lastSeenAtMs: nowMs });

/** Ends the wait of all these. Returns those that waited. */
export const markAllResolved = (tx: Tx, keys: readonly PendingKey[], nowMs: number): Promise<PendingKey[]> =>
  tx.all(
    `update pending_ean set status = 'resolved', last_seen_at_ms = :nowMs
      where tenant_id = :tenant and status in ('pending', 'resolving')
        and (supplier_code, sku) in (select value ->> 0, value ->> 1 from json_each(:keys))
      returning supplier_code, sku`,
    { nowMs, keys: keysJson(keys) },
    (row) => ({ supplierCode: text(row, "supplier_code"), sku: text(row, "sku") }),
  );

/** A place among those that wait, by when they last came. */
export interface WaitingPlace {
  lastSeenAtMs: number;
  id: string;
}

/** Those that wait, the oldest first, after a place. */
export const listWaiting = (db: Reader, { lastSeenAtMs, id }: WaitingPlace, limit: number): Promise<WaitingPlace[]> =>
  db.all(
    `select id, last_seen_at_ms from pending_ean
      where tenant_id = :tenant and status in ('pending', 'resolving') and (last_seen_at_ms, id) > (:lastSeenAtMs, :id)
      order by last_seen_at_ms, id limit :limit`,
    { lastSeenAtMs, id, limit },
    (row) => ({ lastSeenAtMs: number(row, "last_seen_at_ms"), id: text(row, "id") }),
  );

/** Those of these that wait, whole, in no order. */
export const findWaiting = (db: Reader, ids: readonly string[]): Promise<PendingEan[]> =>
  pending.list(db, { where: { id: ids, status: ["pending", "resolving"] } });

/** Notes what a lookup found. */
export const setFound = (
  tx: Tx,
  rows: readonly { id: string; found: unknown; resolutionScore: number; eanType: PendingEan["eanType"] }[],
) =>
  tx.runMany(
    `update pending_ean set found = :found, resolution_score = :resolutionScore, ean_type = :eanType
      where tenant_id = :tenant and id = :id`,
    rows.map(({ found, ...row }) => ({ ...row, found: JSON.stringify(found) })),
  );

/** Hides them for good, also in later imports; returns how many were not hidden before. */
export const markIgnored = (tx: Tx, ids: string[]) =>
  tx.run(
    `update pending_ean set status = 'ignored'
      where tenant_id = :tenant and status <> 'ignored' and id in (select value from json_each(:ids))`,
    { ids: JSON.stringify(ids) },
  );
