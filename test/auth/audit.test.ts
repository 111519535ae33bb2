import { describe, expect, test } from "bun:test";
import { invite, signInvitation } from "../../src/identity/auth/accounts/invitations.ts";
import { newInstance, PASSWORD } from "./instance.ts";

const { newAccount, newBrowser, services, bearerOf } = await newInstance();

/** What the audit log of a tenant says of logging in and out, oldest first. */
async function noted(tenantId: string) {
  const rows = await services.reader(tenantId).all(
    `select action, actor_id, resource_id, details, request_id, address from audit_entry
        where tenant_id = :tenant and (action like 'session.%' or action like 'user.%') order by number`,
    {},
    (row) => row,
  );
  return rows.map(({ action, actor_id, resource_id, details, request_id, address }) => ({
    action,
    actor: actor_id,
    of: resource_id,
    details: JSON.parse(String(details)),
    request: request_id,
    address,
  }));
}

describe("the audit log", () => {
  test("notes who came in, who was refused, who went out, and from where", async () => {
    const { tenantId, userId, email } = await newAccount();
    const browser = newBrowser();
    const id = (request: string) => ({ "x-request-id": request });

    await browser.post("/auth/login/json", { email, password: "wrong password 1" }, id("r1"));
    const { body } = await browser.post("/auth/login/json", { email, password: PASSWORD }, id("r2"));
    const bearer = { authorization: `Bearer ${body.access_token}` };
    await browser.post("/auth/logout", undefined, { ...bearer, ...id("r3") });
    await browser.post("/auth/logout", undefined, { ...bearer, ...id("r4") });

    const address = "127.0.0.1";
    const session = expect.any(String);
    expect(await noted(tenantId)).toEqual([
      { action: "session.refused", actor: null, of: userId, details: { locked: false }, request: "r1", address },
      { action: "session.started", actor: userId, of: session, details: { user_id: userId }, request: "r2", address },
      { action: "session.ended", actor: userId, of: session, details: {}, request: "r3", address },
    ]);
  });

  test("notes a stolen refresh token once, and an account that was unlocked", async () => {
    const { tenantId, userId, email } = await newAccount();
    const browser = newBrowser();
    await browser.logIn(email);
    const stolen = browser.cookies.get("refresh_token") ?? "";
    await browser.post("/auth/refresh");
    for (let time = 0; time < 2; time++) {
      browser.cookies.set("refresh_token", stolen);
      await browser.post("/auth/refresh");
    }
    await newBrowser().logIn(email, "wrong password 1");
    const admin = await bearerOf(tenantId, "admin");
    for (let time = 0; time < 2; time++) {
      await newBrowser().post(`/auth/lockout/unlock/${email}`, undefined, admin);
    }

    const [, ended, , unlocked, ...more] = await noted(tenantId);
    expect(ended).toMatchObject({
      action: "session.ended",
      details: { reason: "refresh_token_reused", user_id: userId },
    });
    expect(unlocked).toMatchObject({ action: "user.changed", of: userId, details: { changed: ["lockout"] } });
    expect(more).toEqual([]);
  });

  test("notes who registered", async () => {
    const { tenantId } = await newAccount();
    const email = `${services.newId()}@example.com`;
    const inviting = { tenantId, email, role: "viewer", language: "en" } as const;
    const invitation = await signInvitation(services, inviting);
    await services.write(invite, tenantId, invitation);
    const names = { first_name: "Anna", last_name: "Martin" };

    const { body } = await newBrowser().post("/auth/register", {
      token: invitation.token,
      password: PASSWORD,
      ...names,
    });

    const [created, started] = await noted(tenantId);
    const details = { email, role: "viewer", invitation_id: invitation.id };
    expect(created).toMatchObject({ action: "user.created", of: body.user.id, details });
    expect(started).toMatchObject({ action: "session.started" });
  });
});
