import { expect, test } from "bun:test";
import type { Scope } from "../src/http/principal.ts";
import { newTenant } from "./harness.ts";

type Tenant = Awaited<ReturnType<typeof newTenant>>;
type Client = Pick<Tenant, "get" | "post" | "put" | "patch" | "delete">;
type Method = keyof Client;

/** A call that works when its tenant makes it: `product`, … stand for the ids that `given` made. */
export interface GuardedCall {
  call: `${Method} /${string}`;
  body?: object;
  /** The scope that a key needs; `null`: only sessions are let in. */
  scope: Scope | null;
  /** A role whose session is refused. */
  closedTo?: "viewer" | "editor" | "manager";
}

const OTHER_SCOPES: Scope[] = ["imports:manage", "ext:products:write"];

const send = (client: Client, { call, body }: GuardedCall, ids: Record<string, string>) => {
  const [method, path = ""] = call.split(" ");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
  // One of the five, as the type of `call` says.
  return client[method as Method](filled, body);
};

/**
 * Tests that each call is refused to another tenant as if there were nothing, to who lacks the right, and for a malformed
 * id. `given` makes what the ids of the paths name.
 */
export function refuses(calls: GuardedCall[], given: () => Promise<{ tenant: Tenant; ids: Record<string, string> }>) {
  const withIds = calls.filter(({ call }) => call.includes("{"));

  test.each(withIds.map((each) => [each.call, each] as const))("%s hides another tenant's", async (_, guarded) => {
    const { ids } = await given();
    const stranger = await newTenant();
    const { status } = await send(guarded.scope === null ? stranger.admin : stranger, guarded, ids);
    expect(status).toBe(404);
  });

  test.each(withIds.map((each) => [each.call, each] as const))("%s refuses an id that is none", async (_, guarded) => {
    const { tenant, ids } = await given();
    const client = guarded.scope === null ? tenant.admin : tenant;
    for (const name of guarded.call.matchAll(/\{(\w+)\}/g)) {
      const answer = await send(client, guarded, { ...ids, [name[1] ?? ""]: "none" });
      expect([answer.status, answer.body.error.error_code]).toEqual([422, "VALIDATION_FAILED"]);
    }
  });

  test.each(withIds.map((each) => [each.call, each] as const))("%s answers 404 for unknown ids", async (_, guarded) => {
    const { tenant, ids } = await given();
    const client = guarded.scope === null ? tenant.admin : tenant;
    for (const name of guarded.call.matchAll(/\{(\w+)\}/g)) {
      if (name[1] === "language") continue;
      const answer = await send(client, guarded, { ...ids, [name[1] ?? ""]: crypto.randomUUID() });
      expect(answer.status).toBe(404);
    }
  });

  test.each(calls.map((each) => [each.call, each] as const))("%s refuses who lacks the right", async (_, guarded) => {
    const { tenant, ids } = await given();
    const key = await tenant.withScopes(...OTHER_SCOPES);
    expect((await send(key, guarded, ids)).status).toBe(403);
    if (guarded.closedTo) expect((await send(await tenant.as(guarded.closedTo), guarded, ids)).status).toBe(403);
  });
}
