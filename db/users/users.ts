import type { Reader, Tx } from "../ports.ts";
import { boolean, number, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

export interface User {
  id: string;
  /** Lower case. */
  email: string;
  firstName: string | null;
  lastName: string | null;
  role: "admin" | "manager" | "editor" | "viewer";
  /** Of the messages: `en` or `fr`. */
  locale: string;
  isActive: boolean;
  createdAtMs: number;
  /** `null` until the first login. */
  lastLoginAtMs: number | null;
}

const readUser = (row: Row): User => ({
  id: text(row, "id"),
  email: text(row, "email"),
  firstName: textOrNull(row, "first_name"),
  lastName: textOrNull(row, "last_name"),
  role: text(row, "role") as User["role"], // checked by the table
  locale: text(row, "locale"),
  isActive: boolean(row, "is_active"),
  createdAtMs: number(row, "created_at_ms"),
  lastLoginAtMs: numberOrNull(row, "last_login_at_ms"),
});

export const findUser = (db: Reader, id: string): Promise<User | undefined> =>
  db.first(
    `select id, email, first_name, last_name, role, locale, is_active, created_at_ms, last_login_at_ms
       from user where tenant_id = :tenant and id = :id`,
    { id },
    readUser,
  );

export interface UserRow extends Pick<User, "id" | "email" | "role" | "locale" | "createdAtMs"> {
  passwordHash: string;
}

/** Throws on an address that has an account, in this tenant or another. */
export const insertUser = (tx: Tx, { id, email, role, locale, passwordHash, createdAtMs }: UserRow) =>
  tx.run(
    `insert into user (tenant_id, id, email, role, locale, password_hash, created_at_ms)
     values (:tenant, :id, :email, :role, :locale, :passwordHash, :createdAtMs)`,
    { id, email, role, locale, passwordHash, createdAtMs },
  );

export const markLoggedIn = (tx: Tx, id: string, nowMs: number) =>
  tx.run("update user set last_login_at_ms = :nowMs where tenant_id = :tenant and id = :id", { id, nowMs });
