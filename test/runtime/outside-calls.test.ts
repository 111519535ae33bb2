import { expect, test } from "bun:test";
import { refusal } from "../refusal.ts";
import { named, openPool } from "./open-pool.ts";

const OUTSIDE = ["enrichment.generate", "connectors.test", "webhooks.attempt"];

test("what waits for servers of others never goes to a reader, nor anything else to its threads", () => {
  const { call, told } = openPool(2);
  for (let count = 0; count < 10; count++)
    for (const name of [...OUTSIDE, "search.find", "media.make-thumbnails", "exports.stream"]) call(name);
  const isOutside = (each: string) => OUTSIDE.some((name) => each.endsWith(name));
  expect(told.filter(isOutside).length).toBe(30);
  expect(told.filter((each) => each.startsWith("outside") !== isOutside(each))).toEqual([]);
});

test("a tenant whose servers keep it waiting has half of those slots, and learns it; the others have the rest", async () => {
  const { pool, call, told } = openPool(1);
  const held = Array.from({ length: 8 }, () => call("enrichment.generate", "hostile"));
  const refused = await refusal(Promise.resolve().then(() => call("connectors.test", "hostile")));
  expect(refused).toMatchObject({ code: "SYSTEM_SERVICE_UNAVAILABLE" });
  expect(String(refused)).toContain("calls to other servers of your tenant");
  for (let count = 0; count < 8; count++) call("webhooks.attempt", `other ${count}`);
  expect(told.length).toBe(16);
  const full = await refusal(Promise.resolve().then(() => call("web.run", "one more")));
  expect(String(full)).toContain("Too many calls to other servers wait");
  held[0]?.done();
  expect(() => pool.take({ call: named("web.run"), tenantId: "one more" })).not.toThrow();
});

test("a tenant has half of the slots of searches once another wants one; alone it has all for quick ones", () => {
  const { call, report, told } = openPool(1, 4);
  const held = Array.from({ length: 6 }, () => call("products.page", "many"));
  report(0, "ready");
  expect(told.length).toBe(4);
  call("search.find", "other");
  held[0]?.done();
  expect(told.at(-1)).toBe("reader 0: search.find");
  held[1]?.done();
  expect(told.length).toBe(5); // two of its own are still under way
  held[2]?.done();
  expect(told.slice(5)).toEqual(["reader 0: products.page"]);
});
