import { Type } from "@sinclair/typebox";
import { PERMISSIONS, SCOPES } from "../../http/gate/credentials/principal.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { UserBody } from "../users/schema.ts";

const Email = Type.String({ minLength: 1, maxLength: 254, examples: ["anna@example.com"] });
const Password = Type.String({ minLength: 1, maxLength: 1000, examples: ["correct horse 1 battery"] });
const NewPassword = Type.String({
  maxLength: 1000,
  description: "10 to 128 characters with at least one letter and one digit; must not be the email address.",
  examples: ["correct horse 1 battery"],
});
const name = (example: string) => Type.String({ minLength: 1, maxLength: 100, examples: [example] });
const Token = Type.String({ minLength: 1, maxLength: 2000, description: "Token from the email." });

export const LoginForm = Type.Object(
  {
    username: Type.Optional(Type.String({ ...Email, description: "Email address of the account." })),
    email: Type.Optional(Type.String({ ...Email, description: "Alias of `username`." })),
    password: Password,
  },
  { description: "As a form or as JSON." },
);

export const LoginBody = Type.Object({ email: Email, password: Password });

const NEW_TOKEN = {
  access_token: Type.String({
    description: "Send it as `Authorization: Bearer <token>`.",
    examples: ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlhIn0.c2lnbmF0dXJl"],
  }),
  token_type: Type.Literal("bearer"),
  expires_in: Type.Integer({ description: "Seconds.", examples: [900] }),
};

export const LoggedIn = Type.Object({ ...NEW_TOKEN, user: UserBody }, { title: "Session" });
export const Refreshed = Type.Object(NEW_TOKEN);

export const LoggedOut = Type.Object({ message: Type.String({ examples: ["You are logged out"] }) });

export const CsrfToken = Type.Object({
  csrf_token: Type.String({
    description: "Send it as `X-CSRF-Token`.",
    examples: ["4f9cT0WkHqVb1sYxM2zQdA.pZ0r3nVh6mJ1x8Wm5bQ0yqf7sGk2cT4uLwE9aRiDoNs"],
  }),
});

export const ForgotPassword = Type.Object({ email: Type.String({ ...Email, format: "email" }) });
export const Said = Type.Object({
  message: Type.String({ examples: ["If there is an account with this address, a mail is on its way"] }),
});
export const ResetPassword = Type.Object({ token: Token, new_password: NewPassword });

export const FirstStart = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 2000, description: "What stands behind `#token=` in the link." }),
  new_password: NewPassword,
});

export const RegisterBody = Type.Object({
  token: Token,
  password: NewPassword,
  first_name: name("Anna"),
  last_name: name("Martin"),
  company_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Company name of a new subscription; absent: the name it was ordered for.",
      examples: ["Example Ltd"],
    }),
  ),
});

export const LockoutParams = Type.Object({ email: Type.String({ maxLength: 254, examples: ["anna@example.com"] }) });
export const Lockout = Type.Object({
  email: Type.String({ examples: ["anna@example.com"] }),
  is_locked: Type.Boolean(),
  failed_attempts: Type.Integer({ description: "Consecutive failed logins.", examples: [4] }),
  max_attempts: Type.Integer({ description: "Failed logins that lock the account.", examples: [4] }),
  locked_until: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
  remaining_seconds: Type.Integer({ description: "0 if not locked.", examples: [540] }),
});

export const Authenticated = Type.Object({
  status: Type.Literal("ok"),
  authenticated: Type.Literal(true),
  auth_type: oneOf(["session", "api_key"]),
  subject: Type.String({ description: "Id of the user or API key." }),
  tenant_id: Type.String({ examples: ["k3v9x2m7qa"] }),
  scopes: Type.Optional(Type.Array(oneOf(SCOPES), { description: "Scopes of an API key." })),
  permissions: Type.Optional(Type.Array(oneOf(PERMISSIONS), { description: "Permissions of a session." })),
});
