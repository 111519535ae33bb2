import type { Reader, Tx } from "../ports.ts";
import { jsonOrNull, number, numberOrNull, type Row, text } from "../rows.ts";
import type { Role } from "../users/users.ts";

/** What a subscription brings into being. */
export interface Subscription {
  companyName: string;
  /** As the operator calls it; `null` without one. */
  plan: string | null;
  /** Module ids that are switched off. */
  modulesOff: string[];
}

export interface Invitation {
  id: string;
  /** As `normalEmail` makes it. */
  email: string;
  role: Role;
  /** Of the mail, and of the account's messages. */
  locale: "en" | "fr";
  /** `null`: whoever registers joins the tenant of the invitation. */
  subscription: Subscription | null;
  createdAtMs: number;
  expiresAtMs: number;
  usedAtMs: number | null;
}

const COLUMNS = "id, email, role, locale, subscription, created_at_ms, expires_at_ms, used_at_ms";
const readInvitation = (row: Row): Invitation => ({
  id: text(row, "id"),
  email: text(row, "email"),
  role: text(row, "role") as Role, // checked by the table
  locale: text(row, "locale") as Invitation["locale"], // written from one
  subscription: jsonOrNull(row, "subscription") as Subscription | null, // written from one
  createdAtMs: number(row, "created_at_ms"),
  expiresAtMs: number(row, "expires_at_ms"),
  usedAtMs: numberOrNull(row, "used_at_ms"),
});

export const findInvitation = (db: Reader, id: string): Promise<Invitation | undefined> =>
  db.first(`select ${COLUMNS} from invitation where tenant_id = :tenant and id = :id`, { id }, readInvitation);

/** Withdraws what invites this address to the tenant and was not used: the last invitation alone holds. */
export const withdrawInvitations = (tx: Tx, email: string): Promise<void> =>
  tx.send("delete from invitation where tenant_id = :tenant and email = :email and used_at_ms is null", { email });

export const insertInvitation = (
  tx: Tx,
  { id, email, role, locale, subscription, createdAtMs, expiresAtMs }: Omit<Invitation, "usedAtMs">,
) =>
  tx.run(
    `insert into invitation (tenant_id, id, email, role, locale, subscription, created_at_ms, expires_at_ms)
     values (:tenant, :id, :email, :role, :locale, :subscription, :createdAtMs, :expiresAtMs)`,
    {
      id,
      email,
      role,
      locale,
      subscription: subscription === null ? null : JSON.stringify(subscription),
      createdAtMs,
      expiresAtMs,
    },
  );

/** Uses an invitation up. Returns false when it was used before or does not exist. */
export const markInvitationUsed = async (tx: Tx, id: string, nowMs: number): Promise<boolean> =>
  (await tx.run(
    `update invitation set used_at_ms = :nowMs where tenant_id = :tenant and id = :id and used_at_ms is null`,
    { id, nowMs },
  )) === 1;
