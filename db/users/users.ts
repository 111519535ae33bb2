import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** The addresses of these users by id. */
export const listEmails = async (db: Reader, ids: string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      "select id, email from user where tenant_id = :tenant and id in (select value from json_each(:ids))",
      { ids: JSON.stringify(ids) },
      (row): [string, string] => [text(row, "id"), text(row, "email")],
    ),
  );

/** Checked by the table. */
export const ROLES = ["admin", "manager", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

interface NewUser {
  id: string;
  /** Lower case. */
  email: string;
  role: string;
  /** Of the messages: `en` or `fr`. */
  locale: string;
  passwordHash: string;
  createdAtMs: number;
}

/** Throws on an address that has an account, in this tenant or another. */
export const insertUser = (tx: Tx, { id, email, role, locale, passwordHash, createdAtMs }: NewUser) =>
  tx.run(
    `insert into user (tenant_id, id, email, role, locale, password_hash, created_at_ms)
     values (:tenant, :id, :email, :role, :locale, :passwordHash, :createdAtMs)`,
    { id, email, role, locale, passwordHash, createdAtMs },
  );

export const markLoggedIn = (tx: Tx, id: string, nowMs: number) =>
  tx.run("update user set last_login_at_ms = :nowMs where tenant_id = :tenant and id = :id", { id, nowMs });

/** The languages of the users among some addresses, by address. */
export const findLocales = async (db: Reader, emails: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      `select wanted.value as email, user.locale from json_each(:emails) wanted
        cross join user on user.tenant_id = :tenant and user.email = lower(wanted.value)`,
      { emails: JSON.stringify(emails) },
      (row): [string, string] => [text(row, "email"), text(row, "locale")],
    ),
  );
