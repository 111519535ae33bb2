import type { Static } from "@sinclair/typebox";
import type { User } from "../../db/users/users.ts";
import { isoOfMs } from "../text/instant.ts";
import type { ManagedUser } from "./schema.ts";

/** A user as those see them who manage users. */
export const managedUser = (user: User): Static<typeof ManagedUser> => ({
  id: user.id,
  email: user.email,
  first_name: user.firstName,
  last_name: user.lastName,
  role: user.role,
  locale: user.locale,
  is_active: user.isActive,
  created_at: isoOfMs(user.createdAtMs),
  last_login_at: user.lastLoginAtMs === null ? null : isoOfMs(user.lastLoginAtMs),
});
