import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { send } from "../../test/servers/named-servers.ts";
import { OPERATOR_KEY, sessionOf } from "../../test/servers/tenants.ts";

const PASSWORD = "correct-horse-2";

/** A tenant of its own for a file, so that one service measures all of them; an API key of it with every scope. */
export async function ownTenant(url: string, number: number): Promise<string> {
  const email = `file${number}@example.com`;
  const operator = { "x-operator-key": OPERATOR_KEY };
  const subscription = { email, company_name: `File ${number}` };
  const { json: subscribed } = await send(url, operator, "POST", "/operator/subscriptions", subscription);
  const person = { token: subscribed.token, password: PASSWORD, first_name: "Anna", last_name: "Martin" };
  await send(url, {}, "POST", "/auth/register", person);
  const session = await sessionOf(url, { email, password: PASSWORD });
  const { json } = await send(url, session, "POST", "/api-keys", { name: "bench", scopes: SCOPES });
  return json.key;
}
