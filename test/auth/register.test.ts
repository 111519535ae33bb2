import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import { invite, signInvitation } from "../../src/identity/auth/accounts/invitations.ts";
import { openMailServer } from "../mail/mail-server.ts";
import { newInstance, PASSWORD } from "./instance.ts";

// Each registration hashes a password at its full cost.
setDefaultTimeout(30_000);
const instance = await newInstance();
const { clock, newAccount, newBrowser, services } = instance;
const server = await openMailServer();
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const subscription = { companyName: "Ordered Ltd", plan: "pro", modulesOff: ["pricing", "ext_api"] };
/** What the operator and the admins of a tenant do. */
async function issueInvitation(...[among, inviting]: Parameters<typeof signInvitation>) {
  const invitation = await signInvitation(among, inviting);
  return services.write(invite, invitation.tenantId, invitation);
}
const newEmail = () => `${services.newId()}@example.com`;

/** Somebody who was invited to subscribe. */
async function subscriber() {
  const email = newEmail();
  const issued = await issueInvitation(services, { email, role: "admin", language: "fr", subscription });
  return { email, ...issued };
}
const registration = (token: string) => ({ token, password: PASSWORD, first_name: "Anna", last_name: "Martin" });
const register = (token: string, more = {}) => newBrowser().post("/auth/register", { ...registration(token), ...more });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof register>>) => [status, body.error?.error_code];

describe("POST /auth/register", () => {
  test("D1-133 S3.13 completes a subscription: a new tenant, its admin, and a session", async () => {
    const { email, token } = await subscriber();
    const browser = newBrowser();

    const { status, body } = await browser.post("/auth/register", registration(token));

    expect(status).toBe(201);
    expect(body).toMatchObject({ token_type: "bearer", expires_in: 900 });
    expect(body.user).toMatchObject({ email, first_name: "Anna", last_name: "Martin", role: "admin", locale: "fr" });
    expect(body.user.tenant).toMatchObject({ name: "Ordered Ltd", license_status: "active" });
    expect(body.user.tenant.modules).toHaveLength(11);
    expect(body.user.tenant.modules).not.toContain("pricing");
    expect((await browser.get("/auth/me")).body).toEqual(body.user);
    expect((await browser.post("/auth/refresh")).status).toBe(200);
    expect((await newBrowser().logIn(email)).status).toBe(200);
  });

  test("S3.13 takes another company name", async () => {
    const { token } = await subscriber();

    expect((await register(token, { company_name: "Named Ltd" })).body.user.tenant.name).toBe("Named Ltd");
  });

  test("S5.5 joins the tenant that invited, in the role it was invited to", async () => {
    const { tenantId } = await newAccount();
    const email = newEmail();
    const inviting = { tenantId, email: ` ${email.toUpperCase()}`, role: "editor", language: "en" } as const;
    const { token } = await issueInvitation(services, inviting);

    const { status, body } = await register(token, { company_name: "Not theirs to name" });

    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email, role: "editor", tenant: { id: tenantId, name: "Example Ltd" } });
  });

  test("D1-133 refuses who has no token, and names every field that is wrong", async () => {
    const { status, body } = await newBrowser().post("/auth/register", { first_name: "", last_name: 5 });

    expect(status).toBe(422);
    expect(body.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "first_name",
      "last_name",
      "password",
      "token",
    ]);
  });

  test("D1-133 T36 refuses a token that was forged or edited", async () => {
    const { token, email } = await subscriber();
    const [content = "", signature = ""] = token.split(".");
    const claims = JSON.parse(Buffer.from(content, "base64url").toString());
    const edit = (changes: object) =>
      `${Buffer.from(JSON.stringify({ ...claims, ...changes })).toString("base64url")}.${signature}`;

    expect(claims).toMatchObject({ email });
    for (const forged of [
      "nonsense",
      `${content}.`,
      `.${signature}`,
      edit({ email: "eve@example.com" }),
      edit({ exp: claims.exp + 1 }),
      edit({ tid: (await newAccount()).tenantId }),
    ]) {
      expect(codeOf(await register(forged))).toEqual([400, "INVITATION_TOKEN_INVALID"]);
    }
    expect((await register(token)).status).toBe(201);
  });

  test("D1-133 T36 refuses a token of seven days ago", async () => {
    const { token, expiresAtMs } = await subscriber();

    expect(expiresAtMs - clock.nowMs).toBe(7 * DAY_MS);
    clock.nowMs += 7 * DAY_MS;
    expect(codeOf(await register(token))).toEqual([400, "INVITATION_TOKEN_EXPIRED"]);
  });

  test("D1-133 T36 a token works once, also for 20 at once", async () => {
    const { token, email } = await subscriber();

    const answers = await Promise.all(Array.from({ length: 20 }, () => register(token)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The others came late, or found too many waiting to have their password hashed.
    expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([]);
    expect(codeOf(await register(token))).toEqual([409, "INVITATION_ALREADY_USED"]);
    expect((await newBrowser().logIn(email)).status).toBe(200);
  });

  test("leaves nothing behind when the address has an account by now, and the token is not used up", async () => {
    const { email, tenantId } = await newAccount();
    const issued = await issueInvitation(services, { email, role: "admin", language: "en", subscription });

    const first = await register(issued.token);
    const second = await register(issued.token);

    expect(codeOf(first)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect(codeOf(second)).toEqual([409, "DUPLICATE_RESOURCE"]);
    expect((await newBrowser().logIn(email)).body.user.tenant.id).toBe(tenantId);
  });

  test.each(["short 1", "only letters here", "12345678901"])("S3.12 refuses the password %p", async (password) => {
    const { token } = await subscriber();

    const { status, body } = await register(token, { password });

    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ field: "password" }]);
  });

  test("S3.12 refuses the address as password", async () => {
    const { token, email } = await subscriber();

    expect((await register(token, { password: email.toUpperCase() })).status).toBe(422);
  });

  test("D1-164 S9.1 three an address and quarter of an hour", async () => {
    const limited = await newInstance({ rateLimitDisabled: false });
    const statuses: number[] = [];
    for (let time = 0; time < 4; time++) {
      statuses.push((await limited.newBrowser().post("/auth/register", registration(`x${time}`))).status);
    }

    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});

describe("an invitation", () => {
  test("S10.5 is mailed in the language of the invited, with its token", async () => {
    const { email, token } = await subscriber();

    await instance.runJobs({ config: { ...services.config, smtpUrl: server.url } });

    const mail = server.mails.find(({ to }) => to.includes(email));
    expect(mail?.body).toContain(token);
    expect(mail?.body).toContain("Ordered Ltd");
    expect(mail?.body).toContain("Inscrivez-vous");
  });

  test("its token is not in the database", async () => {
    const { tenantId } = await newAccount();
    const { token, id } = await issueInvitation(services, {
      tenantId,
      email: newEmail(),
      role: "viewer",
      language: "en",
    });
    await instance.runJobs({ config: { ...services.config, smtpUrl: server.url } });

    const db = services.reader(tenantId);
    const rows = [
      ...(await db.all("select id, subscription from invitation where tenant_id = :tenant", {}, (row) => row)),
      ...(await db.all("select body from mail where tenant_id = :tenant", {}, (row) => row)),
      ...(await db.all("select payload from job where tenant_id = :tenant", {}, (row) => row)),
    ];
    expect(JSON.stringify(rows)).toContain(id);
    expect(JSON.stringify(rows)).not.toContain(token.slice(-20));
  });
});
