import { expect, test } from "bun:test";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import type { Call } from "../doubles/platforms/platform.ts";

const CREATE = "POST /feeds/2021-06-30/feeds";
const amazon = MARKETPLACES.find(({ id }) => id === "amazon") ?? expect.unreachable();

/** A seller's account with a fault, and how many feeds it was sent. */
async function given(fault: Fault, change: (works: WorkStore) => WorkStore = (works) => works) {
  const known = new Map<string, string>();
  const works = change({
    find: async (key) => known.get(key),
    keep: async (key, externalId) => void known.set(key, externalId),
    forget: async (key) => void known.delete(key),
  });
  const { push, shop, shelf } = await openPlatform(amazon, fault, { works });
  const sent = () => shop.asked.filter(({ method, path }) => `${method} ${path}` === CREATE).length;
  return { push: () => push([lamp("SKU-1"), lamp("BAD")]), sent, shelf, known };
}

const SENT_BAD = [{ externalId: "SKU-1" }, { error: "not this one" }];
const busy = { status: 429, headers: { "retry-after": "600" }, json: {} };

test.each([
  ["document", "GET /feeds/2021-06-30/documents/d2"],
  ["contents", "GET /d"],
])("a feed whose report waits for its %s is not sent again", async (_, route) => {
  const { push, sent, known } = await given({
    when: (call: Call) => call.route === route,
    reply: () => busy,
    times: 1,
  });
  await expect(push()).rejects.toBeInstanceOf(PlatformError);
  expect(await push()).toMatchObject(SENT_BAD);
  expect([sent(), known.size]).toEqual([1, 0]);
});

test("a feed that Amazon took and whose answer was lost is found, and not sent again", async () => {
  const { push, sent } = await given({
    when: ({ route }) => route === CREATE,
    reply: (_, real) => {
      real();
      return null;
    },
    times: 1,
  });
  expect(await push()).toMatchObject(SENT_BAD);
  expect(sent()).toBe(1);
});

test("a feed that Amazon did not take goes again, after an answer that was lost as well as after an interruption", async () => {
  const lost = await given({ when: ({ route }) => route === CREATE, reply: () => null, times: 1 });
  expect(await lost.push()).toMatchObject(SENT_BAD);
  expect(lost.sent()).toBe(2);
  const late = await given({ when: ({ route }) => route === CREATE, reply: () => busy, times: 1 });
  await expect(late.push()).rejects.toBeInstanceOf(PlatformError);
  expect(await late.push()).toMatchObject(SENT_BAD);
  expect(late.sent()).toBe(2);
});

test("a push that is killed before it has noted its feed finds it, and does not send it again", async () => {
  let isKilled = false;
  const { push, sent } = await given({ when: () => false, reply: (_, real) => real() }, (works) => ({
    ...works,
    keep: (key, externalId) => {
      if (externalId !== "f1" || isKilled) return works.keep(key, externalId);
      isKilled = true;
      return Promise.reject(new Error("killed"));
    },
  }));
  await expect(push()).rejects.toThrow("killed");
  expect(await push()).toMatchObject(SENT_BAD);
  expect(sent()).toBe(1);
});
