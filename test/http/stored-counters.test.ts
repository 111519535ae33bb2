import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { AnyMutation } from "../../db/ports.ts";
import type { Tier } from "../../src/config/tiers.ts";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import { openStoredLimiter, storeCounters } from "../../src/http/observe/stored-counters.ts";
import { openLog } from "../../src/runtime/log.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";
import { principal } from "./test-app.ts";

const log = openLog("silent", "test");
const config = { rateLimits: {}, rateLimitDisabled: false };
const rowOf = (row: Record<string, unknown>) => `${row["counter"]} ${row["caller"]}`;

/** Processes that follow each other on one database. */
async function given() {
  const clock = { nowMs: 1_700_000_012_345 };
  const now = () => clock.nowMs;
  const mutations = new Map<string, AnyMutation>([[storeCounters.name, storeCounters]]);
  const database = await openFileDatabase(mutations, { now, newId }, join(temporaryFolder(), "counters.db"));
  const stored = () => database.reader("*").all("select counter, caller from rate_limit_counter", {}, rowOf);
  return {
    clock,
    stored,
    start: (more = {}) => openStoredLimiter({ ...database, config, log, now, newId, steadyNow: now, ...more }),
  };
}

describe("after a restart", () => {
  test.each([
    ["AUTH_LOGIN", 5],
    ["AUTH_PASSWORD_RESET", 3],
    ["AUTH_REGISTER", 3],
    ["AUTH_REFRESH", 30],
    ["AUTH_LOGOUT", 30],
  ] as [Tier, number][])("D0.9 %s goes on counting, to the millisecond", async (tier, limit) => {
    const { clock, start } = await given();
    const first = await start();
    for (let count = 0; count < limit; count++) first.limiter.takeAnonymous(tier, "address:192.0.2.1 a@b.fr");
    await first.close();
    clock.nowMs += 30_000;

    const { limiter, close } = await start();

    const state = limiter.takeAnonymous(tier, "address:192.0.2.1 a@b.fr");
    const windowSeconds = state?.windowSeconds ?? 0;
    expect(state?.retryAfterSeconds).toBe(windowSeconds - 30);
    expect(limiter.takeAnonymous(tier, "address:192.0.2.2 a@b.fr")?.remaining).toBe(limit - 1);
    clock.nowMs += (windowSeconds - 30) * 1000 - 1;
    expect(limiter.takeAnonymous(tier, "address:192.0.2.1 a@b.fr")?.retryAfterSeconds).toBe(1);
    clock.nowMs += 1;
    expect(limiter.takeAnonymous(tier, "address:192.0.2.1 a@b.fr")?.retryAfterSeconds).toBeUndefined();
    await close();
  });

  test("T31 D0.9 S34.2 AI_BATCH goes on counting, each operation separately", async () => {
    const { start } = await given();
    const key = principal();
    const first = await start();
    first.limiter.take("AI_BATCH", key, "create");
    first.limiter.take("AI_BATCH", key, "start");
    first.limiter.giveBack("AI_BATCH", key, "start");
    await first.close();

    const { limiter, close } = await start();

    expect(limiter.take("AI_BATCH", key, "create")?.retryAfterSeconds).toBe(3600);
    expect(limiter.take("AI_BATCH", key, "start")?.retryAfterSeconds).toBeUndefined();
    await close();
  });

  test("times that lie ahead of a clock that was set back do not count", async () => {
    const { clock, start } = await given();
    const first = await start();
    for (let count = 0; count < 5; count++) first.limiter.takeAnonymous("AUTH_LOGIN", "address:2");
    await first.close();
    clock.nowMs -= 2 * 86_400_000;

    const { limiter, close } = await start();

    expect(limiter.takeAnonymous("AUTH_LOGIN", "address:2")?.remaining).toBe(4);
    await close();
  });

  test("what is stored comes from the machine's clock, also after it was set back", async () => {
    const { clock, start } = await given();
    const steady = { nowMs: clock.nowMs };
    const first = await start({ steadyNow: () => steady.nowMs });
    clock.nowMs -= 2 * 86_400_000;
    for (let count = 0; count < 5; count++) first.limiter.takeAnonymous("AUTH_LOGIN", "address:3");
    await first.close();

    const { limiter, close } = await start();

    expect(limiter.takeAnonymous("AUTH_LOGIN", "address:3")?.retryAfterSeconds).toBe(900);
    await close();
  });

  test("D0.9 all else starts again", async () => {
    const { start, stored } = await given();
    const first = await start();
    first.limiter.take("READ_STANDARD", principal());
    first.limiter.take("AI_SINGLE", principal({ rateLimitPerMinute: 5 }));
    await first.close();

    expect(await stored()).toEqual([]);
    const second = await start();
    expect(second.limiter.size).toBe(0);
    await second.close();
  });
});

describe("the stored counters", () => {
  test("are written once for many requests, in parts when there are many callers", async () => {
    const { start, stored } = await given();
    const { limiter, flush, close } = await start();
    for (let caller = 0; caller < 2_500; caller++) limiter.takeAnonymous("AUTH_LOGIN", `address:${caller}`);
    for (let count = 0; count < 4; count++) limiter.takeAnonymous("AUTH_LOGIN", "address:0");
    await flush();

    expect(await stored()).toHaveLength(2_500);
    expect(limiter.takeChanges(10)).toEqual([]);
    await close();
  });

  test("go when they count nothing any more", async () => {
    const { clock, start, stored } = await given();
    const { limiter, flush, close } = await start();
    limiter.takeAnonymous("AUTH_REFRESH", "address:1");
    await flush();
    clock.nowMs += 60_000;
    limiter.takeAnonymous("AUTH_REFRESH", "address:2");
    await flush();

    expect(await stored()).toEqual(["AUTH_REFRESH address:2"]);
    await close();
  });

  test("hold names that look like anything", async () => {
    const { start } = await given();
    const caller = `address:1 "'; drop table user; --\u0000\ud800é`;
    const first = await start();
    first.limiter.takeAnonymous("AUTH_REGISTER", caller);
    first.limiter.takeAnonymous("AUTH_REGISTER", "address:2");
    await first.close();

    const second = await start();

    expect(second.limiter.takeAnonymous("AUTH_REGISTER", "address:2")?.remaining).toBe(1);
    await second.close();
  });

  test("are not missed where there is no limit", () => {
    const limiter = new RateLimiter({ rateLimits: {}, rateLimitDisabled: true }, Date.now);
    limiter.takeAnonymous("AUTH_LOGIN", "address:1");

    expect(limiter.takeChanges(10)).toEqual([]);
  });
});
