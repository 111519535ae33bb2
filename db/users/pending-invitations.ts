import { wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { NUMBER, TEXT } from "../table.ts";
import { ROLES } from "./users.ts";

const PENDING = selection("invitation", {
  id: TEXT,
  email: TEXT,
  role: wordColumn(ROLES),
  createdAtMs: NUMBER,
  expiresAtMs: NUMBER,
});
/** Somebody who was invited into the tenant and has not registered yet. */
export type PendingInvitation = SelectedBy<typeof PENDING>;

const IS_PENDING = "subscription is null and used_at_ms is null and expires_at_ms > :nowMs";

/** Where a page begins: after this number of invitations, or after this one. */
export interface InvitationPage {
  limit: number;
  offset: number;
  after: { createdAtMs: number; id: string } | undefined;
}

/** One page of those that can still be used, newest first. */
export const listPendingInvitations = (
  db: Reader,
  nowMs: number,
  { limit, offset, after }: InvitationPage,
): Promise<PendingInvitation[]> =>
  db.all(
    `select ${PENDING.selected} from invitation
      where tenant_id = :tenant and ${IS_PENDING} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { nowMs, ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    PENDING.read,
  );

export const findPendingInvitation = (db: Reader, id: string, nowMs: number): Promise<PendingInvitation | undefined> =>
  db.first(
    `select ${PENDING.selected} from invitation
      where tenant_id = :tenant and id = :id and ${IS_PENDING}`,
    { id, nowMs },
    PENDING.read,
  );

export const countPendingInvitations = (db: Reader, nowMs: number): Promise<number> =>
  db.one(`select count(*) as count from invitation where tenant_id = :tenant and ${IS_PENDING}`, { nowMs }, (row) =>
    number(row, "count"),
  );

export const deleteInvitation = (tx: Tx, id: string) =>
  tx.run("delete from invitation where tenant_id = :tenant and id = :id", { id });
