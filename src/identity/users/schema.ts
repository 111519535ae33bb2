import { Type } from "@sinclair/typebox";
import { MODULES, PERMISSIONS } from "../../http/gate/credentials/principal.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { ROLE_NAMES } from "../auth/callers/permissions.ts";
import { Email, RoleName } from "./user.ts";

/** The account of a session, with what it may do and the tenant it acts in. */
export const UserBody = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    email: Type.String({ examples: ["anna@example.com"] }),
    first_name: orNull(Type.String(), "Null if not set."),
    last_name: orNull(Type.String(), "Null if not set."),
    role: oneOf(ROLE_NAMES, { description: "Determines the permissions." }),
    permissions: Type.Array(oneOf(PERMISSIONS), { description: "Permissions of the user." }),
    tenant: Type.Object({
      id: Type.String({ examples: ["k3v9x2m7qa"] }),
      name: Type.String({ examples: ["Example Ltd"] }),
      license_status: oneOf(["active", "suspended"], {
        description: "`suspended` makes the tenant read-only.",
      }),
      modules: Type.Array(oneOf(MODULES), { description: "Enabled modules." }),
    }),
    locale: Type.String({ description: "Language of messages.", examples: ["en"] }),
    is_active: Type.Boolean(),
    created_at: Type.String({ format: "date-time" }),
    last_login_at: orNull(Type.String({ format: "date-time" })),
  },
  { description: "The user, their permissions and their tenant." },
);

const Locale = oneOf(["en", "fr"], { description: "Language of the email and the account." });

export const UserInvite = Type.Object({
  email: Email,
  role: RoleName,
  locale: Type.Optional(Locale),
});

export const UserInvited = Type.Object({
  id: Type.String({ format: "uuid", description: "Id of the invitation." }),
  email: Email,
  role: RoleName,
  token: Type.Union([Type.String(), Type.Null()], {
    description:
      "Single-use token for `POST /auth/register`. Null if a mail server is configured, because the token is in the email only. Shown once.",
    examples: ["eyJzdWJfaWQiOiIwMTlhIn0.c2lnbmF0dXJl"],
  }),
  expires_at: Time,
});

export const InvitationParams = Type.Object({ invitation_id: Uuid });
