import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** Whose password a token resets. */
export interface PasswordReset {
  userId: string;
  email: string;
}

/** `undefined` when the token is unknown, used or run out, or the account is disabled. */
export const findPasswordReset = (
  db: Reader,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Promise<PasswordReset | undefined> =>
  db.first(
    `select p.user_id, u.email
       from password_reset p join user u on u.tenant_id = p.tenant_id and u.id = p.user_id
      where p.tenant_id = :tenant and p.token_hash = :tokenHash and p.expires_at_ms > :nowMs and u.is_active = 1`,
    { tokenHash, nowMs },
    (row) => ({ userId: text(row, "user_id"), email: text(row, "email") }),
  );

/** Takes the place of the user's older one. */
export const putPasswordReset = (
  tx: Tx,
  { userId, tokenHash, expiresAtMs }: { userId: string; tokenHash: string; expiresAtMs: number },
) =>
  tx.run(
    `insert into password_reset (tenant_id, user_id, token_hash, expires_at_ms)
     values (:tenant, :userId, :tokenHash, :expiresAtMs)
     on conflict do update set token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms`,
    { userId, tokenHash, expiresAtMs },
  );

export const deletePasswordReset = (tx: Tx, userId: string) =>
  tx.run("delete from password_reset where tenant_id = :tenant and user_id = :userId", { userId });
