import { describe, expect, test } from "bun:test";
import { text } from "../../db/rows.ts";
import { EVENT_TYPES } from "../../src/vocabulary.ts";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";
import { newWebhook } from "./given.ts";

const BODY = { name: "Shop", url: "https://r1.receiver.test/hook", events: ["product.created"] };

describe("GET /webhooks/events", () => {
  test("D1-017 D1-018 S6.1 lists each event type once", async () => {
    const { get } = await newTenant();

    const { status, body } = await get("/webhooks/events");

    expect(status).toBe(200);
    expect(body).toEqual({ events: [...EVENT_TYPES], total: 13 });
    expect(new Set(body.events).size).toBe(13);
  });
});

describe("POST /webhooks", () => {
  test("D1-019 D1-020 D1-027 makes an active webhook with the defaults", async () => {
    const { post } = await newTenant();

    const { status, body, headers } = await post("/webhooks", BODY);

    expect(status).toBe(201);
    expect(body).toEqual({
      ...BODY,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      headers: {},
      max_retries: 3,
      timeout_seconds: 10,
      is_active: true,
      disabled_reason: null,
      has_secret: true,
      generated_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previous_secret_until: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(headers.get("location")).toBe(`/api/v1/webhooks/${body.id}`);
  });

  const BAD: [string, Record<string, unknown>, string[]][] = [
    ["D1-021 -1 retries", { max_retries: -1 }, ["max_retries"]],
    ["D1-021 11 retries", { max_retries: 11 }, ["max_retries"]],
    ["D1-022 no second", { timeout_seconds: 0 }, ["timeout_seconds"]],
    ["D1-022 61 seconds", { timeout_seconds: 61 }, ["timeout_seconds"]],
    ["D1-023 http", { url: "http://shop.example.com/" }, ["url"]],
    ["D1-023 no address", { url: "shop" }, ["url"]],
    ["D1-024 this machine", { url: "https://localhost/" }, ["url"]],
    ["D1-024 a private network", { url: "https://10.0.0.1/" }, ["url"]],
    ["D1-025 an unknown event", { events: ["product.eaten"] }, ["events.0"]],
    ["S6.1 every event", { events: ["*"] }, ["events.0"]],
    ["D1-025 no event", { events: [] }, ["events"]],
    ["S6.11 no name", { name: "" }, ["name"]],
    ["S6.11 a long name", { name: "x".repeat(101) }, ["name"]],
    ["S6.11 an empty secret", { secret: "" }, ["secret"]],
    ["S6.11 a long secret", { secret: "x".repeat(257) }, ["secret"]],
    ["S6.11 a reserved header", { headers: { Host: "x" } }, ["headers.Host"]],
    ["S6.11 our signature", { headers: { "x-pm-signature": "x" } }, ["headers.x-pm-signature"]],
    ["S6.11 the content type", { headers: { "Content-Type": "x" } }, ["headers.Content-Type"]],
    ["S6.11 the length", { headers: { "content-length": "1" } }, ["headers.content-length"]],
    ["D0.5 the id of Standard Webhooks", { headers: { "Webhook-Id": "x" } }, ["headers.Webhook-Id"]],
    ["a header that ends its line", { headers: { "x-a": "1\r\nx-b: 2" } }, ["headers.x-a"]],
    ["a header's name with a blank", { headers: { "x a": "1" } }, ["headers.x a"]],
    ["a header's name with a line", { headers: { "x-a\r\nx-b": "1" } }, ["headers.x-a\r\nx-b"]],
  ];
  test.each(BAD)("refuses %s", async (_, fields, wrong) => {
    const { post, get } = await newTenant();

    const answer = await post("/webhooks", { ...BODY, ...fields });

    expect([answer.status, answer.body.error?.error_code]).toEqual([422, "VALIDATION_FAILED"]);
    expect(faults(answer)).toEqual(wrong);
    expect((await get("/webhooks")).body.meta.total).toBe(0);
  });

  test("D1-145 S8.6 names all that is wrong at once, what no schema says as well", async () => {
    const { post, patch } = await newTenant();
    const wrong = { name: "", url: "http://10.0.0.1/", events: [], max_retries: 11, headers: { Host: "x" } };
    const { body: made } = await post("/webhooks", BODY);
    const fields = ["events", "headers.Host", "max_retries", "name", "url"];

    expect(faults(await post("/webhooks", wrong)).toSorted()).toEqual(fields);
    expect(faults(await patch(`/webhooks/${made.id}`, wrong)).toSorted()).toEqual(fields);
  });

  test("D1-021 D1-022 takes the limits themselves", async () => {
    const { post } = await newTenant();

    const least = await post("/webhooks", { ...BODY, max_retries: 0, timeout_seconds: 1 });
    const most = await post("/webhooks", { ...BODY, max_retries: 10, timeout_seconds: 60 });

    expect([least.status, most.status]).toEqual([201, 201]);
  });

  test("S6.3 takes a name that cannot be resolved now", async () => {
    const { post } = await newTenant();

    expect((await post("/webhooks", { ...BODY, url: "https://not-yet.example.com/hook" })).status).toBe(201);
  });

  test("D1-026 S6.11 keeps the secret encrypted and never shows it", async () => {
    const secret = "a secret that is nobody's";
    const { tenant, path, webhook } = await newWebhook({ secret });

    const shown = [
      webhook,
      (await tenant.get(path)).body,
      (await tenant.get("/webhooks")).body,
      (await tenant.patch(path, { name: "Other" })).body,
      (await tenant.post(`${path}/toggle`, { is_active: false })).body,
    ];
    const stored = await tenant.db.all("select sealed from secret where tenant_id = :tenant", {}, (row) =>
      text(row, "sealed"),
    );

    expect(webhook.has_secret).toBe(true);
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(stored.length).toBe(1);
    expect(stored.join()).not.toContain(secret);
  });
});

describe("GET /webhooks", () => {
  test("D1-028 D1-029 pages newest first and leaves out paused ones on request", async () => {
    const { tenant, webhook } = await newWebhook();
    const { body: second } = await tenant.post("/webhooks", BODY);
    await tenant.post(`/webhooks/${second.id}/toggle`, { is_active: false });

    const all = (await tenant.get("/webhooks")).body;
    const active = (await tenant.get("/webhooks?active_only=true")).body;
    const first = (await tenant.get("/webhooks?per_page=1")).body;
    const rest = (await tenant.get(`/webhooks?per_page=1&cursor=${first.meta.next_cursor}`)).body;

    expect(all.items.map(({ id }: { id: string }) => id).toSorted()).toEqual([webhook.id, second.id].toSorted());
    expect(all.meta).toMatchObject({ total: 2, page: 1, per_page: 50 });
    expect(active.items.map(({ id }: { id: string }) => id)).toEqual([webhook.id]);
    expect([first.items[0].id, rest.items[0].id].toSorted()).toEqual([webhook.id, second.id].toSorted());
    expect(rest.meta.next_cursor).toBeNull();
    expect((await tenant.get("/webhooks?per_page=101")).status).toBe(400);
  });
});

describe("GET /webhooks/:webhook_id", () => {
  test("D1-030 D0.12 answers the whole configuration, and 304 to who has it", async () => {
    const { tenant, path, webhook } = await newWebhook({ headers: { "X-Shop": "1" } });

    const { status, body, headers } = await tenant.get(path);
    const again = await tenant.get(path, { "if-none-match": headers.get("etag") ?? "" });

    expect([status, body]).toEqual([200, webhook]);
    expect(body.headers).toEqual({ "X-Shop": "1" });
    expect(again.status).toBe(304);
  });
});

describe("PATCH /webhooks/:webhook_id", () => {
  test("D1-031 S6.9 changes what is sent and nothing else", async () => {
    const { tenant, path, webhook } = await newWebhook();
    const change = { name: "New", events: ["product.deleted"], max_retries: 5, headers: { a: "b" }, is_active: false };

    const { status, body } = await tenant.patch(path, change);

    expect(status).toBe(200);
    expect(body).toEqual({ ...webhook, ...change });
    expect((await tenant.get(path)).body).toEqual(body);
  });

  test.each([
    { max_retries: 11 },
    { timeout_seconds: 0 },
    { url: "http://shop.example.com/" },
    { url: "https://127.0.0.1/" },
    { events: ["nothing"] },
    { events: [] },
    { headers: { host: "x" } },
  ])("D1-032 refuses %j as create does", async (change) => {
    const { tenant, path, webhook } = await newWebhook();

    const answer = await tenant.patch(path, change);

    expect([answer.status, answer.body.error.error_code]).toEqual([422, "VALIDATION_FAILED"]);
    expect((await tenant.get(path)).body).toEqual(webhook);
  });

  test("S6.11 null removes the secret", async () => {
    const { tenant, path } = await newWebhook({ secret: "one" });

    expect((await tenant.patch(path, { secret: null })).body.has_secret).toBe(false);
    expect((await tenant.patch(path, { secret: "two" })).body.has_secret).toBe(true);
  });

  test("D0.12 refuses a version that is deleted, and a change to what is there makes none", async () => {
    const { tenant, path } = await newWebhook();
    const etag = (await tenant.get(path)).headers.get("etag") ?? "";

    const same = await tenant.patch(path, { name: "Shop" }, { "if-match": etag });
    const changed = await tenant.patch(path, { name: "Other" }, { "if-match": etag });
    const late = await tenant.patch(path, { name: "Third" }, { "if-match": etag });

    expect(same.headers.get("etag")).toBe(etag);
    expect([changed.status, late.status]).toEqual([200, 412]);
  });
});

describe("POST /webhooks/:webhook_id/toggle", () => {
  test("D1-036 needs a boolean", async () => {
    const { tenant, path } = await newWebhook();

    expect((await tenant.post(`${path}/toggle`, {})).status).toBe(422);
    expect((await tenant.post(`${path}/toggle`, { is_active: "maybe" })).status).toBe(422);
  });
});

describe("DELETE /webhooks/:webhook_id", () => {
  test("D1-033 removes it with its secret", async () => {
    const { tenant, path } = await newWebhook({ secret: "one" });

    expect((await tenant.delete(path)).status).toBe(204);

    expect((await tenant.get(path)).status).toBe(404);
    expect(await tenant.db.all("select field from secret where tenant_id = :tenant", {}, (row) => row)).toEqual([]);
  });
});

test("each change is in the audit log, without secrets", async () => {
  const { tenant, path, webhook } = await newWebhook({ secret: "one" });
  await tenant.patch(path, { name: "Other", timeout_seconds: 9, secret: "two" });
  await tenant.post(`${path}/toggle`, { is_active: false });
  await tenant.post(`${path}/toggle`, { is_active: false });
  await tenant.post(`${path}/toggle`, { is_active: true });
  await tenant.post(`${path}/rotate-secret`, {});
  await tenant.delete(path);

  const { body } = await tenant.admin.get(`/audit-log?resource=webhook&resource_id=${webhook.id}`);

  expect(body.items.map(({ action }: { action: string }) => action).toReversed()).toEqual([
    "webhook.created",
    "webhook.changed",
    "webhook.paused",
    "webhook.resumed",
    "webhook.secret_rotated",
    "webhook.deleted",
  ]);
  expect(body.items.at(-2).details).toEqual({ changed: ["name", "timeout_seconds", "secret"] });
});
