import { findLogin } from "../../../db/auth/lookup.ts";
import { mutation } from "../../../db/ports.ts";
import { insertUser } from "../../../db/users/users.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { emailInUse } from "../../http/output/faults/duplicate-resource.ts";
import type { Role } from "../auth/callers/permissions.ts";

export interface UserCreation {
  /** As `normalEmail` makes it. */
  email: string;
  role: Role;
  locale: string;
  /** From `hashPassword`. */
  passwordHash: string;
}

/** Makes a user without an invitation, for who runs the instance. Throws DUPLICATE_RESOURCE for an address in use. */
export const createUser = mutation("users.create", async (tx, creation: UserCreation, context): Promise<string> => {
  const { email, role } = creation;
  if (await findLogin(tx, email)) throw emailInUse(email);
  const id = context.newId();
  await insertUser(tx, { id, ...creation, createdAtMs: context.now() });
  await noteAudit(tx, context, "user.created", id, { email, role });
  return id;
});
