import { expect, test } from "bun:test";
import { testApp } from "./test-app.ts";

/** The statuses of two requests from here that say they come from elsewhere, of which one an address is let through. */
async function statuses(trustProxy: readonly string[]): Promise<number[]> {
  const { stranger } = testApp({ rateLimits: { READ_PUBLIC: { limit: 1, windowSeconds: 60 } }, trustProxy });
  const open = async (address: string) => (await stranger.get("/open", { "x-forwarded-for": address })).status;
  return [await open("1.1.1.1"), await open("2.2.2.2")];
}

test("X-Forwarded-For of a peer that is none of the named proxies is not read", async () => {
  expect(await statuses(["10.0.0.0/8", "192.0.3.7/32"])).toEqual([200, 429]);
});

test("that of a named proxy is, by its address or by its network", async () => {
  expect(await statuses(["10.0.0.0/8", "192.0.2.0/24"])).toEqual([200, 200]);
  expect(await statuses(["192.0.2.1/32"])).toEqual([200, 200]);
});
