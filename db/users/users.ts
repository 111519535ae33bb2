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
  /** Grows with every change of role or state. */
  version: number;
}

const COLUMNS = `id, email, first_name, last_name, role, locale, is_active, created_at_ms, last_login_at_ms, version`;

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
  version: number(row, "version"),
});

/** Which users a list shows; `null`: whatever it is. */
export interface UserFilter {
  role: User["role"] | null;
  isActive: boolean | null;
}

const MATCHES = "(:role is null or role = :role) and (:isActive is null or is_active = :isActive)";
const filterArgs = ({ role, isActive }: UserFilter) => ({
  role,
  isActive: isActive === null ? null : Number(isActive),
});

/** Where a page begins: after so many users, or after this one. */
export interface UserPage {
  limit: number;
  offset: number;
  after: { createdAtMs: number; id: string } | undefined;
}

/** One page, newest first. */
export const listUsers = (db: Reader, filter: UserFilter, { limit, offset, after }: UserPage): Promise<User[]> =>
  db.all(
    `select ${COLUMNS} from user
      where tenant_id = :tenant and ${MATCHES} and (created_at_ms, id) < (:createdAtMs, :id)
      order by created_at_ms desc, id desc limit :limit offset :offset`,
    // Above every time and every id.
    { ...filterArgs(filter), ...(after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: "" }), limit, offset },
    readUser,
  );

/** The addresses of these users by id. */
export const listEmails = async (db: Reader, ids: string[]): Promise<Map<string, string>> =>
  new Map(
    await db.all(
      "select id, email from user where tenant_id = :tenant and id in (select value from json_each(:ids))",
      { ids: JSON.stringify(ids) },
      (row): [string, string] => [text(row, "id"), text(row, "email")],
    ),
  );

export const findUser = (db: Reader, id: string): Promise<User | undefined> =>
  db.first(`select ${COLUMNS} from user where tenant_id = :tenant and id = :id`, { id }, readUser);

export const countUsers = (db: Reader, filter: UserFilter): Promise<number> =>
  db.one(`select count(*) as count from user where tenant_id = :tenant and ${MATCHES}`, filterArgs(filter), (row) =>
    number(row, "count"),
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

/** Changes what an account may do. */
export const updateUserRole = (tx: Tx, { id, role, isActive }: Pick<User, "id" | "role" | "isActive">) =>
  tx.run(
    `update user set role = :role, is_active = :isActive, version = version + 1
      where tenant_id = :tenant and id = :id`,
    { id, role, isActive: isActive ? 1 : 0 },
  );
