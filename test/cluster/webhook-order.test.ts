import { expect, test } from "bun:test";
import { openReceiver } from "../crash/deliver.ts";
import { newApiKey } from "../servers/service.ts";
import { callerAt, within } from "./caller.ts";
import { startCluster } from "./cluster.ts";
import { AT_ONCE, eventFaults } from "./event-faults.ts";
import { cutAsAnswer } from "./story-traffic.ts";

const [PRODUCTS, CHANGES, KILLS] = [6, 40, 3];
/** More than the clocks of two processes may be apart. */
const PAUSE_MS = 400;
const ANSWERS_AFTER_MS = 30;

test("a webhook is delivered to by one of three processes at a time, in the order of the changes, amid kills and repeats", async () => {
  const cluster = await startCluster({ processes: 3, env: { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" } });
  const receiver = await openReceiver(0.1, Math.random, ANSWERS_AFTER_MS);
  const call = cutAsAnswer(callerAt(cluster.url, { "x-api-key": await newApiKey(cluster.url) }));
  const hook = { name: "Order", url: receiver.url, events: ["product.updated"], max_retries: 10 };
  const { status } = await call("POST", "/webhooks", { ...hook, secret: "a secret of the crash test" });
  expect(status).toBe(201);

  const changes = new Map<string, string[]>();
  const change = async (number: number) => {
    const { body } = await call("POST", "/products", { name: `Product ${number}` });
    const names: string[] = [];
    changes.set(body.id, names);
    while (names.length < CHANGES) {
      const name = `Product ${number} change ${names.length + 1}`;
      const answer = await call("PATCH", `/products/${body.id}`, { name }, { "idempotency-key": name });
      if (answer.status === 200) names.push(name);
      await Bun.sleep(PAUSE_MS);
    }
  };
  const changing = Promise.all(Array.from({ length: PRODUCTS }, (_, number) => change(number)));
  for (let kill = 0; kill < KILLS; kill++) {
    await within(60_000, async () => receiver.first.length > kill * PRODUCTS);
    const member = cluster.members[kill % cluster.members.length];
    await member?.kill("SIGKILL");
    await member?.start();
  }
  await changing;
  await within(180_000, async () => eventFaults(receiver, changes).every((fault) => !fault.includes("not sent")));
  expect(eventFaults(receiver, changes)).toEqual([]);
  expect(receiver.faults).toEqual([]);
  expect(receiver.first).toHaveLength(PRODUCTS * CHANGES);
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(AT_ONCE);
  receiver.close();
  await cluster.stop();
}, 300_000);
