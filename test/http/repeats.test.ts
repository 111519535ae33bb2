import { describe, expect, test } from "bun:test";
import { clock, testApp } from "./test-app.ts";

const { withKey } = testApp();
const PATH = "/things/11111111-1111-4111-8111-111111111111";

describe("D0.12 ETag", () => {
  test("If-None-Match answers 304 without a body", async () => {
    const client = withKey();
    const { headers } = await client.get(PATH);
    const tag = headers.get("etag") ?? "";

    const again = await client.get(PATH, { "if-none-match": tag });

    expect(tag).toBe('"7~en"');
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, tag]);
    expect((await client.get(PATH, { "if-none-match": `"x", W/${tag}` })).status).toBe(304);
    expect((await client.get(PATH, { "if-none-match": '"6~en"' })).status).toBe(200);
    expect((await client.get(PATH, { "if-none-match": tag, "accept-language": "fr" })).status).toBe(200);
  });

  test("If-Match refuses to overwrite what has changed", async () => {
    const client = withKey();

    expect((await client.put(PATH, { "if-match": '"7~en"' })).status).toBe(200);
    expect((await client.put(PATH, { "if-match": "*" })).status).toBe(200);
    expect((await client.put(PATH)).status).toBe(200);
    const { status, body } = await client.put(PATH, { "if-match": '"6"' });
    expect([status, body.error.error_code]).toEqual([412, "PRECONDITION_FAILED"]);
  });
});

describe("D0.12 Idempotency-Key", () => {
  const key = () => ({ "idempotency-key": crypto.randomUUID() });

  test("a repeat is answered as the first time, and happens once", async () => {
    const client = withKey();
    const headers = key();

    const first = await client.post("/things/settings", { value: "a" }, headers);
    const again = await client.post("/things/settings", { value: "a" }, headers);

    expect([first.status, first.body]).toEqual([201, { count: 1 }]);
    expect([again.status, again.body]).toEqual([201, { count: 1 }]);
    expect(first.headers.has("idempotent-replayed")).toBe(false);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect((await client.post("/things/settings", { value: "a" })).body).toEqual({ count: 2 });
  });

  test("after 24 hours the key is free for another request, swept or not", async () => {
    const client = withKey();
    const headers = key();
    await client.post("/things/settings", { value: "a" }, headers);

    clock.nowMs += 86_400_000 - 1;
    const within = await client.post("/things/settings", { value: "b" }, headers);
    clock.nowMs += 1;
    const after = await client.post("/things/settings", { value: "b" }, headers);
    const again = await client.post("/things/settings", { value: "b" }, headers);

    expect([within.status, after.status]).toEqual([422, 201]);
    expect(after.headers.has("idempotent-replayed")).toBe(false);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("another body, path or query with the key is refused", async () => {
    const client = withKey();
    const headers = key();
    await client.post("/things/settings", { value: "a" }, headers);

    for (const [path, value] of [
      ["/things/settings", "b"],
      ["/things/settings?x=1", "a"],
      ["/things/twice", "a"],
    ] as const) {
      const { status, body } = await client.post(path, { value }, headers);
      expect([status, body.error.error_code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    }
  });

  test("callers do not share keys", async () => {
    const headers = key();
    await withKey().post("/things/settings", { value: "a" }, headers);

    expect((await withKey().post("/things/settings", { value: "b" }, headers)).status).toBe(201);
  });

  test("two at once happen once", async () => {
    const client = withKey();
    const headers = key();
    const both = await Promise.all([1, 2].map(() => client.post("/things/settings", { value: "a" }, headers)));

    expect(both.map(({ status, body }) => [status, body])).toEqual([
      [201, { count: 1 }],
      [201, { count: 1 }],
    ]);
  });

  test("a request that writes twice repeats both", async () => {
    const client = withKey();

    expect((await client.post("/things/twice", { value: "a" }, key())).body).toEqual({
      first: { count: 1 },
      second: { count: 2 },
    });
  });

  test("what was refused may be repeated corrected", async () => {
    const client = withKey();
    const headers = key();

    expect((await client.post("/things/settings", {}, headers)).status).toBe(422);
    expect((await client.post("/things/settings", { value: "a" }, headers)).status).toBe(201);
  });

  test("an empty answer is repeated too", async () => {
    const client = withKey();
    const headers = key();

    expect((await client.delete(PATH, headers)).status).toBe(204);
    const again = await client.delete(PATH, headers);
    expect([again.status, again.body, again.headers.get("idempotent-replayed")]).toEqual([204, undefined, "true"]);
  });

  test("an upload is repeated as well", async () => {
    const client = withKey();
    const headers = { ...key(), "content-type": "multipart/form-data; boundary=x" };

    expect((await client.post("/things/upload", "--x--", headers)).headers.has("idempotent-replayed")).toBe(false);
    expect((await client.post("/things/upload", "--x--", headers)).headers.get("idempotent-replayed")).toBe("true");
  });

  test("a route whose answer is a secret stores nothing", async () => {
    const client = withKey();
    const headers = key();

    expect((await client.post("/things/secret", { value: "a" }, headers)).body).toEqual({ count: 1 });
    expect((await client.post("/things/secret", { value: "a" }, headers)).body).toEqual({ count: 2 });
  });

  test("a key of more than 255 characters is refused", async () => {
    const { status } = await withKey().post("/things/settings", { value: "a" }, { "idempotency-key": "x".repeat(256) });

    expect(status).toBe(400);
  });
});
