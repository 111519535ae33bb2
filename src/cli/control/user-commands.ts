import { findUserIdByEmail } from "../../../db/auth/accounts.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { signInvitation } from "../../identity/auth/accounts/invitations.ts";
import { isEmail, normalEmail } from "../../identity/auth/accounts/normal-email.ts";
import { passwordProblem } from "../../identity/auth/accounts/passwords.ts";
import { dropCallerAfter } from "../../identity/auth/callers/authenticator.ts";
import { ROLE_NAMES, type Role } from "../../identity/auth/callers/permissions.ts";
import { randomPassword } from "../../identity/auth/random-text.ts";
import { createUser } from "../../identity/users/create-user.ts";
import { inviteUser } from "../../identity/users/invite-user.ts";
import { setPassword } from "../../identity/users/set-password.ts";
import { User, type UserRow, updateUser } from "../../identity/users/user.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { CONSOLE, type ConsoleCommand, type ConsoleInput, type ConsoleOption } from "./console-command.ts";
import { NEWEST } from "./newest.ts";
import { TENANT_OPTION, tenantOf } from "./tenant-option.ts";

const by = CONSOLE;

const USER: ConsoleOption = { name: "user", description: "Id or email address of the user", isRequired: true };
const ROLE: ConsoleOption = { name: "role", description: "Role of the user", isRequired: true, choices: ROLE_NAMES };
const roleOf = (input: ConsoleInput) => input.required("role") as Role; // one of the choices

const EMAIL: ConsoleOption = { name: "email", description: "Email address of the user", isRequired: true };
/** Throws VALIDATION_FAILED for what is no address. */
export const emailOf = (input: ConsoleInput) => {
  const email = normalEmail(input.required("email"));
  if (!isEmail(email)) throw invalidBody([{ field: "email", type: "invalid_format", key: "validation.email" }]);
  return email;
};

const shown = ({ id, email, role, is_active, last_login_at }: UserRow) => ({
  id,
  email,
  role,
  is_active,
  last_login_at,
});

async function invite(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const email = emailOf(input);
  const language = input.text("locale") === "fr" ? "fr" : "en";
  const invitation = await signInvitation(services, { tenantId, email, role: roleOf(input), language });
  const { token, expiresAtMs } = await services.write(inviteUser, tenantId, invitation, { by });
  return { email, token, expires_at: isoOfMs(expiresAtMs) };
}

/** The password that was given, or a random one, which is shown. Throws VALIDATION_FAILED for a weak one. */
export async function newPassword(services: Services, input: ConsoleInput, email: string) {
  const given = input.text("password");
  const problem = given === undefined ? undefined : passwordProblem(given, email);
  if (problem) throw invalidBody([problem]);
  const password = given ?? randomPassword(email);
  const passwordHash = await services.authenticator.passwords.hash(password, "console");
  return { passwordHash, shown: given === undefined ? { password } : {} };
}

async function create(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const email = emailOf(input);
  const { passwordHash, shown: password } = await newPassword(services, input, email);
  const creation = { email, role: roleOf(input), locale: input.text("locale") ?? "en", passwordHash };
  const id = await services.write(createUser, tenantId, creation, { by });
  return { id, email, role: creation.role, ...password };
}

/** By address or id. Throws NOT_FOUND. */
async function userIdOf({ reader }: Services, tenantId: string, user: string): Promise<string> {
  return (await findUserIdByEmail(reader(tenantId), normalEmail(user))) ?? user;
}

async function resetPassword(services: Services, input: ConsoleInput) {
  const tenantId = await tenantOf(services, input);
  const id = await userIdOf(services, tenantId, input.required("user"));
  const { email } = required(await User.table.find(services.reader(tenantId), id), "user", input.required("user"));
  const { passwordHash, shown: password } = await newPassword(services, input, email);
  await dropCallerAfter(services, tenantId, services.write(setPassword, tenantId, { id, passwordHash }, { by }));
  return { id, email, ...password };
}

async function change(services: Services, input: ConsoleInput, fields: Partial<Pick<UserRow, "role" | "is_active">>) {
  const tenantId = await tenantOf(services, input);
  const id = await userIdOf(services, tenantId, input.required("user"));
  const changed = services.write(updateUser, tenantId, { id, expected: null, fields }, { by });
  return shown(await dropCallerAfter(services, tenantId, changed));
}

/** `catalogd user …` */
export const USER_COMMANDS: ConsoleCommand[] = [
  {
    group: "user",
    verb: "invite",
    description: "Email an invitation; its token is also shown once",
    options: [
      TENANT_OPTION,
      { name: "email", description: "Email address to invite", isRequired: true },
      ROLE,
      { name: "locale", description: "Language of the email and the account", choices: ["en", "fr"] },
    ],
    run: invite,
  },
  {
    group: "user",
    verb: "create",
    description: "Create a user without an invitation; without --password-stdin a random password is shown once",
    options: [
      TENANT_OPTION,
      EMAIL,
      ROLE,
      { name: "locale", description: "Language of messages for the user", choices: ["en", "fr"] },
    ],
    takesPassword: true,
    examples: ["catalogd user create --email anna@example.com --role editor"],
    run: create,
  },
  {
    group: "user",
    verb: "set-password",
    description: "Set a new password and end all sessions; without --password-stdin a random password is shown once",
    options: [TENANT_OPTION, USER],
    takesPassword: true,
    examples: [
      "catalogd user set-password --user admin@localhost.localdomain",
      "catalogd user set-password --user anna@example.com --password-stdin < password.txt",
    ],
    run: resetPassword,
  },
  {
    group: "user",
    verb: "list",
    description: "List the users of a tenant",
    options: [TENANT_OPTION],
    run: async (services, input) => {
      const db = services.reader(await tenantOf(services, input));
      return (await User.table.list(db, NEWEST)).map(shown);
    },
  },
  {
    group: "user",
    verb: "set-role",
    description: "Change the role of a user",
    options: [TENANT_OPTION, USER, ROLE],
    run: (services, input) => change(services, input, { role: roleOf(input) }),
  },
  {
    group: "user",
    verb: "deactivate",
    description: "Deactivate a user and end their sessions",
    options: [TENANT_OPTION, USER],
    run: (services, input) => change(services, input, { is_active: false }),
  },
  {
    group: "user",
    verb: "activate",
    description: "Reactivate a user",
    options: [TENANT_OPTION, USER],
    run: (services, input) => change(services, input, { is_active: true }),
  },
];
