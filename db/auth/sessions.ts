import type { Reader, Tx } from "../ports.ts";
import { json, number, type Row, text } from "../rows.ts";
import type { Role } from "../users/users.ts";

/** A session that is not revoked, of a user who is active, and the state of their tenant. */
export interface LiveSession {
  userId: string;
  role: Role;
  expiresAtMs: number;
  licenseStatus: "active" | "suspended";
  modulesOff: string[];
}

const readLiveSession = (row: Row): LiveSession => ({
  userId: text(row, "user_id"),
  role: text(row, "role") as Role, // checked by the table
  expiresAtMs: number(row, "expires_at_ms"),
  licenseStatus: text(row, "license_status") as LiveSession["licenseStatus"], // checked by the table
  modulesOff: json(row, "modules_off") as string[], // written from a list of modules
});

export const findLiveSession = (db: Reader, id: string): Promise<LiveSession | undefined> =>
  db.first(
    `select s.user_id, u.role, s.expires_at_ms, t.license_status, t.modules_off
       from session s
       join user u on u.tenant_id = s.tenant_id and u.id = s.user_id
       join tenant t on t.tenant_id = s.tenant_id
      where s.tenant_id = :tenant and s.id = :id and s.revoked_at_ms is null and u.is_active = 1`,
    { id },
    readLiveSession,
  );

export interface SessionRow {
  id: string;
  userId: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export const insertSession = (tx: Tx, { id, userId, createdAtMs, expiresAtMs }: SessionRow) =>
  tx.run(
    `insert into session (tenant_id, id, user_id, created_at_ms, expires_at_ms)
     values (:tenant, :id, :userId, :createdAtMs, :expiresAtMs)`,
    { id, userId, createdAtMs, expiresAtMs },
  );

/** Ends a session. Returns false when it had ended or does not exist. */
export const markRevoked = async (tx: Tx, id: string, nowMs: number): Promise<boolean> =>
  (await tx.run(
    `update session set revoked_at_ms = :nowMs
      where tenant_id = :tenant and id = :id and revoked_at_ms is null`,
    { id, nowMs },
  )) === 1;

/** Ends all sessions of a user. Returns how many there were. */
export const markAllRevoked = (tx: Tx, userId: string, nowMs: number): Promise<number> =>
  tx.run(
    `update session set revoked_at_ms = :nowMs
      where tenant_id = :tenant and user_id = :userId and revoked_at_ms is null`,
    { userId, nowMs },
  );

export const extendSession = (tx: Tx, id: string, expiresAtMs: number) =>
  tx.run("update session set expires_at_ms = :expiresAtMs where tenant_id = :tenant and id = :id", { id, expiresAtMs });

/** Forgets at most `limit` sessions that ran out. */
export const deleteExpiredSessions = (tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }) =>
  tx.run(
    `delete from session where tenant_id = :tenant and id in
       (select id from session where tenant_id = :tenant and expires_at_ms < :nowMs order by expires_at_ms limit :limit)`,
    { nowMs, limit },
  );
