import { Type } from "@sinclair/typebox";
import { markAllRevoked } from "../../../db/auth/sessions.ts";
import type { Tx } from "../../../db/ports.ts";
import { FLAG, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ApiError } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { choiceField, optionalDateTime, shownField } from "../../kit/resource/fields.ts";
import { conditionsOf } from "../../kit/resource/list.ts";
import { type RowOf, record } from "../../kit/resource/record.ts";
import { ROLE_NAMES, type Role } from "../auth/callers/permissions.ts";

export const Email = Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["anna@example.com"] });
const ROLE = { description: "Determines the permissions.", examples: ["editor"] };
export const RoleName = oneOf(ROLE_NAMES, ROLE);
const nameField = () => shownField<string | null>(orNull(Type.String(), "Null if not set."), TEXT_OR_NULL, null);

/** A person of a tenant, as those see them who manage users. */
export const User = record({
  table: "user",
  noun: "user",
  fields: {
    email: shownField(Email, TEXT, ""),
    first_name: nameField(),
    last_name: nameField(),
    role: choiceField<Role>(ROLE_NAMES, undefined, ROLE),
    locale: shownField(Type.String({ description: "Language of messages.", examples: ["en"] }), TEXT, "en"),
    is_active: {
      input: Type.Boolean({ description: "False ends all sessions; true allows logging in again." }),
      output: Type.Boolean({ description: "False: the user cannot log in and has no sessions." }),
      column: FLAG,
      initial: true,
    },
    last_login_at: {
      ...optionalDateTime(""),
      output: orNull(Time, "Null until the first login."),
      sent: "never" as const,
    },
  },
  isUndated: true,
});
export type UserRow = RowOf<typeof User.fields, Record<never, never>>;

/** Throws INVALID_STATE when no user could manage users any more. */
async function requireAnotherAdmin(tx: Tx, action: string): Promise<void> {
  if ((await User.table.count(tx, conditionsOf({ role: "admin", is_active: true }))) > 1) return;
  throw new ApiError("INVALID_STATE", {
    key: "users.last_admin",
    details: { current_state: "last_active_admin", action, allowed_actions: [] },
    howToFix: "users.last_admin_fix",
  });
}

const isAdmin = ({ role, is_active }: UserRow) => role === "admin" && is_active;

/** Changes a user's role or state; deactivating ends their sessions. The last active admin stays one. */
export const { update: updateUser } = changesOf("users", User, {
  check: async (tx, row, before) => {
    if (before && isAdmin(before) && !isAdmin(row))
      await requireAnotherAdmin(tx, row.is_active ? "demote" : "deactivate");
  },
  changed: async (tx, { before, after, fields }, context) => {
    if (!after.is_active) await markAllRevoked(tx, after.id, context.now());
    const details = Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] }]));
    await noteAudit(tx, context, "user.changed", after.id, details);
  },
});
