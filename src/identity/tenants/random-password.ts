import { passwordProblem } from "../auth/accounts/passwords.ts";
import { randomText } from "../auth/random-text.ts";

// 107 bits.
const PASSWORD_LENGTH = 18;

/** A random password that satisfies the policy. */
export function randomPassword(email: string): string {
  const password = randomText(PASSWORD_LENGTH);
  return passwordProblem(password, email) ? randomPassword(email) : password;
}
