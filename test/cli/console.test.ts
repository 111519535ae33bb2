import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import process from "node:process";
import { controlPath } from "../../src/cli/control-client.ts";
import { openControlSocket } from "../../src/cli/control-socket.ts";
import { CannotStart } from "../../src/runtime/cannot-start.ts";
import { temporaryFolder } from "../cleanup.ts";
import { clientWith, newTenant, send, services } from "../harness.ts";
import { refusal } from "../refusal.ts";

// Each command is a process of its own.
setDefaultTimeout(60_000);

const socket = await openControlSocket(services);
afterAll(socket.close);

/** Runs the program as somebody at a keyboard would. */
async function catalogd(args: string[], { input = "", dataDir = services.config.dataDir } = {}) {
  const child = Bun.spawn([process.execPath, "src/main.ts", ...args, "--data-dir", dataDir], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, exitCode };
}

/** The result of a command that must work. */
async function result(...args: string[]) {
  const { out, err, exitCode } = await catalogd([...args, "--json"]);
  expect([err, exitCode]).toEqual(["", 0]);
  return JSON.parse(out);
}

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

    expect(exitCode).toBe(1);
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
    expect(again.err).toContain("already exists");
  });

  test("refuses a weak password and a broken address, naming the option", async () => {
    const create = ["tenant", "create", "--name", "Example Ltd", "--email"];

    const weak = await catalogd([...create, "a@example.com", "--password-stdin"], { input: "short" });
    const broken = await catalogd([...create, "anna"]);

    expect(weak.err).toContain("--password: ");
    expect(broken.err).toContain("--email: ");
    expect(weak.exitCode + broken.exitCode).toBe(2);
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

    expect((await catalogd(["user", "list"])).err).toContain("--tenant: ");
    expect((await catalogd(["user", "list", "--tenant", services.newId()])).err).toContain("Not found");
  });
});

describe("catalogd user", () => {
  test("S5.5 invites, lists, changes the role and deactivates", async () => {
    const tenant = await newTenant();
    const at = ["--tenant", tenant.id];
    const email = `${services.newId()}@example.com`;

    const invited = await result("user", "invite", ...at, "--email", email, "--role", "editor");
    const registered = await send("POST", "/auth/register", {
      token: invited.token,
      password: "a safe password 1",
      first_name: "Anna",
      last_name: "Martin",
    });
    expect(registered.status).toBe(201);
    const anna = clientWith({ authorization: `Bearer ${registered.body.access_token}` });

    expect(await result("user", "list", ...at)).toContainEqual(expect.objectContaining({ email, role: "editor" }));
    await result("user", "set-role", ...at, "--user", email, "--role", "manager");
    expect((await anna.get("/auth/me")).body.role).toBe("manager");
    await result("user", "deactivate", ...at, "--user", email);
    expect((await anna.get("/auth/me")).status).toBe(401);
    expect(await result("user", "activate", ...at, "--user", email)).toMatchObject({ is_active: true });
    const log = await tenant.admin.get("/audit-log?action=user.changed");
    expect(log.body.items[0]).toMatchObject({ actor: { type: "console", id: null }, resource: "user" });
  });

  test("keeps the last active admin", async () => {
    const tenant = await newTenant();

    const { err } = await catalogd(["user", "deactivate", "--tenant", tenant.id, "--user", tenant.adminId]);

    expect(err).toContain("last active admin");
    expect((await tenant.admin.get("/auth/me")).status).toBe(200);
  });
});

describe("catalogd key", () => {
  test("makes a key that works, lists it without its value, and revokes it", async () => {
    const tenant = await newTenant();
    const at = ["--tenant", tenant.id];

    const made = await result("key", "create", ...at, "--name", "ERP", "--scopes", "products:read", "--test");
    expect(made.key).toStartWith("pm_test_");
    expect((await clientWith({ "x-api-key": made.key }).get("/products")).status).toBe(200);
    const list = await catalogd(["key", "list", ...at]);
    expect(list.out).toContain(made.id);
    expect(list.out).not.toContain(made.key);
    await result("key", "revoke", ...at, "--id", made.id);

    expect((await clientWith({ "x-api-key": made.key }).get("/products")).status).toBe(401);
    expect((await catalogd(["key", "create", ...at, "--name", "x", "--scopes", "all"])).err).toContain("--scopes: ");
  });
});

describe("catalogd secrets and audit", () => {
  test("T30 encrypts every secret anew, and they are still readable", async () => {
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
