import type { Static } from "@sinclair/typebox";
import { invalidBody } from "../../../http/output/errors.ts";
import { normalEmail } from "../accounts/normal-email.ts";
import type { LoginForm } from "../schema.ts";

// As long as an address can be: more accounts in one request do not make more counters.
const LENGTH_MAX = 254;

const counted = (name: unknown): string => (typeof name === "string" ? normalEmail(name.slice(0, LENGTH_MAX)) : "");

/** Whom a request is counted for besides the caller's address: its email. Takes a body that is not validated yet. */
export const emailIdentity = (body: unknown): string =>
  typeof body === "object" && body !== null && "email" in body ? counted(body.email) : "";

/** The same for the login form, by the field that `emailOf` will read: another one would be a way around the limit. */
export const formIdentity = (body: unknown): string =>
  typeof body === "object" && body !== null && "username" in body ? counted(body.username) : emailIdentity(body);

/** The address of a login form. Throws VALIDATION_FAILED without one. */
export function emailOf({ username, email }: Static<typeof LoginForm>): string {
  const name = username ?? email;
  if (name === undefined) throw invalidBody([{ field: "username", type: "missing" }]);
  return name;
}
