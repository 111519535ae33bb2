import type { Reader, Tx } from "../ports.ts";
import { text } from "../rows.ts";

/** The user of this tenant with that address; `undefined` for one of another tenant, too. */
export const findUserIdByEmail = (db: Reader, email: string): Promise<string | undefined> =>
  db.first("select id from user where tenant_id = :tenant and email = :email", { email }, (row) => text(row, "id"));

export const updatePasswordHash = (tx: Tx, id: string, passwordHash: string) =>
  tx.run("update user set password_hash = :passwordHash where tenant_id = :tenant and id = :id", { id, passwordHash });

export const updateNames = (tx: Tx, { id, firstName, lastName }: { id: string; firstName: string; lastName: string }) =>
  tx.run("update user set first_name = :firstName, last_name = :lastName where tenant_id = :tenant and id = :id", {
    id,
    firstName,
    lastName,
  });
