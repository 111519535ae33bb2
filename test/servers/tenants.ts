import { send } from "./named-servers.ts";

/** Of a service that is started with it as `CATALOGD_OPERATOR_KEY`. */
export const OPERATOR_KEY = "an operator key 0123456789";

/** The headers of somebody who logs in. */
export async function sessionOf(url: string, credentials: { email: string; password: string }) {
  const { json } = await send(url, {}, "POST", "/auth/login/json", credentials);
  return { authorization: `Bearer ${json.access_token}` };
}

/** A second tenant of a service; its headers. */
export async function secondTenant(url: string): Promise<Record<string, string>> {
  const email = "other@example.com";
  const password = "correct-horse-2";
  const subscription = { email, company_name: "Other Ltd" };
  const operator = { "x-operator-key": OPERATOR_KEY };
  const { json: subscribed } = await send(url, operator, "POST", "/operator/subscriptions", subscription);
  const person = { token: subscribed.token, password, first_name: "Anna", last_name: "Martin" };
  await send(url, {}, "POST", "/auth/register", person);
  return sessionOf(url, { email, password });
}
