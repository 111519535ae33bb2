import { Type } from "@sinclair/typebox";
import { oneOf } from "../http/one-of.ts";
import { PERMISSIONS, SCOPES } from "../http/principal.ts";
import { UserBody } from "../users/schema.ts";

const Email = Type.String({ minLength: 1, maxLength: 254, examples: ["anna@example.com"] });
const Password = Type.String({ minLength: 1, maxLength: 1000, examples: ["correct horse 1 battery"] });

export const LoginForm = Type.Object(
  {
    username: Type.Optional(Type.String({ ...Email, description: "The e-mail address of the account." })),
    email: Type.Optional(Type.String({ ...Email, description: "Another name of `username`." })),
    password: Password,
  },
  { description: "As a form, or as JSON." },
);

export const LoginBody = Type.Object({ email: Email, password: Password });

export const LoggedIn = Type.Object({
  access_token: Type.String({
    description: "Send it as `Authorization: Bearer <token>`.",
    examples: ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlhIn0.c2lnbmF0dXJl"],
  }),
  token_type: Type.Literal("bearer"),
  expires_in: Type.Integer({ description: "Seconds.", examples: [900] }),
  user: UserBody,
});

export const LoggedOut = Type.Object({ message: Type.String({ examples: ["You are logged out"] }) });

export const Authenticated = Type.Object({
  status: Type.Literal("ok"),
  authenticated: Type.Literal(true),
  auth_type: oneOf(["session", "api_key"]),
  subject: Type.String({ description: "Id of the user or of the key." }),
  tenant_id: Type.String({ format: "uuid" }),
  scopes: Type.Optional(Type.Array(oneOf(SCOPES), { description: "Of a key." })),
  permissions: Type.Optional(Type.Array(oneOf(PERMISSIONS), { description: "Of a session." })),
});
