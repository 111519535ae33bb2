import { Type } from "@sinclair/typebox";
import { ROLE_NAMES } from "../auth/permissions.ts";
import { oneOf } from "../http/one-of.ts";
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
      id: Type.String({ format: "uuid" }),
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
