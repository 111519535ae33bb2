import { markAllRevoked } from "../../db/auth/sessions.ts";
import { mutation, type Tx } from "../../db/ports.ts";
import { countUsers, findUser, type User, updateUserRole } from "../../db/users/users.ts";
import { noteAudit } from "../audit/note-audit.ts";
import type { Role } from "../auth/permissions.ts";
import { ApiError, required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";

export interface UserChange {
  id: string;
  /** The versions the caller has read; `null`: any. */
  expected: string[] | null;
  /** What is absent stays as it is. */
  role?: Role | undefined;
  isActive?: boolean | undefined;
}

/** Throws INVALID_STATE when nobody could manage users any more. */
async function requireAnotherAdmin(tx: Tx, action: string): Promise<void> {
  if ((await countUsers(tx, { role: "admin", isActive: true })) > 1) return;
  throw new ApiError("INVALID_STATE", {
    key: "users.last_admin",
    details: { current_state: "last_active_admin", action, allowed_actions: [] },
    howToFix: "users.last_admin_fix",
  });
}

/** What differs, as the audit log shows it. */
const differences = (before: User, after: User) => ({
  ...(before.role !== after.role && { role: { from: before.role, to: after.role } }),
  ...(before.isActive !== after.isActive && { is_active: { from: before.isActive, to: after.isActive } }),
});

/**
 * Changes a user's role or state; deactivating ends their sessions. Throws NOT_FOUND, PRECONDITION_FAILED, and
 * INVALID_STATE for the last active admin.
 */
export const changeUser = mutation(
  "users.change",
  async (tx, { id, expected, role, isActive }: UserChange, context): Promise<User> => {
    const before = required(await findUser(tx, id), "user", id);
    requireVersion(expected, before.version);
    const after: User = { ...before, role: role ?? before.role, isActive: isActive ?? before.isActive };
    const details = differences(before, after);
    if (Object.keys(details).length === 0) return before;
    const wasAdmin = before.role === "admin" && before.isActive;
    if (wasAdmin && (after.role !== "admin" || !after.isActive)) {
      await requireAnotherAdmin(tx, after.isActive ? "demote" : "deactivate");
    }
    await updateUserRole(tx, after);
    if (!after.isActive) await markAllRevoked(tx, id, context.now());
    await noteAudit(tx, context, { action: "user.changed", resource: "user", resourceId: id, details });
    return { ...after, version: before.version + 1 };
  },
);
