import { Type } from "@sinclair/typebox";
import { ROLE_NAMES } from "../auth/permissions.ts";
import { oneOf } from "../http/one-of.ts";
import { metaPageOf, pageQuery } from "../http/page.ts";
import { MODULES, PERMISSIONS } from "../http/principal.ts";

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** The account of a session, with what it may do and the tenant it acts in. */
export const UserBody = Type.Object(
  {
    id: Type.String({ format: "uuid" }),
    email: Type.String({ examples: ["anna@example.com"] }),
    first_name: nullableText("Null until it is set."),
    last_name: nullableText("Null until it is set."),
    role: oneOf(ROLE_NAMES, { description: "Decides the permissions." }),
    permissions: Type.Array(oneOf(PERMISSIONS), { description: "What the user may do." }),
    tenant: Type.Object({
      id: Type.String({ examples: ["k3v9x2m7qa"] }),
      name: Type.String({ examples: ["Example Ltd"] }),
      license_status: oneOf(["active", "suspended"], {
        description: "Suspended: reading is possible, writing is not.",
      }),
      modules: Type.Array(oneOf(MODULES), { description: "The parts of the service that are switched on." }),
    }),
    locale: Type.String({ description: "Language of messages.", examples: ["en"] }),
    is_active: Type.Boolean(),
    created_at: Type.String({ format: "date-time" }),
    last_login_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  },
  { description: "The user, what they may do, and the tenant they act in." },
);

const Id = Type.String({ format: "uuid", examples: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"] });
const Email = Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["anna@example.com"] });
const RoleName = oneOf(ROLE_NAMES, { description: "Decides the permissions.", examples: ["editor"] });
const Time = Type.String({ format: "date-time", examples: ["2026-11-21T10:00:00.000Z"] });

/** A user in the list of those who manage them. */
export const ManagedUser = Type.Object(
  {
    id: Id,
    email: Email,
    first_name: nullableText("Null until it is set."),
    last_name: nullableText("Null until it is set."),
    role: RoleName,
    locale: Type.String({ description: "Language of messages.", examples: ["en"] }),
    is_active: Type.Boolean({ description: "False: cannot log in, and no session of theirs goes on." }),
    created_at: Time,
    last_login_at: Type.Union([Time, Type.Null()], { description: "Null until the first login." }),
  },
  { description: "A user of the tenant." },
);

export const ManagedUserPage = metaPageOf(ManagedUser);

export const UserQuery = Type.Object({
  ...pageQuery().properties,
  role: Type.Optional(RoleName),
  is_active: Type.Optional(Type.Boolean({ description: "Only those who can log in, or only those who cannot." })),
});

export const UserParams = Type.Object({ user_id: Id });

export const UserPatch = Type.Object(
  {
    role: Type.Optional(RoleName),
    is_active: Type.Optional(
      Type.Boolean({ description: "False ends all sessions of the user; true lets them log in again." }),
    ),
  },
  { examples: [{ role: "manager" }] },
);

const Locale = oneOf(["en", "fr"], { description: "Language of the mail and of the account." });

export const UserInvite = Type.Object({
  email: Email,
  role: RoleName,
  locale: Type.Optional(Locale),
});

export const UserInvited = Type.Object({
  id: Type.String({ format: "uuid", description: "Of the invitation." }),
  email: Email,
  role: RoleName,
  token: Type.String({
    description: "What the mail holds: `POST /auth/register` takes it, once. It is shown here and never again.",
    examples: ["eyJzdWJfaWQiOiIwMTlhIn0.c2lnbmF0dXJl"],
  }),
  expires_at: Time,
});

export const InvitationBody = Type.Object(
  { id: Id, email: Email, role: RoleName, created_at: Time, expires_at: Time },
  { description: "Somebody who was invited and has not registered yet." },
);

export const InvitationPage = metaPageOf(InvitationBody);

export const InvitationParams = Type.Object({ invitation_id: Id });
