import { describe, expect, test } from "bun:test";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { clock, newTenant } from "../harness.ts";
import { codeOf, DAY_MS, isoIn, newKey, problems, UNKNOWN } from "./key.ts";

describe("POST /api-keys", () => {
  test("D1-064 D1-065 D1-066 makes a live key with the default scopes", async () => {
    const { admin } = await newTenant();

    const { status, body, headers } = await admin.post("/api-keys", { name: "ERP" });

    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/api-keys/${body.id}`);
    expect(Object.keys(body).toSorted()).toEqual(["created_at", "id", "key", "name", "scopes"]);
    expect(body).toMatchObject({ name: "ERP", scopes: ["products:read", "ext:products:read"] });
    expect(body.key).toMatch(/^pm_live_[0-9A-Za-z]{40}$/);
    expect(await codeOf(body.key)).toBe("OK");
  });

  test("D1-066 makes a test key", async () => {
    const { key, admin, path } = await newKey({ is_test: true });

    expect(key).toStartWith("pm_test_");
    expect((await admin.get(path)).body.is_test).toBe(true);
  });

  test("D1-068 takes limits from 1 to 10000", async () => {
    const { admin } = await newTenant();
    const post = (limit: unknown) => admin.post("/api-keys", { name: "ERP", rate_limit_per_minute: limit });

    expect([(await post(1)).status, (await post(10_000)).status]).toEqual([201, 201]);
    for (const limit of [0, 10_001]) {
      const answer = await post(limit);
      expect(answer.status).toBe(422);
      expect(problems(answer)).toEqual([["rate_limit_per_minute", "out_of_range"]]);
    }
  });

  test("D1-069 S5.3 refuses an unknown scope and names the 14", async () => {
    const { admin } = await newTenant();

    const answer = await admin.post("/api-keys", { name: "ERP", scopes: ["products:read", "all"] });

    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([["scopes.1", "invalid_value"]]);
    for (const scope of SCOPES) expect(answer.body.error.details[0].message).toContain(scope);
  });

  test("S5.3 collapses scopes named twice and refuses none", async () => {
    const { admin } = await newTenant();

    const twice = await admin.post("/api-keys", { name: "ERP", scopes: ["prices:read", "prices:read"] });
    const none = await admin.post("/api-keys", { name: "ERP", scopes: [] });

    expect(twice.body.scopes).toEqual(["prices:read"]);
    expect(problems(none)).toEqual([["scopes", "too_short"]]);
  });

  test("S5.7 S5.8 names every field that is wrong", async () => {
    const { admin } = await newTenant();

    const answer = await admin.post("/api-keys", {
      name: "",
      description: "x".repeat(501),
      expires_at: "tomorrow",
      is_test: "yes",
    });

    expect(answer.status).toBe(422);
    expect(problems(answer).toSorted()).toEqual([
      ["description", "too_long"],
      ["expires_at", "invalid_format"],
      ["is_test", "wrong_type"],
      ["name", "too_short"],
    ]);
    expect((await admin.post("/api-keys", {})).body.error.details).toMatchObject([{ field: "name", type: "missing" }]);
    expect(problems(await admin.post("/api-keys", { name: "   " }))).toEqual([["name", "invalid_format"]]);
    expect(problems(await admin.post("/api-keys", { name: "x".repeat(101) }))).toEqual([["name", "too_long"]]);
  });

  test("S5.8 refuses an end that has passed, together with all else that is wrong", async () => {
    const { admin } = await newTenant();

    const answer = await admin.post("/api-keys", { name: "ERP", expires_at: isoIn(-1000) });
    const twice = await admin.post("/api-keys", { name: "", expires_at: isoIn(-1000) });

    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([["expires_at", "out_of_range"]]);
    expect(problems(twice)).toEqual([
      ["name", "too_short"],
      ["expires_at", "out_of_range"],
    ]);
  });

  test("D1-070 D1-121 makes a key that ends when it is said to", async () => {
    const { key } = await newKey({ expires_at: isoIn(DAY_MS) });
    const lasting = await newKey();
    expect(await codeOf(key)).toBe("OK");

    clock.nowMs += DAY_MS;

    expect(await codeOf(key)).toBe("INVALID_API_KEY");
    expect(await codeOf(lasting.key)).toBe("OK");
  });

  test("T13 ignores fields that are not the caller's to set", async () => {
    const other = await newTenant();
    const { admin, id, path } = await newKey({ tenant_id: other.id, id: UNKNOWN, is_active: false, key_hash: "x" });

    expect(id).not.toBe(UNKNOWN);
    expect((await admin.get(path)).body.is_active).toBe(true);
    expect((await other.admin.get("/api-keys")).body.total).toBe(1);
  });
});
