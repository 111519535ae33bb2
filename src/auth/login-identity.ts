import type { Static } from "@sinclair/typebox";
import { invalidBody } from "../http/errors.ts";
import { normalEmail } from "./normal-email.ts";
import type { LoginForm } from "./schema.ts";

// As long as an address can be: whoever sends more is not counted by more.
const LENGTH_MAX = 254;

/** Whom the attempts to log in are counted for, besides the caller's address. Takes a body that is not validated yet. */
export function loginIdentity(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const { username, email }: { username?: unknown; email?: unknown } = body;
  const name = username ?? email;
  return typeof name === "string" ? normalEmail(name.slice(0, LENGTH_MAX)) : "";
}

/** The address of a login form. Throws VALIDATION_FAILED without one. */
export function emailOf({ username, email }: Static<typeof LoginForm>): string {
  const name = username ?? email;
  if (name === undefined) throw invalidBody([{ field: "username", type: "missing" }]);
  return name;
}
