import { initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { FLAG, NUMBER, NUMBER_OR_NULL, TEXT } from "../table.ts";
import { ROLES } from "../users/users.ts";

const TOKEN = selection("refresh_token", {
  sessionId: TEXT,
  userId: computed("session.user_id", TEXT),
  role: computed("user.role", wordColumn(ROLES)),
  expiresAtMs: NUMBER,
  isUsed: computed("refresh_token.used_at_ms is not null", FLAG),
  /** Neither revoked nor of a user who was disabled. */
  isSessionLive: computed("session.revoked_at_ms is null and user.is_active = 1", FLAG),
});
/** A refresh token and the state of its session. */
export type RefreshToken = SelectedBy<typeof TOKEN>;

const table = keyedTable(
  "refresh_token",
  {
    tokenHash: TEXT,
    sessionId: TEXT,
    expiresAtMs: NUMBER,
    usedAtMs: initially(NUMBER_OR_NULL, null),
  },
  ["tokenHash"],
);

export const findRefreshToken = (db: Reader, tokenHash: string): Promise<RefreshToken | undefined> =>
  db.first(
    `select ${TOKEN.selected} from refresh_token
       join session on session.tenant_id = refresh_token.tenant_id and session.id = refresh_token.session_id
       join user on user.tenant_id = session.tenant_id and user.id = session.user_id
      where refresh_token.tenant_id = :tenant and refresh_token.token_hash = :tokenHash`,
    { tokenHash },
    TOKEN.read,
  );

export const insertRefreshToken = (tx: Tx, token: { tokenHash: string; sessionId: string; expiresAtMs: number }) =>
  table.insert(tx, token);

export const markRefreshTokenUsed = (tx: Tx, tokenHash: string, nowMs: number) =>
  table.set(tx, { tokenHash }, { usedAtMs: nowMs });
