import { describe, expect, test } from "bun:test";
import { clock } from "../harness.ts";
import { deliverAll, newWebhook, receiver } from "./given.ts";
import { expectedSignature, verified } from "./receiver.ts";

const HOUR_MS = 3_600_000;

describe("a delivery", () => {
  test("D1-043 D1-055 S6.4 emits a new product in a JSON body of four fields", async () => {
    const { makeProduct, received } = await newWebhook();

    const product = await makeProduct("Couteau à pain");
    await deliverAll();

    const [delivery, ...more] = received();
    expect(more).toEqual([]);
    expect(delivery?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event: "product.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { id: product.id, ean: null, name: "Couteau à pain", source: "api" },
    });
    expect(delivery?.headers["content-type"]).toBe("application/json");
  });

  test("D1-045 D0.5 is signed by the documented rule and as Standard Webhooks has it", async () => {
    const secret = "clé secrète n° 1";
    const { makeProduct, received } = await newWebhook({ secret });

    await makeProduct("Étagère");
    await deliverAll();

    const [delivery] = received();
    const raw = delivery?.raw ?? "";
    expect(delivery?.headers["x-pm-signature"]).toBe(expectedSignature(raw, secret));
    expect(delivery?.headers["webhook-id"]).toBe(delivery?.body.id);
    const encoded = Buffer.from(secret, "utf8").toString("base64");
    expect(verified(delivery, encoded)).toEqual(delivery?.body);
    expect(() => verified(delivery && { ...delivery, raw: `${raw} ` }, encoded)).toThrow();
  });

  test("D0.5 takes a secret of Standard Webhooks for what it encodes", async () => {
    const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    const { makeProduct, received } = await newWebhook({ secret });

    await makeProduct();
    await deliverAll();

    const [delivery] = received();
    expect(verified(delivery, secret)).toEqual(delivery?.body);
    expect(delivery?.headers["x-pm-signature"]).toBe(expectedSignature(delivery?.raw ?? "", secret));
  });

  test("S6.11 has no signature without a secret", async () => {
    const { makeProduct, received } = await newWebhook();

    await makeProduct();
    await deliverAll();

    const names = Object.keys(received()[0]?.headers ?? {});
    expect(names).toContain("webhook-id");
    expect(names.filter((name) => name.endsWith("-signature"))).toEqual([]);
  });

  test("D1-046 carries the webhook's own headers, on retries too", async () => {
    const { makeProduct, received } = await newWebhook({ headers: { "X-Shop": "no 1" }, replies: [500, 200] });

    await makeProduct();
    await deliverAll();
    clock.nowMs += 3_000;
    await deliverAll();

    expect(received().map(({ headers }) => headers["x-shop"])).toEqual(["no 1", "no 1"]);
  });

  test("D1-054 goes to who asks for it, and to no other tenant", async () => {
    const requesting = await newWebhook();
    const { body: other } = await requesting.tenant.post("/webhooks", {
      name: "Other",
      url: receiver.url(),
      events: ["product.deleted"],
    });
    const stranger = await newWebhook();

    const { id } = await requesting.makeProduct();
    await requesting.tenant.delete(`/products/${id}`);
    await deliverAll();

    expect(requesting.received().map(({ body }) => body.event)).toEqual(["product.created"]);
    expect(receiver.at(other.url).map(({ body }) => [body.event, body.data.id])).toEqual([["product.deleted", id]]);
    expect(stranger.received()).toEqual([]);
  });

  test("D1-047 a receiver that is slower than it may be has failed", async () => {
    const { makeProduct, logs } = await newWebhook({ replies: ["silence"], timeout_seconds: 1, max_retries: 0 });

    await makeProduct();
    await deliverAll();

    const [entry] = await logs();
    expect(entry).toMatchObject({ success: false, status_code: 0, attempt: 1 });
    expect(entry.error_message).toBe("There was no answer in time; undeliverable");
    expect(entry.duration_ms).toBeWithin(900, 2_000);
  });

  test("D1-033 is not made for a webhook that was deleted", async () => {
    const { makeProduct, received, tenant, path } = await newWebhook();

    await makeProduct();
    await tenant.delete(path);
    await deliverAll();

    expect(received()).toEqual([]);
  });
});

describe("a paused webhook", () => {
  test("D0.4 D1-034 D1-035 gets nothing, and on resume all that was held", async () => {
    const { makeProduct, received, tenant, path } = await newWebhook();
    await makeProduct("Before");
    await deliverAll();
    await tenant.post(`${path}/toggle`, { is_active: false });

    const held = [await makeProduct("One"), await makeProduct("Two")];
    await deliverAll();
    expect(received().length).toBe(1);
    await tenant.post(`${path}/toggle`, { is_active: true });
    await deliverAll();

    const names = received().map(({ body }) => body.data.name);
    expect(names.toSorted()).toEqual(["Before", "One", "Two"]);
    expect(received().map(({ body }) => body.data.id)).toContain(held[0].id);
  });

  test("D0.4 holds for 72 hours; what is older is undeliverable and can be sent again", async () => {
    const { makeProduct, received, logs, tenant, path } = await newWebhook();
    await tenant.post(`${path}/toggle`, { is_active: false });
    await makeProduct("Old");
    clock.nowMs += 73 * HOUR_MS;
    await makeProduct("New");

    await tenant.post(`${path}/toggle`, { is_active: true });
    await deliverAll();

    expect(received().map(({ body }) => body.data.name)).toEqual(["New"]);
    const expired = (await logs()).find(({ success }) => !success);
    expect(expired).toMatchObject({ status_code: 0, attempt: 1 });
    expect(expired.error_message).toEndWith("undeliverable");
    expect((await tenant.post(`${path}/logs/${expired.id}/retry`)).body).toMatchObject({ success: true, attempt: 2 });
    expect(received().map(({ body }) => body.data.name)).toEqual(["New", "Old"]);
  });
});

describe("a receiver that does not answer any more", () => {
  test("D0.5 410 switches its webhook off, with a note in the audit log", async () => {
    const { makeProduct, received, tenant, path, webhook } = await newWebhook({ replies: [410] });

    await makeProduct("One");
    await deliverAll();
    await makeProduct("Two");
    clock.nowMs += HOUR_MS;
    await deliverAll();

    expect(received().length).toBe(1);
    expect((await tenant.get(path)).body).toMatchObject({ is_active: false, disabled_reason: "gone" });
    const { body } = await tenant.admin.get("/audit-log?per_page=1");
    expect(body.items[0]).toMatchObject({
      action: "webhook.disabled",
      resource_id: webhook.id,
      actor: { type: "system" },
      details: { reason: "gone", consecutive_failures: 1 },
    });
    const { body: resumed } = await tenant.post(`${path}/toggle`, { is_active: true });
    expect(resumed).toMatchObject({ is_active: true, disabled_reason: null });
  });

  test("five days of failures and 25 in a row switch it off, neither alone does", async () => {
    const { makeProduct, tenant, path } = await newWebhook({ replies: [500], max_retries: 0 });
    const isActive = async () => (await tenant.get(path)).body.is_active;

    for (let count = 0; count < 24; count++) await makeProduct();
    await deliverAll();
    clock.nowMs += 5 * 24 * HOUR_MS;
    expect(await isActive()).toBe(true);
    await makeProduct();
    await deliverAll();

    expect((await tenant.get(path)).body).toMatchObject({ is_active: false, disabled_reason: "failing" });
  });

  test("25 failures in less than five days leave it on", async () => {
    const { makeProduct, tenant, path } = await newWebhook({ replies: [500], max_retries: 0 });

    for (let count = 0; count < 30; count++) await makeProduct();
    await deliverAll();

    expect((await tenant.get(path)).body.is_active).toBe(true);
  });
});
