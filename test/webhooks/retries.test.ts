import { describe, expect, test } from "bun:test";
import { retryDelayMs } from "../../src/webhooks/send/attempt.ts";
import { DeliveryScheduler } from "../../workers/webhooks/delivery-scheduler.ts";
import { clock, services } from "../harness.ts";
import { deliverAll, newWebhook } from "./given.ts";

const SECOND_MS = 1_000;

/** Moves the clock in small steps until something is delivered; answers how long that took, in milliseconds. */
async function waitForNext(received: () => unknown[], stepMs: number, limitMs: number): Promise<number> {
  const before = received().length;
  const startedAtMs = clock.nowMs;
  while (received().length === before && clock.nowMs - startedAtMs < limitMs) {
    clock.nowMs += stepMs;
    await deliverAll();
  }
  return clock.nowMs - startedAtMs;
}

const TWO_DAYS_MS = 2 * 86_400_000;

describe("retries", () => {
  test("do not wait for a clock that was set back", async () => {
    const { makeProduct, received } = await newWebhook({ replies: [500, 200], max_retries: 3 });
    await makeProduct();
    await deliverAll();
    expect(received().length).toBe(1);

    clock.nowMs -= TWO_DAYS_MS;
    await new DeliveryScheduler(services, "keeper").renew();
    await deliverAll();

    expect(received().length).toBe(2);
    clock.nowMs += TWO_DAYS_MS;
  });

  test("D1-048 D1-049 D1-050 D1-053 D0.5 ten of them climb the ladder to five minutes, then it is undeliverable", async () => {
    const { makeProduct, received, logs } = await newWebhook({ replies: [500], max_retries: 10 });
    await makeProduct();
    await deliverAll();

    const waitsMs: number[] = [];
    for (let retry = 1; retry <= 10; retry++) {
      const idealMs = Math.min(300, 2 ** retry) * SECOND_MS;
      waitsMs.push(await waitForNext(received, idealMs / 20, idealMs * 2));
    }

    for (const [index, waitMs] of waitsMs.entries()) {
      const idealMs = Math.min(300, 2 ** (index + 1)) * SECOND_MS;
      // Up to one step late.
      expect(waitMs).toBeWithin(idealMs * 0.8, Math.min(idealMs * 1.2, 300 * SECOND_MS) + idealMs / 20 + 1);
    }
    expect(received().length).toBe(11);
    const entries = (await logs()).toReversed();
    expect(entries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(entries.map(({ error_message }) => error_message)).toEqual([
      ...Array(10).fill("HTTP 500"),
      "HTTP 500; undeliverable",
    ]);
    clock.nowMs += 24 * 3600 * SECOND_MS;
    await deliverAll();
    expect(received().length).toBe(11);
  });

  test.each([
    [0, 1],
    [2, 3],
  ])("D1-050 D1-052 S6.6 with %i retries there are %i requests", async (retries, requests) => {
    const { makeProduct, received } = await newWebhook({ replies: [503], max_retries: retries });

    await makeProduct();
    for (let round = 0; round < 6; round++) {
      await deliverAll();
      clock.nowMs += 400 * SECOND_MS;
    }

    expect(received().length).toBe(requests);
  });

  test("D1-051 S6.7 success ends them; each attempt had the same id and the same bytes", async () => {
    const { makeProduct, received, logs } = await newWebhook({ replies: [500, 302, 404, 200] });

    await makeProduct();
    for (let round = 0; round < 8; round++) {
      await deliverAll();
      clock.nowMs += 30 * SECOND_MS;
    }

    expect(received().length).toBe(4);
    expect(new Set(received().map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(received().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    const entries = (await logs()).toReversed();
    expect(entries.map((entry) => [entry.attempt, entry.status_code, entry.success, entry.error_message])).toEqual([
      [1, 500, false, "HTTP 500"],
      [2, 302, false, "HTTP 302"],
      [3, 404, false, "HTTP 404"],
      [4, 200, true, null],
    ]);
    expect(new Set(entries.map(({ event_id }) => event_id))).toEqual(new Set([received()[0]?.body.id]));
  });

  test("D0.5 a receiver may ask for a longer wait", async () => {
    const busy = { status: 429, headers: { "retry-after": "100" } };
    const { makeProduct, received } = await newWebhook({ replies: [busy, 200] });
    await makeProduct();
    await deliverAll();

    clock.nowMs += 99 * SECOND_MS;
    await deliverAll();
    const early = received().length;
    clock.nowMs += 2 * SECOND_MS;
    await deliverAll();

    expect([early, received().length]).toEqual([1, 2]);
  });

  test.each([
    [1, 1, null, 2_000],
    [1, 0.8, null, 1_600],
    [3, 1.2, null, 9_600],
    [8, 1, null, 256_000],
    [9, 1.2, null, 300_000],
    [9, 0.8, null, 240_000],
    [10, 1, null, 300_000],
    [1, 1, 60_000, 60_000],
    [1, 1, 3_600_000, 300_000],
    [5, 1, 1_000, 32_000],
  ])("retry %i with the factor %d and Retry-After %p waits %i ms", (retry, jitter, requests, expected) => {
    expect(retryDelayMs(retry, jitter, requests)).toBe(expected);
  });
});
