import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { openControlSocket } from "../../src/cli/control/control-socket.ts";
import { clientWith, newTenant, send, services } from "../harness.ts";
import { catalogd, result } from "./typed.ts";

// Each command is a process of its own.
setDefaultTimeout(60_000);

const socket = await openControlSocket(services);
afterAll(socket.close);

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

  test("makes a user without an invitation, and sets a new password, which ends the sessions", async () => {
    const tenant = await newTenant();
    const at = ["--tenant", tenant.id];
    const email = `${services.newId()}@example.com`;
    const logIn = (password: string) => send("POST", "/auth/login/json", { email, password });

    const made = await result("user", "create", ...at, "--email", email, "--role", "viewer");
    const first = await logIn(made.password);
    expect(first.body.user).toMatchObject({ role: "viewer", tenant: { id: tenant.id } });
    const { err } = await catalogd(["user", "create", ...at, "--email", email, "--role", "viewer"]);
    expect(err).toMatch(/has an account already.*\(field: email\)/);

    const args = ["user", "set-password", ...at, "--user", email, "--password-stdin", "--json"];
    const { out } = await catalogd(args, { input: "another safe password 1\n" });
    expect(JSON.parse(out)).toEqual({ id: made.id, email });
    expect((await logIn(made.password)).status).toBe(401);
    expect((await logIn("another safe password 1")).status).toBe(200);
    expect((await clientWith({ authorization: `Bearer ${first.body.access_token}` }).get("/auth/me")).status).toBe(401);
    const weak = await catalogd(args, { input: "short" });
    expect(weak.err).toContain("--password: ");
    const noUser = await catalogd(["user", "set-password", ...at, "--user", "nobody@example.com"]);
    expect([noUser.err, noUser.exitCode]).toEqual([expect.stringContaining("nobody@example.com"), 1]);
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
    expect((await catalogd(["key", "create", ...at, "--name", "x", "--scopes", "none"])).err).toContain("--scopes: ");
  });
});

describe("catalogd key create --expires", () => {
  test.each([
    ["90d", 90 * 86_400_000],
    ["12h", 12 * 3_600_000],
  ])("%s ends after this long", async (expires, lifetimeMs) => {
    const { id } = await newTenant();
    const at = ["--tenant", id, "--name", "x", "--scopes", "all", "--expires", expires];
    const made = await result("key", "create", ...at);
    const offMs = Date.parse(made.expires_at) - (services.now() + lifetimeMs);
    expect(Math.abs(offMs)).toBeLessThan(60_000);
    const [key] = await result("key", "list", "--tenant", id);
    expect(key).toMatchObject({ expires_at: made.expires_at, scopes: expect.arrayContaining(["products:read"]) });
  });

  test.each(["soon", "2020-01-01"])("%s is refused", async (expires) => {
    const { id } = await newTenant();
    const { err } = await catalogd(
      ["key", "create", "--tenant", id, "--name", "x", "--scopes", "all"].concat("--expires", expires),
    );
    expect(err).toContain("--expires: ");
  });
});
