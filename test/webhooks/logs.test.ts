import { describe, expect, test } from "bun:test";
import { beginRetry } from "../../src/webhooks/send/retry-delivery.ts";
import { clock, services } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";
import { expectedSignature, verified } from "./receiver.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A webhook with one event that became undeliverable; its receiver answers the next one so. */
async function givenFailed(next: number, fields: Record<string, unknown> = {}) {
  const given = await newWebhook({ replies: [500, next], max_retries: 0, ...fields });
  await given.makeProduct();
  await deliverAll();
  const [entry] = await given.logs();
  return { ...given, entry, retryPath: `${given.path}/logs/${entry.id}/retry` };
}

describe("POST /webhooks/:webhook_id/test", () => {
  test("D1-037 S6.10 sends a test event of any type, and shows the answer", async () => {
    const { tenant, path, received, webhook, logs } = await newWebhook({
      replies: [{ status: 201, body: "thank\u0000 you\n" }],
      secret: "one",
    });

    const { status, body } = await tenant.post(`${path}/test`);

    expect(status).toBe(200);
    expect(body).toEqual({
      status: "success",
      status_code: 201,
      duration_ms: expect.any(Number),
      response_body: "thank you\n",
    });
    const [delivery] = received();
    expect(delivery?.body).toMatchObject({ event: "test", data: { webhook_id: webhook.id } });
    expect(delivery?.headers["x-pm-signature"]).toBe(expectedSignature(delivery?.raw ?? "", "one"));
    expect((await logs()).map(({ event, attempt, success }) => [event, attempt, success])).toEqual([["test", 1, true]]);
  });

  test("S6.10 a failure is no failure of the call, and is not retried", async () => {
    const { tenant, path, received } = await newWebhook({ replies: [{ status: 500, body: "x".repeat(10_000) }] });

    const { status, body } = await tenant.post(`${path}/test`);
    clock.nowMs += HOUR_MS;
    await deliverAll();

    expect([status, body.status, body.status_code]).toEqual([200, "failed", 500]);
    expect(body.response_body).toBe("x".repeat(4096));
    expect(received().length).toBe(1);
  });

  test("S6.9 goes to a paused webhook too", async () => {
    const { tenant, path, received } = await newWebhook();
    await tenant.post(`${path}/toggle`, { is_active: false });

    expect((await tenant.post(`${path}/test`)).body.status).toBe("success");
    expect(received().length).toBe(1);
  });
});

describe("GET /webhooks/:webhook_id/logs", () => {
  test("D1-038 D1-039 pages the attempts newest first", async () => {
    const { tenant, path, makeProduct } = await newWebhook({ replies: [500, 200] });
    await makeProduct();
    await deliverAll();
    clock.nowMs += MINUTE_MS;
    await deliverAll();

    const { body } = await tenant.get(`${path}/logs`);
    const first = (await tenant.get(`${path}/logs?per_page=1`)).body;
    const second = (await tenant.get(`${path}/logs?per_page=1&cursor=${first.meta.next_cursor}`)).body;

    expect(body.meta).toMatchObject({ total: 2, per_page: 50, page: 1 });
    expect(body.items.map(({ attempt }: { attempt: number }) => attempt)).toEqual([2, 1]);
    expect(Object.keys(body.items[0]).toSorted()).toEqual([
      "attempt",
      "duration_ms",
      "error_message",
      "event",
      "event_id",
      "id",
      "status_code",
      "success",
      "triggered_at",
    ]);
    expect([first.items[0].attempt, second.items[0].attempt]).toEqual([2, 1]);
    expect((await tenant.get(`${path}/logs?per_page=101`)).status).toBe(400);
  });
});

describe("POST /webhooks/:webhook_id/logs/:log_id/retry", () => {
  test("D1-040 S6.8 sends the same event again and answers the new entry", async () => {
    const { tenant, retryPath, received, logs } = await givenFailed(200);

    const { status, body } = await tenant.post(retryPath);

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, attempt: 2, status_code: 200, error_message: null });
    expect(received().length).toBe(2);
    expect(received()[0]?.raw).toBe(received()[1]?.raw ?? "");
    expect((await logs()).map(({ id }) => id)).toContain(body.id);
  });

  test("S6.8 a failure is not retried by itself, and can be tried once more", async () => {
    const { tenant, retryPath, received } = await givenFailed(500);

    const first = (await tenant.post(retryPath)).body;
    clock.nowMs += HOUR_MS;
    await deliverAll();
    const second = (await tenant.post(retryPath)).body;

    expect([first.attempt, second.attempt]).toEqual([2, 3]);
    expect(first.error_message).toBe("HTTP 500; undeliverable");
    expect(received().length).toBe(3);
  });

  test("D1-053 S6.8 requested several times at once it is sent once, and each later attempt counts on", async () => {
    const { tenant, retryPath, received, logs } = await givenFailed(500);

    const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.post(retryPath)));
    await tenant.post(retryPath);
    await tenant.post(retryPath);

    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error.error_code).toBe("INVALID_STATE");
    expect(received().length).toBe(4);
    expect((await logs()).map(({ attempt }) => attempt).toSorted()).toEqual([1, 2, 3, 4]);
  });

  test("S6.8 a replay whose process died is counted, and holds up no later one for good", async () => {
    const { tenant, path, retryPath, entry, received } = await givenFailed(200);
    const webhookId = path.split("/").at(-1) ?? "";
    await services.write(beginRetry, tenant.id, { webhookId, logId: entry.id });

    const during = await tenant.post(retryPath);
    clock.nowMs += HOUR_MS;
    const after = await tenant.post(retryPath);

    expect([during.status, after.status, after.body.attempt]).toEqual([409, 200, 3]);
    expect(received().length).toBe(2);
  });

  test("S6.8 cancels the retries that were to come", async () => {
    const { tenant, retryPath, received } = await givenFailed(500, { max_retries: 3 });

    await tenant.post(retryPath);
    clock.nowMs += HOUR_MS;
    await deliverAll();

    expect(received().length).toBe(2);
  });

  test("D1-041 S6.8 refuses an attempt that succeeded, and a paused webhook", async () => {
    const { tenant, path, makeProduct, logs } = await newWebhook();
    await makeProduct();
    await deliverAll();
    const [entry] = await logs();
    const failed = await givenFailed(200);
    await failed.tenant.post(`${failed.path}/toggle`, { is_active: false });

    const succeeded = await tenant.post(`${path}/logs/${entry.id}/retry`);
    const paused = await failed.tenant.post(failed.retryPath);

    expect([succeeded.status, succeeded.body.error.error_code]).toEqual([409, "DELIVERY_NOT_FAILED"]);
    expect([paused.status, paused.body.error.error_code]).toEqual([409, "WEBHOOK_INACTIVE"]);
    expect(failed.received().length).toBe(1);
  });
});

describe("POST /webhooks/:webhook_id/replay", () => {
  test("sends all again that failed since a time, each with its retries", async () => {
    const given = await newWebhook({ replies: [500, 500, 500, 200], max_retries: 0 });
    await given.makeProduct("Early");
    await deliverAll();
    clock.nowMs += HOUR_MS;
    const since = new Date(clock.nowMs).toISOString();
    await given.makeProduct("One");
    await given.makeProduct("Two");
    await deliverAll();

    const { status, body } = await given.tenant.post(`${given.path}/replay`, { since });
    await deliverAll();

    expect([status, body]).toEqual([200, { replayed: 2, has_more: false }]);
    const names = given.received().map(({ body: { data } }) => data.name);
    expect(names.slice(3).toSorted()).toEqual(["One", "Two"]);
    const again = (await given.tenant.post(`${given.path}/replay`, { since })).body;
    expect(again).toEqual({ replayed: 0, has_more: false });
  });

  test("D1-053 counts on from the attempts that a user requested", async () => {
    const { tenant, path, retryPath, logs } = await givenFailed(500);
    const since = new Date(clock.nowMs - HOUR_MS).toISOString();

    await tenant.post(retryPath);
    const { body } = await tenant.post(`${path}/replay`, { since });
    await deliverAll();

    expect(body.replayed).toBe(1);
    expect((await logs()).map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  });

  test("refuses a paused webhook and a time that is none", async () => {
    const { tenant, path } = await newWebhook();

    expect((await tenant.post(`${path}/replay`, { since: "yesterday" })).status).toBe(422);
    await tenant.post(`${path}/toggle`, { is_active: false });
    const { status, body } = await tenant.post(`${path}/replay`, { since: "2026-01-01T00:00:00Z" });
    expect([status, body.error.error_code]).toEqual([409, "WEBHOOK_INACTIVE"]);
  });
});

describe("POST /webhooks/:webhook_id/rotate-secret", () => {
  test("for a day both secrets verify, then only the new one", async () => {
    const { tenant, path, makeProduct, received } = await newWebhook({ secret: "old secret" });

    const { status, body } = await tenant.post(`${path}/rotate-secret`, {});
    await makeProduct();
    await deliverAll();
    clock.nowMs += 25 * HOUR_MS;
    await makeProduct();
    await deliverAll();

    expect(status).toBe(200);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [during, after] = received();
    const signatures = (delivery = during) => String(delivery?.headers["webhook-signature"]).split(" ");
    expect([signatures(during).length, signatures(after).length]).toEqual([2, 1]);
    const former = Buffer.from("old secret").toString("base64");
    expect([verified(during, body.secret), verified(during, former)]).toEqual([during?.body, during?.body]);
    expect(verified(after, body.secret)).toEqual(after?.body);
    expect(() => verified(after, former)).toThrow();
    expect(during?.headers["x-pm-signature"]).toBe(expectedSignature(during?.raw ?? "", body.secret));
    expect((await tenant.get(path)).body.previous_secret_until).toBeNull();
  });

  test("takes a secret of the caller's", async () => {
    const { tenant, path, makeProduct, received } = await newWebhook();

    const { body } = await tenant.post(`${path}/rotate-secret`, { secret: "mine" });
    await makeProduct();
    await deliverAll();

    expect(body).toMatchObject({ secret: "mine", previous_secret_until: null });
    expect(received()[0]?.headers["x-pm-signature"]).toBe(expectedSignature(received()[0]?.raw ?? "", "mine"));
  });
});
