import { afterAll, expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, startService } from "../servers/service.ts";
import { startExim } from "./partners/exim.ts";

const USER = "mailer";
const PASSWORD = "s3cret-of-the-tenant";

const stops: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

test("S36.17 a tenant's mails go through its own Exim, by STARTTLS and with its password", async () => {
  const exim = await startExim({ username: USER, password: PASSWORD });
  stops.push(() => exim.stop());
  const service = await startService({
    folder: temporaryFolder(),
    env: { NODE_EXTRA_CA_CERTS: exim.certificate, CATALOGD_OUTBOUND_ALLOW: "localhost" },
  });
  stops.push(() => service.kill("SIGTERM"));
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/v1${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return { status: response.status, body: (await response.json()) as any };
  };
  const { body } = await send("POST", "/auth/login/json", ADMIN);
  const bearer = { authorization: `Bearer ${body.access_token}` };
  const setting = {
    enabled: true,
    host: "localhost",
    port: exim.port,
    security: "starttls",
    username: USER,
    password: PASSWORD,
    from_address: "catalog@shop.example",
    from_name: "Boutique",
  };

  expect((await send("PUT", "/settings/smtp", setting, bearer)).status).toBe(200);
  const invitation = { email: "anna@shop.example", role: "viewer" };
  expect((await send("POST", "/settings/users/invite", invitation, bearer)).status).toBe(201);
  const [mail] = await exim.mails();

  expect(mail).toContain("Envelope-to: anna@shop.example");
  expect(mail).toContain("From: Boutique <catalog@shop.example>");
  expect(mail).toMatch(/with esmtpsa/i);
}, 120_000);
