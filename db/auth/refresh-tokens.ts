import type { Reader, Tx } from "../ports.ts";
import { boolean, number, type Row, text } from "../rows.ts";
import type { Role } from "../users/users.ts";

/** A refresh token and the state of its session. */
export interface RefreshToken {
  sessionId: string;
  userId: string;
  role: Role;
  expiresAtMs: number;
  isUsed: boolean;
  /** Neither revoked nor of a user who was disabled. */
  isSessionLive: boolean;
}

const readRefreshToken = (row: Row): RefreshToken => ({
  sessionId: text(row, "session_id"),
  userId: text(row, "user_id"),
  role: text(row, "role") as Role, // checked by the table
  expiresAtMs: number(row, "expires_at_ms"),
  isUsed: boolean(row, "is_used"),
  isSessionLive: boolean(row, "is_session_live"),
});

export const findRefreshToken = (db: Reader, tokenHash: string): Promise<RefreshToken | undefined> =>
  db.first(
    `select r.session_id, s.user_id, u.role, r.expires_at_ms, r.used_at_ms is not null as is_used,
            s.revoked_at_ms is null and u.is_active = 1 as is_session_live
       from refresh_token r
       join session s on s.tenant_id = r.tenant_id and s.id = r.session_id
       join user u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where r.tenant_id = :tenant and r.token_hash = :tokenHash`,
    { tokenHash },
    readRefreshToken,
  );

export const insertRefreshToken = (
  tx: Tx,
  { tokenHash, sessionId, expiresAtMs }: { tokenHash: string; sessionId: string; expiresAtMs: number },
) =>
  tx.run(
    `insert into refresh_token (tenant_id, token_hash, session_id, expires_at_ms)
     values (:tenant, :tokenHash, :sessionId, :expiresAtMs)`,
    { tokenHash, sessionId, expiresAtMs },
  );

export const markRefreshTokenUsed = (tx: Tx, tokenHash: string, nowMs: number) =>
  tx.run("update refresh_token set used_at_ms = :nowMs where tenant_id = :tenant and token_hash = :tokenHash", {
    tokenHash,
    nowMs,
  });

/** Forgets at most `limit` tokens that ran out: used or not, they are refused all the same. */
export const deleteExpiredRefreshTokens = (tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }) =>
  tx.run(
    `delete from refresh_token where tenant_id = :tenant and token_hash in
       (select token_hash from refresh_token where tenant_id = :tenant and expires_at_ms < :nowMs
         order by expires_at_ms limit :limit)`,
    { nowMs, limit },
  );
