import { type Answer, clientWith, clock, newTenant } from "../harness.ts";

/** A well-formed id that nothing has. */
export const UNKNOWN = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
export const DAY_MS = 86_400_000;

export const isoIn = (ms: number) => new Date(clock.nowMs + ms).toISOString();

/** The invalid fields of a refusal, and what is wrong with each. */
export const problems = ({ body }: Answer): [field: string, type: string][] =>
  body.error.details.map(({ field, type }: { field: string; type: string }) => [field, type]);

export const namesOf = ({ body }: Answer): string[] => body.items.map(({ name }: { name: string }) => name);

/** What a key is answered on a route that needs no scope. */
export async function codeOf(key: string): Promise<string> {
  const { status, body } = await clientWith({ "x-api-key": key }).get("/auth/test");
  return status === 200 ? "OK" : body.error.error_code;
}

/** A tenant whose admin has made a key. */
export async function newKey(fields: Record<string, unknown> = {}) {
  const tenant = await newTenant();
  // Later than the key the tenant began with, so that lists have an order.
  clock.nowMs += 1;
  const { body } = await tenant.admin.post("/api-keys", { name: "ERP", ...fields });
  return { tenant, admin: tenant.admin, id: String(body.id), key: String(body.key), path: `/api-keys/${body.id}` };
}
