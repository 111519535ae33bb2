import { describe, expect, test } from "bun:test";
import { translate } from "../../src/http/output/messages.ts";
import { CallQueue } from "../../src/runtime/calls/call-queue.ts";
import { refusal } from "../refusal.ts";
import { named } from "./open-pool.ts";

/** A queue of two slots in which each call is expected to take 100 ms. */
function given() {
  const queue = new CallQueue({ capacity: 2, now: () => 0 });
  const add = (name: string, tenantId: string) => {
    const key = named(name).queuedAs;
    if (!key) throw new Error(`${name} is not queued`);
    queue.refuseWhenLong(tenantId, key);
    queue.add(name, tenantId, () => undefined);
  };
  for (const name of ["search.find", "products.count", "pricing.sources"]) {
    queue.add(name, "before", () => undefined);
    queue.startNext();
    queue.ended(name, "before", 100);
  }
  const fill = (name: string, tenantId: string) =>
    refusal(
      Promise.resolve().then(() => {
        for (let count = 0; count < 100; count++) add(name, tenantId);
      }),
    );
  return { add, fill };
}

describe("a queue that is too long", () => {
  test.each([
    ["search.find", "Too many searches of your tenant", "recherches"],
    ["products.count", "Too many lists and counts of products of your tenant", "listes et comptages de produits"],
    ["pricing.sources", "Too many price analyses of your tenant", "analyses de prix"],
  ] as const)("refuses %s by its own name", async (name, words, french) => {
    const refused = await given().fill(name, "many");
    expect(String(refused)).toContain(words);
    expect(String(refused)).toContain("half of the places");
    const { options } = refused as unknown as { options: { key: never; params: never } };
    expect(translate("fr", options.key, options.params)).toContain(french);
  });

  test("of one tenant leaves the others their half", async () => {
    const { add, fill } = given();
    await fill("search.find", "many");
    expect(() => add("search.find", "other")).not.toThrow();
  });

  test("of many tenants refuses all, by operation", async () => {
    const { add, fill } = given();
    for (const tenantId of ["one", "two", "three"]) await fill("search.find", tenantId);
    expect(() => add("pricing.sources", "four")).toThrow("Too many price analyses wait for an answer");
  });
});

test("a tenant whose calls have ended leaves the others all slots, for any fractions of time these took", () => {
  const queue = new CallQueue({ capacity: 4 });
  for (const tookMs of [0.1, 0.7, 0.3]) {
    queue.add("search.find", "first", () => undefined);
    queue.add("search.find", "first", () => undefined);
    queue.startNext();
    queue.startNext();
    queue.ended("search.find", "first", tookMs);
    queue.ended("search.find", "first", tookMs / 3);
  }
  let started = 0;
  for (let count = 0; count < 4; count++) queue.add("search.find", "second", () => started++);
  while (queue.canStart) queue.startNext();
  expect(started).toBe(4);
});
