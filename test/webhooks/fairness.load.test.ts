import { afterAll, describe, expect, test } from "bun:test";
import { deliver } from "../../workers/webhooks/deliver.ts";
import { type Lane, newLane, nextLane, SLOTS } from "../../workers/webhooks/lane.ts";
import { newTenant, services } from "../harness.ts";
import { newWebhook, receiver } from "./given.ts";

const DEAD = 100;
const EVENTS = 100;

describe("a hundred receivers that never answer", () => {
  const stopping = new AbortController();
  const dead: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    stopping.abort();
    // Whatever delivers next would wait for them.
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
      while (quick.received().length < count && performance.now() - startedAtMs < 5_000) await Bun.sleep(1);
      waitsMs.push(performance.now() - startedAtMs);
    }

    expect(quick.received().length).toBe(EVENTS);
    expect(waitsMs.toSorted((a, b) => a - b).at(-2)).toBeLessThan(1_000);
    // One tenant takes half of the slots at most, whatever it has.
    expect(silent.filter((url) => receiver.at(url).length > 0).length).toBeLessThanOrEqual(SLOTS.sound / 2);
  }, 60_000);
});

describe("nextLane", () => {
  const lanesOf = (...given: Partial<Lane>[]) =>
    new Map(
      given.map((more, index) => {
        const lane = newLane({ tenantId: "a", webhookId: `w${index}`, token: 1, consecutiveFailures: 0 });
        return [`w${index}`, { ...lane, ...more }] as const;
      }),
    );

  test("gives one webhook no more than four requests at once, and one that fails no more than one", () => {
    expect(nextLane(lanesOf({ inFlight: 3 }))?.webhookId).toBe("w0");
    expect(nextLane(lanesOf({ inFlight: 4 }))).toBeUndefined();
    expect(nextLane(lanesOf({ inFlight: 0, failures: 3 }))?.webhookId).toBe("w0");
    expect(nextLane(lanesOf({ inFlight: 1, failures: 3 }))).toBeUndefined();
  });

  test("has no more than 32 requests under way in all", () => {
    const lanes = lanesOf(
      ...Array.from({ length: 200 }, (_, index) => ({ tenantId: `t${index}`, failures: index % 2 === 0 ? 0 : 9 })),
    );
    let begun = 0;
    for (let lane = nextLane(lanes); lane; lane = nextLane(lanes)) {
      lane.inFlight++;
      begun++;
    }

    expect(begun).toBe(32);
  });

  test("leaves slots for a tenant that comes later, and serves it first", () => {
    const lanes = lanesOf(...Array.from({ length: 40 }, (_, index) => ({ tenantId: index < 39 ? "a" : "b" })));
    const own = lanes.get("w39");
    if (own) own.isDry = true;
    for (let lane = nextLane(lanes); lane; lane = nextLane(lanes)) lane.inFlight++;
    const busy = [...lanes.values()].reduce((total, { inFlight }) => total + inFlight, 0);
    if (own) own.isDry = false;

    expect(busy).toBe(SLOTS.sound / 2);
    expect(nextLane(lanes)?.webhookId).toBe("w39");
  });

  test("goes round: what was served last comes last", () => {
    expect(nextLane(lanesOf({ servedAt: 2 }, { servedAt: 1 }, { servedAt: 3 }))?.webhookId).toBe("w1");
  });
});
