import { keyedTable } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";
import { NUMBER, TEXT, type ValuesOf } from "../table.ts";

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

const table = keyedTable("user", {
  id: TEXT,
  /** Lower case. */
  email: TEXT,
  role: TEXT,
  /** Of the messages: `en` or `fr`. */
  locale: TEXT,
  passwordHash: TEXT,
  createdAtMs: NUMBER,
});

/** Throws on an address that has an account, in this tenant or another. */
export const insertUser = (tx: Tx, user: ValuesOf<typeof table.columns>) => table.insert(tx, user);

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
