import type { Given } from "../../src/http/describe/pages/try-out.js";
import type { Answered } from "./caller.ts";

type Call = (id: string, change?: (given: Given) => Given) => Promise<Answered>;
type Body = Record<string, string>;

/** What an admin is answered who approves and rejects runs that a manager has started by a rule of theirs. */
export async function ofApprovals(url: string, call: Call): Promise<Record<string, Answered>> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as Body;
  };
  const given = (body: object) => () => ({ path: {}, query: {}, body });
  const invited = await call("inviteUser", given({ email: "buyer@example.com", role: "manager" }));
  const { token } = Object(invited.body) as Body;
  const names = { first_name: "Anna", last_name: "Martin" };
  const { access_token } = await post("/auth/register", { token, password: "another Horse 3 battery", ...names });
  await call("putRepricingSettings", given({ approval_required: true }));
  const made = { name: "Five percent less", action: { type: "change_percent", value: -5 } };
  const rule = await post("/prices/repricing/rules", made, access_token);
  const runId = async () => {
    const simulation = await post("/prices/repricing/simulate", { rule_ids: [rule["id"]] }, access_token);
    const run = await post("/prices/repricing/run", { simulation_id: simulation["simulation_id"] }, access_token);
    return run["id"] ?? "";
  };
  const decide = async (id: string) => {
    const path = { run_id: await runId() };
    return call(id, () => ({ path, query: {} }));
  };
  return {
    approveRepricingRun: await decide("approveRepricingRun"),
    rejectRepricingRun: await decide("rejectRepricingRun"),
  };
}
