import type { JobKind, JobKinds } from "../jobs/kinds.ts";
import type { Reader, Tx } from "../ports.ts";
import { json, number, numberOrNull, type Row, text } from "../rows.ts";

/** What has its next time. */
export interface Schedule {
  tenantId: string;
  kind: JobKind;
  ownerId: string;
  payload: unknown;
  timing: unknown;
  plannedAtMs: number;
}

export interface NewSchedule<K extends JobKind> {
  kind: K;
  ownerId: string;
  payload: JobKinds[K]["payload"];
  timing: unknown;
  plannedAtMs: number;
}

const readSchedule = (row: Row): Schedule => ({
  tenantId: text(row, "tenant_id"),
  // Written by `putSchedule`, which takes kinds of jobs only.
  kind: text(row, "kind") as JobKind,
  ownerId: text(row, "owner_id"),
  payload: json(row, "payload"),
  timing: json(row, "timing"),
  plannedAtMs: number(row, "planned_at_ms"),
});

/** When the first of all tenants is due; `null` when there is none. */
export const findNextPlanned = (db: Reader) =>
  db.one("select min(planned_at_ms) as next from schedule", {}, (row) => numberOrNull(row, "next"));

/** Those whose time has come, of all tenants, the longest due first. */
export const listDue = (tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }) =>
  tx.all(
    `select tenant_id, kind, owner_id, payload, timing, planned_at_ms from schedule
      where planned_at_ms <= :nowMs order by planned_at_ms limit :limit`,
    { nowMs, limit },
    readSchedule,
  );

export const putSchedule = <K extends JobKind>(
  tx: Tx,
  { kind, ownerId, payload, timing, plannedAtMs }: NewSchedule<K>,
) =>
  tx.run(
    `insert into schedule (tenant_id, kind, owner_id, payload, timing, planned_at_ms)
     values (:tenant, :kind, :ownerId, :payload, :timing, :plannedAtMs)
      on conflict do update set payload = excluded.payload, timing = excluded.timing,
                                planned_at_ms = excluded.planned_at_ms`,
    { kind, ownerId, payload: JSON.stringify(payload), timing: JSON.stringify(timing), plannedAtMs },
  );

export const setPlanned = (
  tx: Tx,
  { kind, ownerId, plannedAtMs }: Pick<Schedule, "kind" | "ownerId" | "plannedAtMs">,
) =>
  tx.run(
    `update schedule set planned_at_ms = :plannedAtMs
      where tenant_id = :tenant and kind = :kind and owner_id = :ownerId`,
    { kind, ownerId, plannedAtMs },
  );

export const deleteSchedule = (tx: Tx, kind: JobKind, ownerId: string) =>
  tx.run("delete from schedule where tenant_id = :tenant and kind = :kind and owner_id = :ownerId", { kind, ownerId });

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
