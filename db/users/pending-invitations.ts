import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text } from "../rows.ts";
import type { Role } from "./users.ts";

/** Somebody who was invited into the tenant and has not registered yet. */
export interface PendingInvitation {
  id: string;
  email: string;
  role: Role;
  createdAtMs: number;
  expiresAtMs: number;
}

const readPending = (row: Row): PendingInvitation => ({
  id: text(row, "id"),
  email: text(row, "email"),
  role: text(row, "role") as Role, // checked by the table
  createdAtMs: number(row, "created_at_ms"),
  expiresAtMs: number(row, "expires_at_ms"),
});

const IS_PENDING = "subscription is null and used_at_ms is null and expires_at_ms > :nowMs";

/** Where a page begins: after so many invitations, or after this one. */
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
    `select id, email, role, created_at_ms, expires_at_ms from invitation
      where tenant_id = :tenant and ${IS_PENDING} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { nowMs, ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    readPending,
  );

export const findPendingInvitation = (db: Reader, id: string, nowMs: number): Promise<PendingInvitation | undefined> =>
  db.first(
    `select id, email, role, created_at_ms, expires_at_ms from invitation
      where tenant_id = :tenant and id = :id and ${IS_PENDING}`,
    { id, nowMs },
    readPending,
  );

export const countPendingInvitations = (db: Reader, nowMs: number): Promise<number> =>
  db.one(`select count(*) as count from invitation where tenant_id = :tenant and ${IS_PENDING}`, { nowMs }, (row) =>
    number(row, "count"),
  );

export const deleteInvitation = (tx: Tx, id: string) =>
  tx.run("delete from invitation where tenant_id = :tenant and id = :id", { id });
