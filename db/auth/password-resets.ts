import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { NUMBER, TEXT } from "../table.ts";

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

const table = keyedTable("password_reset", { userId: TEXT, tokenHash: TEXT, expiresAtMs: NUMBER }, ["userId"]);

/** Takes the place of the user's older one. */
export const putPasswordReset = (tx: Tx, reset: { userId: string; tokenHash: string; expiresAtMs: number }) =>
  table.put(tx, reset);

export const deletePasswordReset = (tx: Tx, userId: string) => table.erase(tx, { userId });
