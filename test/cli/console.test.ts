import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { controlPath } from "../../src/cli/control/control-client.ts";
import { openControlSocket } from "../../src/cli/control/control-socket.ts";
import { CannotStart } from "../../src/runtime/cannot-start.ts";
import { temporaryFolder } from "../cleanup.ts";
import { newTenant, send, services } from "../harness.ts";
import { refusal } from "../refusal.ts";
import { catalogd, result } from "./typed.ts";

// Each command is a process of its own.
setDefaultTimeout(60_000);

const socket = await openControlSocket(services);
afterAll(socket.close);

describe("the control socket", () => {
  test("D0.8 is for the owner of the data folder only", () => {
    expect(statSync(controlPath(services.config)).mode & 0o777).toBe(0o600);
  });

  test("D0.8 refuses a second service on the same folder", async () => {
    expect(await refusal(openControlSocket(services))).toBeInstanceOf(CannotStart);
  });

  test("takes the place of one that a killed process left, and goes when it is closed", async () => {
    const other = { ...services, config: { ...services.config, dataDir: temporaryFolder() } };
    const path = controlPath(other.config);
    await Bun.write(path, "");

    const opened = await openControlSocket(other);
    expect(statSync(path).isSocket()).toBe(true);
    await opened.close();

    expect(existsSync(path)).toBe(false);
  });

  test("goes without when the folder's path is too long for a socket", async () => {
    const dataDir = `${temporaryFolder()}/${"x".repeat(100)}`;

    const opened = await openControlSocket({ ...services, config: { ...services.config, dataDir } });

    await opened.close();
    expect(existsSync(controlPath({ dataDir }))).toBe(false);
  });

  test("D0.8 says so when no service runs", async () => {
    const dataDir = temporaryFolder();

    const { out, err, exitCode } = await catalogd(["tenant", "list"], { dataDir });

    expect(exitCode).toBe(69);
    expect(out).toBe("");
    expect(err).toContain(`catalogd is not running on ${dataDir}`);
  });
});

describe("catalogd tenant", () => {
  test("makes a tenant whose admin can log in with the password from standard input", async () => {
    const email = `${services.newId()}@example.com`;
    const args = ["tenant", "create", "--name", "Example Ltd", "--email", email, "--password-stdin", "--json"];

    const { out, exitCode } = await catalogd(args, { input: "a safe password 1\n" });

    expect(exitCode).toBe(0);
    const made = JSON.parse(out);
    expect(made).toEqual({ id: expect.any(String), admin: email });
    const login = await send("POST", "/auth/login/json", { email, password: "a safe password 1" });
    expect(login.body.user).toMatchObject({ role: "admin", tenant: { id: made.id, name: "Example Ltd" } });
  });

  test("shows a random password once, and refuses an address that has an account", async () => {
    const email = `${services.newId()}@example.com`;
    const made = await result("tenant", "create", "--name", "Example Ltd", "--email", email);

    expect((await send("POST", "/auth/login/json", { email, password: made.password })).status).toBe(200);
    const again = await catalogd(["tenant", "create", "--name", "Other", "--email", email]);
    expect(again.exitCode).toBe(1);
    expect(again.err).toContain("has an account already");
  });

  test("refuses a weak password and a broken address, naming the option", async () => {
    const create = ["tenant", "create", "--name", "Example Ltd", "--email"];

    const weak = await catalogd([...create, "a@example.com", "--password-stdin"], { input: "short" });
    const broken = await catalogd([...create, "anna"]);

    expect(weak.err).toContain("--password: ");
    expect(broken.err).toContain("--email: ");
    expect([weak.exitCode, broken.exitCode]).toEqual([64, 64]);
  });

  test("S10.2 suspends and resumes a licence, from the very next request on", async () => {
    const tenant = await newTenant();
    expect((await tenant.post("/products", { name: "One" })).status).toBe(201);

    await result("tenant", "suspend", "--tenant", tenant.id);
    expect((await tenant.post("/products", { name: "Two" })).body.code).toBe("LICENSE_SUSPENDED");
    await result("tenant", "resume", "--tenant", tenant.id);

    expect((await tenant.post("/products", { name: "Three" })).status).toBe(201);
  });

  test("S10.1 switches modules and shows them all", async () => {
    const tenant = await newTenant();

    const modules = await result(
      "tenant",
      "modules",
      "--tenant",
      tenant.id,
      "--off",
      "imports,exports",
      "--on",
      "exports",
    );

    expect(modules).toContainEqual({ module: "imports", on: false });
    expect((await tenant.get("/imports")).body.code).toBe("MODULE_DISABLED");
    const unknown = await catalogd(["tenant", "modules", "--tenant", tenant.id, "--off", "nothing"]);
    expect(unknown.err).toContain("--off: ");
  });

  test("lists tenants as columns", async () => {
    const tenant = await newTenant();

    const { out } = await catalogd(["tenant", "list", "--after", tenant.id.slice(0, -1)]);

    expect(out.split("\n")[0]).toMatch(/^id +name +license_status +modules_off +created_at$/);
    expect(out).toContain(tenant.id);
  });

  test("asks which tenant when there are several, and refuses one that is not there", async () => {
    await newTenant();
    await newTenant();

    expect((await catalogd(["user", "list"])).err).toMatch(
      /--tenant: Name one of the tenants: [\w-]+ \(.+\), [\w-]+ \(/,
    );
    const unknown = services.newId();
    expect((await catalogd(["user", "list", "--tenant", unknown])).err).toContain(`No tenant matches "${unknown}"`);
  });
});

describe("catalogd secrets and audit", () => {
  test("T30 encrypts every secret again, and they are still readable", async () => {
    const tenant = await newTenant();
    const smtp = {
      enabled: true,
      host: "smtp.example.com",
      from_address: "a@example.com",
      username: "a",
      password: "pw-1",
    };
    await tenant.admin.put("/settings/smtp", smtp);
    const before = services.secrets.currentKeyId();

    const rotation = await result("secrets", "rotate");

    expect(rotation.key_id).not.toBe(before);
    expect(rotation.encrypted_anew).toBeGreaterThan(0);
    expect(rotation.unreadable).toBe(0);
    expect((await tenant.admin.get("/settings/smtp")).body).toMatchObject({ is_configured: true, has_password: true });
  });

  test("T39 finds every log as it was written", async () => {
    const tenant = await newTenant();

    const checks = await result("audit", "verify");

    expect(checks).toContainEqual({ tenant: tenant.id, good_entries: expect.any(Number), first_wrong: null });
    expect(checks.every((check: { first_wrong: unknown }) => check.first_wrong === null)).toBe(true);
  });
});
