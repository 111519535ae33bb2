import type { Role } from "../../../../db/users/users.ts";
import { PERMISSIONS, type Permission } from "../../../http/gate/credentials/principal.ts";

export type { Role };

const VIEW: Permission[] = ["VIEW_CATALOG", "VIEW_PRICING", "VIEW_ANALYTICS"];
const ADMINISTER: Permission[] = ["MANAGE_USERS", "MANAGE_SETTINGS"];

/** What the users of each role may do. */
export const ROLES: Record<Role, ReadonlySet<Permission>> = {
  admin: new Set(PERMISSIONS),
  manager: new Set(PERMISSIONS.filter((permission) => !ADMINISTER.includes(permission))),
  editor: new Set([...VIEW, "EDIT_CATALOG", "MANAGE_IMPORTS", "MANAGE_EXPORTS", "RUN_ENRICHMENT"]),
  viewer: new Set(VIEW),
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[]; // Object.keys forgets the literal types
