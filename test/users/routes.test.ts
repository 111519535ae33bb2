import { describe, expect, test } from "bun:test";
import { clientWith, clock, newTenant } from "../harness.ts";

const UNKNOWN = "019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01";
const USERS = "/settings/users";

/** A tenant with an admin and one more user, who is logged in. */
async function given(role: "manager" | "editor" | "viewer" = "editor") {
  const tenant = await newTenant();
  clock.nowMs += 1;
  const user = await tenant.as(role);
  const { id } = (await user.get("/auth/me")).body;
  return { tenant, admin: tenant.admin, user, id: String(id), path: `${USERS}/${id}` };
}

describe("who may manage users", () => {
  const CALLS: [method: "get" | "post" | "patch" | "delete", path: string, body: object | undefined][] = [
    ["get", USERS, undefined],
    ["get", `${USERS}/${UNKNOWN}`, undefined],
    ["post", `${USERS}/invite`, { email: "a@example.com", role: "viewer" }],
    ["patch", `${USERS}/${UNKNOWN}`, { role: "viewer" }],
    ["get", `${USERS}/invitations`, undefined],
    ["delete", `${USERS}/invitations/${UNKNOWN}`, undefined],
  ];

  test.each(CALLS)("S5.4 S5.5 %s %s refuses every role but admin, and keys", async (method, path, body) => {
    const tenant = await newTenant();

    for (const role of ["manager", "editor", "viewer"] as const) {
      const answer = await (await tenant.as(role))[method](path, body);
      expect([role, answer.status]).toEqual([role, 403]);
      expect(answer.body.error.details).toEqual({ required_permission: "MANAGE_USERS" });
    }
    expect((await tenant[method](path, body)).body.error.error_code).toBe("PERMISSION_DENIED");
    expect((await clientWith({})[method](path, body)).status).toBe(401);
  });
});

describe("GET /settings/users", () => {
  test("S10.4 lists the tenant's users newest first, and no one else's", async () => {
    const { admin, id, tenant } = await given();
    await given();

    const { status, body } = await admin.get(USERS);

    expect(status).toBe(200);
    expect(body.items.map((user: { id: string }) => user.id)).toEqual([id, tenant.adminId]);
    expect(body.meta).toMatchObject({ total: 2, page: 1, has_next: false, next_cursor: null });
    expect(body.items[0]).toMatchObject({ role: "editor", is_active: true });
    expect(JSON.stringify(body)).not.toContain("scrypt");
  });

  test("filters by role and state, pages by number and by cursor", async () => {
    const { admin, tenant, path } = await given();
    for (const role of ["viewer", "viewer"] as const) {
      clock.nowMs += 1;
      await tenant.as(role);
    }
    await admin.patch(path, { is_active: false });

    const first = await admin.get(`${USERS}?per_page=3`);
    const second = await admin.get(`${USERS}?per_page=3&cursor=${first.body.meta.next_cursor}`);

    expect([first.body.items.length, second.body.items.length]).toEqual([3, 1]);
    expect((await admin.get(`${USERS}?per_page=3&page=2`)).body.items).toEqual(second.body.items);
    expect((await admin.get(`${USERS}?role=viewer`)).body.meta.total).toBe(2);
    expect((await admin.get(`${USERS}?is_active=false`)).body.meta.total).toBe(1);
    expect((await admin.get(`${USERS}?role=owner`)).status).toBe(400);
    expect((await admin.get(`${USERS}?role=viewer&cursor=${first.body.meta.next_cursor}`)).status).toBe(400);
  });
});

describe("GET /settings/users/{user_id}", () => {
  test("S1.4 answers the user, 404 for one of another tenant, 422 for no id", async () => {
    const { admin, path } = await given();
    const other = await newTenant();

    expect((await admin.get(path)).status).toBe(200);
    expect((await other.admin.get(path)).body.error).toMatchObject({ error_code: "NOT_FOUND" });
    expect((await admin.get(`${USERS}/${UNKNOWN}`)).status).toBe(404);
    expect((await admin.get(`${USERS}/anna`)).status).toBe(422);
  });
});

describe("PATCH /settings/users/{user_id}", () => {
  test("S5.5 changes the role, in force on the very next request", async () => {
    const { admin, user, path } = await given();
    expect((await user.get("/webhooks-none")).status).toBe(404);
    expect((await user.get("/api-keys")).status).toBe(403);

    const { status, body } = await admin.patch(path, { role: "admin" });

    expect(status).toBe(200);
    expect(body).toMatchObject({ role: "admin", is_active: true });
    expect((await user.get("/api-keys")).status).toBe(200);
    await admin.patch(path, { role: "viewer" });
    expect((await user.get("/api-keys")).status).toBe(403);
  });

  test("deactivating ends every session at once; activating brings none back", async () => {
    const { admin, user, path } = await given();
    expect((await user.get("/auth/me")).status).toBe(200);

    expect((await admin.patch(path, { is_active: false })).body.is_active).toBe(false);

    expect((await user.get("/auth/me")).body.error.error_code).toBe("INVALID_TOKEN");
    await admin.patch(path, { is_active: true });
    expect((await user.get("/auth/me")).status).toBe(401);
  });

  test("the last active admin can neither be demoted nor deactivated", async () => {
    const { admin, tenant, path } = await given();
    const own = `${USERS}/${tenant.adminId}`;

    for (const change of [{ role: "viewer" }, { is_active: false }, { role: "viewer", is_active: false }]) {
      const { status, body } = await admin.patch(own, change);
      expect(status).toBe(409);
      expect(body.error).toMatchObject({
        error_code: "INVALID_STATE",
        details: { current_state: "last_active_admin", how_to_fix: "Make another user an admin first." },
      });
    }
    await admin.patch(path, { role: "admin" });
    await admin.patch(path, { is_active: false });
    expect((await admin.patch(own, { role: "viewer" })).status).toBe(409);
    await admin.patch(path, { is_active: true });
    expect((await admin.patch(own, { role: "viewer" })).status).toBe(200);
    expect((await admin.get(USERS)).status).toBe(403);
  });

  test("of two admins who demote each other at once one stays", async () => {
    const { admin, tenant, path } = await given();
    await admin.patch(path, { role: "admin" });

    const both = await Promise.all([
      admin.patch(path, { role: "viewer" }),
      admin.patch(`${USERS}/${tenant.adminId}`, { role: "viewer" }),
    ]);

    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("T13 refuses bad values, another tenant's user, and ignores what no one may change", async () => {
    const { admin, path, id } = await given();
    const other = await newTenant();

    for (const body of [{ role: "owner" }, { role: null }, { is_active: "no" }]) {
      expect((await admin.patch(path, body)).status).toBe(422);
    }
    expect((await other.admin.patch(path, { role: "viewer" })).status).toBe(404);
    const { body } = await admin.patch(path, {
      id: UNKNOWN,
      tenant_id: other.id,
      email: "x@example.com",
      created_at: 0,
    });
    expect(body).toMatchObject({ id, role: "editor", email: expect.stringContaining(id) });
  });

  test("D0.12 has an ETag that a change must match", async () => {
    const { admin, path } = await given();
    const { headers } = await admin.get(path);
    const etag = headers.get("etag") ?? "";
    expect((await admin.get(path, { "if-none-match": etag })).status).toBe(304);

    expect((await admin.patch(path, { role: "viewer" }, { "if-match": etag })).status).toBe(200);
    expect((await admin.patch(path, { role: "editor" }, { "if-match": etag })).status).toBe(412);
  });
});
