import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { databasePath } from "../../src/config/config.ts";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { clock, newTenant, send, services } from "../harness.ts";
import { codeOf, DAY_MS, isoIn, namesOf, newKey, UNKNOWN } from "./key.ts";

describe("every /api-keys route", () => {
  const ROUTES = [
    ["GET", "/api-keys"],
    ["POST", "/api-keys"],
    ["GET", "/api-keys/scopes"],
    ["GET", `/api-keys/${UNKNOWN}`],
    ["PATCH", `/api-keys/${UNKNOWN}`],
    ["DELETE", `/api-keys/${UNKNOWN}`],
    ["POST", `/api-keys/${UNKNOWN}/rotate`],
  ] as const;

  test.each(ROUTES)("D1-062 S4.4 %s %s asks for a session", async (method, path) => {
    const { apiKey } = await newTenant();

    const none = await send(method, path);
    const withKey = await send(method, path, undefined, { "x-api-key": apiKey });
    const withBadKey = await send(method, path, undefined, { "x-api-key": `${apiKey.slice(0, -1)}!` });

    expect([none.status, none.body.error.error_code]).toEqual([401, "AUTHENTICATION_REQUIRED"]);
    expect([withKey.status, withKey.body.error.error_code]).toEqual([403, "PERMISSION_DENIED"]);
    expect([withBadKey.status, withBadKey.body.error.error_code]).toEqual([401, "INVALID_API_KEY"]);
  });

  test.each(ROUTES)("D1-063 %s %s asks for MANAGE_SETTINGS", async (method, path) => {
    const tenant = await newTenant();
    for (const role of ["viewer", "editor", "manager"] as const) {
      const token = await tenant.tokenOf(role);
      const { status, body } = await send(method, path, undefined, { authorization: `Bearer ${token}` });

      expect(status).toBe(403);
      expect(body.error).toMatchObject({
        error_code: "PERMISSION_DENIED",
        details: { required_permission: "MANAGE_SETTINGS" },
      });
    }
  });
});

describe("GET /api-keys", () => {
  test("D1-067 D1-071 S2.4 lists keys newest first, without their values", async () => {
    const { admin, id } = await newKey();
    clock.nowMs += 1;
    await admin.post("/api-keys", { name: "second" });

    const answer = await admin.get("/api-keys");
    const { status, body } = answer;

    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 20, pages: 1, total_pages: 1, next_cursor: null });
    expect(namesOf(answer)).toEqual(["second", "ERP", "Test"]);
    expect(body.items[1].id).toBe(id);
    expect(JSON.stringify(body)).not.toContain("pm_live_");
  });

  test("D1-071 D0.12 pages by number and by cursor", async () => {
    const { admin } = await newTenant();
    for (const name of ["1", "2", "3", "4"]) {
      clock.nowMs += 1;
      await admin.post("/api-keys", { name });
    }

    const first = await admin.get("/api-keys?per_page=2");
    const second = await admin.get(`/api-keys?per_page=2&cursor=${first.body.next_cursor}`);
    const third = await admin.get(`/api-keys?per_page=2&cursor=${second.body.next_cursor}`);

    expect([first, second, third].map(namesOf)).toEqual([["4", "3"], ["2", "1"], ["Test"]]);
    expect(third.body.next_cursor).toBeNull();
    expect(namesOf(await admin.get("/api-keys?per_page=2&page=2"))).toEqual(["2", "1"]);
    expect(namesOf(await admin.get("/api-keys?limit=2&skip=3"))).toEqual(["1", "Test"]);
    expect((await admin.get("/api-keys?per_page=101")).status).toBe(400);
    expect((await admin.get("/api-keys?page=0")).status).toBe(400);
    expect((await admin.get(`/api-keys?include_inactive=1&cursor=${first.body.next_cursor}`)).status).toBe(400);
  });

  test("D1-071 S5.9 shows disabled and expired keys only on request", async () => {
    const { admin, path } = await newKey();
    await admin.post("/api-keys", { name: "short", expires_at: isoIn(1000) });
    await admin.patch(path, { is_active: false });
    clock.nowMs += 1000;

    expect(namesOf(await admin.get("/api-keys"))).toEqual(["Test"]);
    expect((await admin.get("/api-keys?include_inactive=true")).body.total).toBe(3);
    expect((await admin.get("/api-keys?include_inactive=maybe")).status).toBe(400);
  });
});

describe("GET /api-keys/scopes", () => {
  test("S5.3 explains the 14 in the caller's language", async () => {
    const { admin } = await newTenant();

    const { body, headers } = await admin.get("/api-keys/scopes", { "accept-language": "fr" });

    expect(body.total).toBe(14);
    expect(body.scopes.map(({ id }: { id: string }) => id)).toEqual([...SCOPES]);
    expect(body.scopes[0].description).toStartWith("Lire");
    expect(headers.get("content-language")).toBe("fr");
  });
});

describe("GET /api-keys/{key_id}", () => {
  test("D1-072 S5.7 returns what is known, and the last four characters", async () => {
    const expiresAt = isoIn(DAY_MS);
    const { admin, path, id, key } = await newKey({
      description: "Nightly",
      scopes: ["prices:write"],
      rate_limit_per_minute: 60,
      expires_at: expiresAt,
    });

    const { status, body } = await admin.get(path);

    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      name: "ERP",
      description: "Nightly",
      key_hint: key.slice(-4),
      scopes: ["prices:write"],
      expires_at: expiresAt,
      rate_limit_per_minute: 60,
      is_test: false,
      is_active: true,
      created_at: expect.stringMatching(/Z$/),
      rotated_at: null,
    });
  });

  test("S1.4 answers 404 for any id that is no key, and for another tenant's", async () => {
    const { path } = await newKey();
    const other = await newTenant();

    for (const unknown of [path, `/api-keys/${UNKNOWN}`, "/api-keys/none"]) {
      const { status, body } = await other.admin.get(unknown);
      expect(status).toBe(404);
      expect(body.error).toMatchObject({ error_code: "NOT_FOUND", details: { resource: "api_key" } });
    }
  });

  test("D0.12 answers 304 to who has this version", async () => {
    const { admin, path } = await newKey();
    const etag = (await admin.get(path)).headers.get("etag") ?? "";

    expect((await admin.get(path, { "if-none-match": etag })).status).toBe(304);
    await admin.patch(path, { name: "other" });
    expect((await admin.get(path, { "if-none-match": etag })).status).toBe(200);
  });
});

describe("a key", () => {
  test("D1-118 D1-121 is refused when it is unknown, even if it could be one", async () => {
    const { admin, path, key } = await newKey();
    await admin.delete(path);

    expect(await codeOf(key)).toBe("INVALID_API_KEY");
    expect(await codeOf("pm_live_0000000000000000000000000000000000000000")).toBe("INVALID_API_KEY");
  });

  test("D1-078 is found nowhere in the database, even if its creation may be repeated", async () => {
    const { admin } = await newTenant();
    const once = { "idempotency-key": "one" };
    const created = await admin.post("/api-keys", { name: "ERP" }, once);
    const rotated = await admin.post(`/api-keys/${created.body.id}/rotate`, undefined, { "idempotency-key": "two" });
    await admin.post("/api-keys", { name: "ERP" }, once);

    const path = databasePath(services.config);
    const files = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file));

    expect(files.some((bytes) => bytes.includes(created.body.id))).toBe(true);
    for (const { key } of [created.body, rotated.body]) {
      // Nor the part that no one could guess.
      for (const secret of [key, key.slice(8, -6)]) expect(files.some((bytes) => bytes.includes(secret))).toBe(false);
    }
  });
});
