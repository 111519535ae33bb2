import { describe, expect, test } from "bun:test";
import { outbox } from "../../db/mail/outbox.ts";
import { text } from "../../db/rows.ts";
import { createApp } from "../../src/app.ts";
import { required } from "../../src/http/output/errors.ts";
import { bodyOf } from "../../src/mail/seal-mail.ts";
import { clock, newTenant, send, services } from "../harness.ts";

const UNKNOWN = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
const USERS = "/settings/users";

/** Registers with an invitation's token. */
const register = (token: string) =>
  send("POST", "/auth/register", { token, password: "a safe password 1", first_name: "Anna", last_name: "Martin" });
const freshEmail = () => `${services.newId()}@example.com`;

describe("POST /settings/users/invite", () => {
  test("S5.5 S3.13 mails a token that registers one user with that role in this tenant", async () => {
    const tenant = await newTenant();
    const { admin } = tenant;
    const email = freshEmail();

    const { status, body } = await admin.post(`${USERS}/invite`, {
      email: ` ${email.toUpperCase()}`.trim(),
      role: "manager",
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ email, role: "manager", expires_at: expect.stringMatching(/Z$/) });
    const ids = await tenant.db.all("select id from mail where tenant_id = :tenant", {}, (row) => text(row, "id"));
    const mail = required(await outbox.find(tenant.db, { id: String(ids) }), "mail");
    expect(mail.recipient).toBe(email);
    expect(bodyOf(services.secrets, tenant.id, mail)).toContain(body.token);
    const registered = await register(body.token);
    expect(registered.status).toBe(201);
    expect(registered.body.user).toMatchObject({ role: "manager", tenant: { id: tenant.id } });
    expect((await register(body.token)).body.error.error_code).toBe("INVITATION_ALREADY_USED");
  });

  test("S-18 shows the token only where no mail server sends it", async () => {
    const withServer = { ...services, config: { ...services.config, smtpUrl: "smtp://127.0.0.1:1" } };
    const tenant = await newTenant();
    const invite = async (app: ReturnType<typeof createApp>) => {
      const request = new Request(`http://localhost/api/v1${USERS}/invite`, {
        method: "POST",
        headers: { authorization: `Bearer ${tenant.adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ email: freshEmail(), role: "viewer" }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
      return ((await (await app.handle(request)).json()) as any).token;
    };
    const smtp = {
      enabled: true,
      host: "mail.example.com",
      port: 587,
      security: "starttls",
      from_address: "a@example.com",
    };

    expect(await invite(createApp(services, { checkAnswers: true }))).toBeString();
    expect(await invite(createApp(withServer, { checkAnswers: true }))).toBeNull();
    expect((await tenant.admin.put("/settings/smtp", smtp)).status).toBe(200);
    expect(await invite(createApp(services, { checkAnswers: true }))).toBeNull();
  });

  test("a further invitation of an address replaces the one before", async () => {
    const { admin } = await newTenant();
    const email = freshEmail();
    const first = (await admin.post(`${USERS}/invite`, { email, role: "admin" })).body;
    const second = (await admin.post(`${USERS}/invite`, { email, role: "viewer" })).body;

    expect((await register(first.token)).body.error.error_code).toBe("INVITATION_TOKEN_INVALID");
    expect((await register(second.token)).body.user.role).toBe("viewer");
  });

  test("refuses the address of a user of the tenant; one of another tenant is not revealed", async () => {
    const { admin } = await newTenant();
    const email = freshEmail();
    await register((await admin.post(`${USERS}/invite`, { email, role: "viewer" })).body.token);
    const other = await newTenant();

    expect((await admin.post(`${USERS}/invite`, { email, role: "viewer" })).body.error.error_code).toBe(
      "DUPLICATE_RESOURCE",
    );
    const elsewhere = await other.admin.post(`${USERS}/invite`, { email, role: "viewer" });
    expect(elsewhere.status).toBe(201);
    expect((await register(elsewhere.body.token)).status).toBe(409);
  });

  test("T13 refuses what is no address or role, and ignores what no one may set", async () => {
    const { admin } = await newTenant();
    const email = freshEmail();

    for (const body of [{ email: "anna", role: "viewer" }, { email, role: "owner" }, { email }, {}]) {
      expect((await admin.post(`${USERS}/invite`, body)).status).toBe(422);
    }
    const other = await newTenant();
    const smuggled = {
      email,
      role: "viewer",
      tenant_id: other.id,
      id: UNKNOWN,
      is_admin: true,
      permissions: ["MANAGE_USERS"],
    };
    const { body } = await admin.post(`${USERS}/invite`, smuggled);
    expect(body.id).not.toBe(UNKNOWN);
    expect((await register(body.token)).body.user).toMatchObject({
      role: "viewer",
      permissions: expect.not.arrayContaining(["MANAGE_USERS"]),
    });
  });

  test("keeps the token out of what a repeated request is answered from", async () => {
    const { admin } = await newTenant();
    const once = { "idempotency-key": services.newId() };
    const body = { email: freshEmail(), role: "viewer" };

    const [first, second] = [
      await admin.post(`${USERS}/invite`, body, once),
      await admin.post(`${USERS}/invite`, body, once),
    ];

    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(second.body.token).not.toBe(first.body.token);
  });
});

describe("/settings/users/invitations", () => {
  test("lists those that can be used, and withdraws one for good", async () => {
    const { admin } = await newTenant();
    const other = await newTenant();
    const invite = async () => (await admin.post(`${USERS}/invite`, { email: freshEmail(), role: "viewer" })).body;
    const used = await invite();
    await register(used.token);
    clock.nowMs += 1;
    const [first, second] = [await invite(), await invite()];
    const path = `${USERS}/invitations`;

    const { body } = await admin.get(path);
    expect(body.meta.total).toBe(2);
    expect(JSON.stringify(body)).not.toContain(second.token);
    const page = await admin.get(`${path}?per_page=1`);
    const next = await admin.get(`${path}?per_page=1&cursor=${page.body.meta.next_cursor}`);
    expect([...page.body.items, ...next.body.items]).toEqual(body.items);

    expect((await other.admin.delete(`${path}/${first.id}`)).status).toBe(404);
    expect((await admin.delete(`${path}/${first.id}`)).status).toBe(204);
    expect((await admin.delete(`${path}/${first.id}`)).status).toBe(404);
    expect((await register(first.token)).body.error.error_code).toBe("INVITATION_TOKEN_INVALID");
    expect((await register(second.token)).status).toBe(201);
    expect((await admin.delete(`${path}/${used.id}`)).status).toBe(404);
    expect((await admin.get(path)).body.meta.total).toBe(0);
  });
});
