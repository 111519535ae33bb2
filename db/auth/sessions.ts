import { initially, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { computed, type SelectedBy, selection } from "../selection.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";
import { ROLES } from "../users/users.ts";
import { LICENCE } from "./lookup.ts";

const SESSION = {
  id: TEXT,
  userId: TEXT,
  createdAtMs: NUMBER,
  expiresAtMs: NUMBER,
  revokedAtMs: initially(NUMBER_OR_NULL, null),
};
const table = keyedTable("session", SESSION);
export type SessionRow = Omit<ValuesOf<typeof SESSION>, "revokedAtMs">;

const LIVE = selection("session", {
  userId: TEXT,
  role: computed("user.role", wordColumn(ROLES)),
  expiresAtMs: NUMBER,
  ...LICENCE,
});
/** A session that is not revoked, of a user who is active, and the state of their tenant. */
export type LiveSession = SelectedBy<typeof LIVE>;

// Asked for with each request: a text that is rebuilt is expensive to look up.
const BY_ID = `select ${LIVE.selected} from session
  join user on user.tenant_id = session.tenant_id and user.id = session.user_id
  join tenant on tenant.tenant_id = session.tenant_id
  where session.tenant_id = :tenant and session.id = :id and session.revoked_at_ms is null and user.is_active = 1`;

export const findLiveSession = (db: Reader, id: string): Promise<LiveSession | undefined> =>
  db.first(BY_ID, { id }, LIVE.read);

export const insertSession = (tx: Tx, session: SessionRow) => table.insert(tx, session);

/** Ends a session. Returns false when it had ended or does not exist. */
export const markRevoked = async (tx: Tx, id: string, nowMs: number): Promise<boolean> =>
  (await table.set(tx, { id, revokedAtMs: null }, { revokedAtMs: nowMs })) === 1;

/** Ends all sessions of a user. Returns how many there were. */
export const markAllRevoked = (tx: Tx, userId: string, nowMs: number): Promise<number> =>
  table.set(tx, { userId, revokedAtMs: null }, { revokedAtMs: nowMs });

export const extendSession = (tx: Tx, id: string, expiresAtMs: number) => table.set(tx, { id }, { expiresAtMs });
