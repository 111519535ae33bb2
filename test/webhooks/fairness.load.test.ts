import { afterAll, describe, expect, test } from "bun:test";
import { deliver } from "../../workers/webhooks/deliver.ts";
import { newQueue, nextQueue, SLOTS, type WebhookQueue } from "../../workers/webhooks/webhook-queue.ts";
import { newTenant, services } from "../harness.ts";
import { newWebhook, receiver } from "./given.ts";

const DEAD = 100;
const EVENTS = 100;
/** What a delivery may take on a busy machine: a part of what the silent ones are waited for. */
const PATIENCE_MS = 10_000;

describe("a hundred receivers that never answer", () => {
  const stopping = new AbortController();
  const dead: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    stopping.abort();
    // Every later delivery would wait for them.
    for (const remove of dead) await remove();
  });

  test("do not delay another tenant's deliveries", async () => {
    const slow = await newTenant();
    const silent = Array.from({ length: DEAD }, () => receiver.url("silence"));
    for (const url of silent) {
      const hook = { name: "Dead", url, events: ["product.created"], timeout_seconds: 60 };
      const { body } = await slow.post("/webhooks", hook);
      dead.push(() => slow.delete(`/webhooks/${body.id}`));
    }
    const quick = await newWebhook();
    for (let count = 0; count < 3; count++) await slow.post("/products", { name: "Knife" });
    void deliver(services, stopping.signal);

    const waitsMs: number[] = [];
    for (let count = 1; count <= EVENTS; count++) {
      const startedAtMs = performance.now();
      await quick.makeProduct();
      while (quick.received().length < count && performance.now() - startedAtMs < PATIENCE_MS) await Bun.sleep(1);
      waitsMs.push(performance.now() - startedAtMs);
    }

    expect(quick.received().length).toBe(EVENTS);
    // The silent ones are waited for a minute.
    expect(Math.max(...waitsMs)).toBeLessThan(PATIENCE_MS);
    // One tenant takes half of the slots at most, with any backlog.
    expect(silent.filter((url) => receiver.at(url).length > 0).length).toBeLessThanOrEqual(SLOTS.healthy / 2);
  }, 60_000);
});

describe("nextLane", () => {
  const queuesOf = (...given: Partial<WebhookQueue>[]) =>
    new Map(
      given.map((more, index) => {
        const queue = newQueue({ tenantId: "a", webhookId: `w${index}`, token: 1, consecutiveFailures: 0 });
        return [`w${index}`, { ...queue, ...more }] as const;
      }),
    );

  test("gives one webhook no more than four requests at once, and one that fails no more than one", () => {
    expect(nextQueue(queuesOf({ inFlight: 3 }))?.webhookId).toBe("w0");
    expect(nextQueue(queuesOf({ inFlight: 4 }))).toBeUndefined();
    expect(nextQueue(queuesOf({ inFlight: 0, failures: 3 }))?.webhookId).toBe("w0");
    expect(nextQueue(queuesOf({ inFlight: 1, failures: 3 }))).toBeUndefined();
  });

  test("has no more than 32 requests under way in all", () => {
    const queues = queuesOf(
      ...Array.from({ length: 200 }, (_, index) => ({ tenantId: `t${index}`, failures: index % 2 === 0 ? 0 : 9 })),
    );
    let begun = 0;
    for (let queue = nextQueue(queues); queue; queue = nextQueue(queues)) {
      queue.inFlight++;
      begun++;
    }

    expect(begun).toBe(32);
  });

  test("leaves slots for a tenant that comes later, and serves it first", () => {
    const queues = queuesOf(...Array.from({ length: 40 }, (_, index) => ({ tenantId: index < 39 ? "a" : "b" })));
    const own = queues.get("w39");
    if (own) own.isDrained = true;
    for (let queue = nextQueue(queues); queue; queue = nextQueue(queues)) queue.inFlight++;
    const busy = [...queues.values()].reduce((total, { inFlight }) => total + inFlight, 0);
    if (own) own.isDrained = false;

    expect(busy).toBe(SLOTS.healthy / 2);
    expect(nextQueue(queues)?.webhookId).toBe("w39");
  });

  test("goes round: what was served last comes last", () => {
    expect(nextQueue(queuesOf({ servedAt: 2 }, { servedAt: 1 }, { servedAt: 3 }))?.webhookId).toBe("w1");
  });
});
