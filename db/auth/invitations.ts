import { initially, jsonOrNullColumn, keyedTable, wordColumn } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { NUMBER, NUMBER_OR_NULL, TEXT, type ValuesOf } from "../table.ts";
import { ROLES } from "../users/users.ts";

/** What a subscription brings into being. */
export interface Subscription {
  companyName: string;
  /** As the operator calls it; `null` without one. */
  plan: string | null;
  /** Module ids that are switched off. */
  modulesOff: string[];
}

const INVITATION = {
  id: TEXT,
  /** As `normalEmail` makes it. */
  email: TEXT,
  role: wordColumn(ROLES),
  /** Of the mail, and of the account's messages. */
  locale: wordColumn(["en", "fr"]),
  /** `null`: who registers joins the tenant of the invitation. */
  subscription: jsonOrNullColumn<Subscription>(),
  createdAtMs: NUMBER,
  expiresAtMs: NUMBER,
  usedAtMs: initially(NUMBER_OR_NULL, null),
};
export const invitations = keyedTable("invitation", INVITATION);
export type Invitation = ValuesOf<typeof INVITATION>;

/** Withdraws what invites this address to the tenant and was not used: the last invitation alone holds. */
export const withdrawInvitations = (tx: Tx, email: string): Promise<void> =>
  tx.send("delete from invitation where tenant_id = :tenant and email = :email and used_at_ms is null", { email });

/** Uses an invitation up. Returns false when it was used before or does not exist. */
export const markInvitationUsed = async (tx: Tx, id: string, nowMs: number): Promise<boolean> =>
  (await invitations.set(tx, { id, usedAtMs: null }, { usedAtMs: nowMs })) === 1;
