import type { JobKind, JobKinds } from "../jobs/kinds.ts";
import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number, numberOrNull } from "../rows.ts";
import { selection } from "../selection.ts";
import { type ColumnType, jsonColumn, NUMBER, TEXT, type ValuesOf } from "../table.ts";

const SCHEDULE = {
  // Written by `putSchedule`, which takes kinds of jobs only.
  kind: TEXT as ColumnType<string> as ColumnType<JobKind>,
  ownerId: TEXT,
  payload: jsonColumn<unknown>(),
  timing: jsonColumn<unknown>(),
  plannedAtMs: NUMBER,
};
const table = keyedTable("schedule", SCHEDULE, ["kind", "ownerId"]);
const OF_ALL = { tenantId: TEXT, ...SCHEDULE };
const { selected, read } = selection("schedule", OF_ALL);
/** What has its next time. */
export type Schedule = ValuesOf<typeof OF_ALL>;
export type NewSchedule<K extends JobKind> = Omit<ValuesOf<typeof SCHEDULE>, "kind" | "payload"> & {
  kind: K;
  payload: JobKinds[K]["payload"];
};

/** When the first of all tenants is due; `null` when there is none. */
export const findNextPlanned = (db: Reader) =>
  db.one("select min(planned_at_ms) as next from schedule", {}, (row) => numberOrNull(row, "next"));

/** Those whose time has come, of all tenants, the longest due first. */
export const listDue = (tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }) =>
  tx.all(
    `select ${selected} from schedule
      where planned_at_ms <= :nowMs order by planned_at_ms limit :limit`,
    { nowMs, limit },
    read,
  );

export const putSchedule = <K extends JobKind>(tx: Tx, schedule: NewSchedule<K>) => table.save(tx, schedule);

export const setPlanned = (
  tx: Tx,
  { kind, ownerId, plannedAtMs }: Pick<Schedule, "kind" | "ownerId" | "plannedAtMs">,
) => table.set(tx, { kind, ownerId }, { plannedAtMs });

export const deleteSchedule = (tx: Tx, kind: JobKind, ownerId: string) => table.erase(tx, { kind, ownerId });

/** What is planned for an owner; `undefined`: nothing. */
export const findSchedule = (db: Reader, owner: Pick<Schedule, "kind" | "ownerId">) => table.find(db, owner);

/** Whether the next time of an owner's jobs of this kind is planned. */
export const isPlanned = async (db: Reader, kind: JobKind, ownerId: string): Promise<boolean> =>
  (await db.one(
    `select exists (select 1 from schedule
        where tenant_id = :tenant and kind = :kind and owner_id = :ownerId) as is_any`,
    { kind, ownerId },
    (row) => number(row, "is_any"),
  )) === 1;

/** The column of a table whose rows have schedules: when the next job of this kind is planned; `null`: none is. */
export const plannedAt = (table: string, kind: JobKind): string =>
  `select schedule.planned_at_ms from schedule
    where schedule.tenant_id = :tenant and schedule.kind = '${kind}' and schedule.owner_id = ${table}.id`;
