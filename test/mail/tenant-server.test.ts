import { afterAll, describe, expect, test } from "bun:test";
import { newInstance } from "../auth/instance.ts";
import { openMailServer } from "./mail-server.ts";

const instance = await newInstance();
const ofInstance = await openMailServer();
const logins: unknown[][] = [];
const ofTenant = await openMailServer({
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) => {
    logins.push([username, password]);
    done(null, { user: username ?? "" });
  },
});
afterAll(() => Promise.all([ofInstance.close(), ofTenant.close()]));

const SETTING = {
  enabled: true,
  host: "receiver.test",
  port: ofTenant.port,
  security: "none",
  username: "anna",
  password: "mail-password-1",
  from_address: "catalog@tenant.example",
  from_name: "Catalogue « Été »",
};

/** A tenant with this setting; `invite` mails somebody, `run` sends what is to be sent. */
async function given(setting?: Record<string, unknown>) {
  const { tenantId } = await instance.newAccount();
  const admin = await instance.bearerOf(tenantId, "admin");
  const browser = instance.newBrowser();
  if (setting) expect((await browser.send("PUT", "/settings/smtp", setting, admin)).status).toBe(200);
  const to = `${tenantId}@invited.example`;
  return {
    to,
    invite: () => browser.post("/settings/users/invite", { email: to, role: "viewer" }, admin),
    run: () => instance.runJobs({ config: { ...instance.services.config, smtpUrl: ofInstance.url } }),
    jobStates: () =>
      instance.services
        .reader(tenantId)
        .all("select state, error from job where tenant_id = :tenant", {}, (row) => row),
  };
}
const mailsTo = (server: typeof ofTenant, address: string) => server.mails.filter(({ to }) => to.includes(address));

describe("a tenant's mail server", () => {
  test("S36.17 sends the tenant's mails, logged in and from the tenant's address", async () => {
    const { to, invite, run } = await given(SETTING);

    await invite();
    await run();

    const [mail] = mailsTo(ofTenant, to);
    expect(mailsTo(ofInstance, to)).toEqual([]);
    expect(mail?.from).toBe("catalog@tenant.example");
    expect(mail?.raw).toMatch(/^From: =\?UTF-8\?\S+\s+<catalog@tenant\.example>\r$/m);
    expect(mail?.raw).toMatch(/^Message-ID: <.*@tenant\.example>\r$/im);
    expect(logins).toContainEqual(["anna", "mail-password-1"]);
  });

  test.each([[undefined], [{ ...SETTING, enabled: false }]])(
    "without one that is on the instance's sends: %#",
    async (setting) => {
      const { to, invite, run } = await given(setting);

      await invite();
      await run();

      expect([mailsTo(ofTenant, to).length, mailsTo(ofInstance, to).length]).toEqual([0, 1]);
    },
  );

  test("T30 gets no password and no mail unless it speaks TLS where that is requested", async () => {
    const { to, invite, run, jobStates } = await given({ ...SETTING, security: "starttls", password: "never-sent-1" });

    await invite();
    await run();

    expect([mailsTo(ofTenant, to), mailsTo(ofInstance, to)]).toEqual([[], []]);
    expect(logins.flat()).not.toContain("never-sent-1");
    expect((await jobStates()).map(({ state }) => state)).toEqual(["scheduled"]);
    expect(JSON.stringify(await jobStates())).not.toContain("never-sent-1");
  });

  test.each(["127.0.0.1", "localhost", "0.0.0.0", "::1", "mail.internal"])(
    "T14 is never one of a private network that no one opened: %s",
    async (host) => {
      const { to, invite, run, jobStates } = await given({ ...SETTING, host });
      const before = ofTenant.connections();

      await invite();
      await run();

      expect(ofTenant.connections()).toBe(before);
      expect(mailsTo(ofTenant, to)).toEqual([]);
      expect((await jobStates()).map(({ state }) => state)).toEqual(["failed"]);
    },
  );

  test("is each tenant's own", async () => {
    await given(SETTING);
    const other = await given();

    await other.invite();
    await other.run();

    expect(mailsTo(ofTenant, other.to)).toEqual([]);
  });
});
