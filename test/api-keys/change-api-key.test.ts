import { describe, expect, test } from "bun:test";
import { newRawKey } from "../../src/identity/api-keys/raw-key.ts";
import { clientWith, newTenant } from "../harness.ts";
import { codeOf, DAY_MS, isoIn, newKey, problems } from "./key.ts";

describe("PATCH /api-keys/{key_id}", () => {
  test("D1-073 changes what is sent and nothing else", async () => {
    const { admin, path } = await newKey({ description: "Nightly", rate_limit_per_minute: 60 });
    const before = (await admin.get(path)).body;

    const { status, body } = await admin.patch(path, { name: "Shop", description: null, rate_limit_per_minute: null });

    expect(status).toBe(200);
    expect(body).toEqual({ ...before, name: "Shop", description: null, rate_limit_per_minute: null });
    expect((await admin.get(path)).body).toEqual(body);
  });

  test("D1-073 D1-119 gives other scopes from the next call on", async () => {
    const { admin, path, key } = await newKey({ scopes: ["products:read"] });
    expect((await clientWith({ "x-api-key": key }).get("/auth/test")).body.scopes).toEqual(["products:read"]);

    await admin.patch(path, { scopes: ["prices:read", "prices:read"] });

    expect((await clientWith({ "x-api-key": key }).get("/auth/test")).body.scopes).toEqual(["prices:read"]);
  });

  test("D1-074 refuses a disabled key, and takes it again once it is enabled", async () => {
    const { admin, path, key } = await newKey();
    expect(await codeOf(key)).toBe("OK");

    await admin.patch(path, { is_active: false });
    expect(await codeOf(key)).toBe("INVALID_API_KEY");
    expect((await admin.get(path)).body.is_active).toBe(false);

    await admin.patch(path, { is_active: true });
    expect(await codeOf(key)).toBe("OK");
  });

  test("S5.8 sets, moves and removes the end", async () => {
    const { admin, path } = await newKey();

    expect(problems(await admin.patch(path, { expires_at: isoIn(-1000) }))).toEqual([["expires_at", "out_of_range"]]);
    expect((await admin.patch(path, { expires_at: isoIn(DAY_MS) })).body.expires_at).toBe(isoIn(DAY_MS));
    expect((await admin.patch(path, { expires_at: null })).body.expires_at).toBeNull();
  });

  test("refuses what is invalid and changes nothing", async () => {
    const { admin, path } = await newKey();

    const answer = await admin.patch(path, { name: null, scopes: [], rate_limit_per_minute: 1.5 });

    expect(answer.status).toBe(422);
    expect(problems(answer).map(([field]: string[]) => field)).toEqual(["name", "scopes", "rate_limit_per_minute"]);
    expect((await admin.get(path)).body.name).toBe("ERP");
  });

  test("does not reach another tenant's key", async () => {
    const { admin, path } = await newKey();
    const other = await newTenant();

    expect((await other.admin.patch(path, { is_active: false })).status).toBe(404);
    expect((await admin.get(path)).body.is_active).toBe(true);
  });

  test("D0.12 refuses a version that is not the newest", async () => {
    const { admin, path } = await newKey();
    const etag = (await admin.get(path)).headers.get("etag") ?? "";
    const first = await admin.patch(path, { name: "first" }, { "if-match": etag });

    const second = await admin.patch(path, { name: "second" }, { "if-match": etag });

    expect(first.status).toBe(200);
    expect([second.status, second.body.error.error_code]).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await admin.delete(path, undefined, { "if-match": etag })).status).toBe(412);
    expect((await admin.post(`${path}/rotate`, undefined, { "if-match": etag })).status).toBe(412);
    expect((await admin.delete(path, undefined, { "if-match": first.headers.get("etag") ?? "" })).status).toBe(204);
  });
});

describe("DELETE /api-keys/{key_id}", () => {
  test("D1-075 S5.9 revokes for good and at once", async () => {
    const { admin, path, key } = await newKey();
    expect(await codeOf(key)).toBe("OK");

    const { status, body } = await admin.delete(path);

    expect([status, body]).toEqual([204, undefined]);
    expect(await codeOf(key)).toBe("INVALID_API_KEY");
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.patch(path, { is_active: true })).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.get("/api-keys?include_inactive=true")).body.total).toBe(1);
  });

  test("does not reach another tenant's key", async () => {
    const { path, key } = await newKey();

    expect((await (await newTenant()).admin.delete(path)).status).toBe(404);
    expect(await codeOf(key)).toBe("OK");
  });
});

test("S5.9 a key that opens nothing is answered alike, for any reason", async () => {
  const errorOf = async (key: string) => {
    const { body, status } = await clientWith({ "x-api-key": key }).get("/auth/test");
    const { request_id: _, timestamp: __, ...error } = body.error;
    return { status, ...error };
  };
  const { admin, path, key } = await newKey();
  const { admin: other, path: otherPath, key: otherKey } = await newKey();
  const unknown = await errorOf(newRawKey(false).key);
  await admin.patch(path, { is_active: false });
  const disabled = await errorOf(key);
  await admin.delete(path);
  const revoked = await errorOf(key);
  const rotated = (await other.post(`${otherPath}/rotate`)).status;

  expect(unknown).toMatchObject({ status: 401, error_code: "INVALID_API_KEY" });
  expect(rotated).toBe(200);
  expect([disabled, revoked, await errorOf(otherKey)]).toEqual([unknown, unknown, unknown]);
  // This is said of what is no key at all.
  expect((await errorOf(`${key.slice(0, -2)}00`)).message).toStartWith("This is not an API key");
});

describe("POST /api-keys/{key_id}/rotate", () => {
  test("D1-076 gives another value and keeps the rest", async () => {
    const { admin, path, id, key } = await newKey({ scopes: ["prices:read"], rate_limit_per_minute: 60 });
    const before = (await admin.get(path)).body;
    expect(await codeOf(key)).toBe("OK");

    const { status, body } = await admin.post(`${path}/rotate`);

    expect(status).toBe(200);
    expect(body).toEqual({ id, key: expect.any(String), rotated_at: expect.any(String) });
    expect(await codeOf(key)).toBe("INVALID_API_KEY");
    expect(await codeOf(body.key)).toBe("OK");
    const after = { ...before, rotated_at: body.rotated_at, key_hint: body.key.slice(-4) };
    expect((await admin.get(path)).body).toEqual(after);
  });

  test("T12 a rotated value is refused on the very next request, each time", async () => {
    const { admin, path, key } = await newKey();
    let last = key;
    for (let count = 0; count < 25; count++) {
      expect(await codeOf(last)).toBe("OK");
      const { body } = await admin.post(`${path}/rotate`);
      expect(await codeOf(last)).toBe("INVALID_API_KEY");
      last = body.key;
    }
  });

  test("D1-077 switches the kind on request, and leaves it otherwise", async () => {
    const { admin, path } = await newKey();
    const rotate = async (query = "") => (await admin.post(`${path}/rotate${query}`)).body.key.slice(0, 8);

    expect(await rotate("?is_test=true")).toBe("pm_test_");
    expect(await rotate()).toBe("pm_test_");
    expect((await admin.get(path)).body.is_test).toBe(true);
    expect(await rotate("?is_test=false")).toBe("pm_live_");
    expect((await admin.post(`${path}/rotate?is_test=maybe`)).status).toBe(400);
  });

  test("S5.10 rotates a disabled key, which stays disabled", async () => {
    const { admin, path } = await newKey();
    await admin.patch(path, { is_active: false });

    const { status, body } = await admin.post(`${path}/rotate`);

    expect(status).toBe(200);
    expect(await codeOf(body.key)).toBe("INVALID_API_KEY");
  });

  test("does not reach another tenant's key", async () => {
    const { path, key } = await newKey();

    expect((await (await newTenant()).admin.post(`${path}/rotate`)).status).toBe(404);
    expect(await codeOf(key)).toBe("OK");
  });
});
