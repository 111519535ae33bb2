import { describe, expect, test } from "bun:test";
import type { ThreadReport } from "../../src/runtime/calls/pooled-thread.ts";
import { refusal } from "../refusal.ts";
import { openPool as given, named } from "./open-pool.ts";

const until = async (condition: () => boolean) => {
  const endsAtMs = performance.now() + 5_000;
  while (!condition() && performance.now() < endsAtMs) await Bun.sleep(1);
};
const BUSY: ThreadReport = { bulk: 1, short: 0, outside: 0, quick: 0, asked: 0 };
const FREE: ThreadReport = { bulk: 0, short: 0, outside: 0, quick: 0, asked: 0 };
const WANTED: ThreadReport = { wanted: "on-demand" };
/** A call that waits in the queue for a slot, and one that is sent at once. */
const QUEUED = "search.find";
const AT_ONCE = "media.make-thumbnails";

describe("ThreadPool", () => {
  test("starts one background worker, and only once", () => {
    const { pool, alive } = given(2);
    pool.start();
    pool.start();
    expect(alive()).toEqual(["background 0"]);
  });

  test("no call ever goes to the background worker or to an on-demand worker, however many there are", () => {
    const { pool, call, report, told } = given(2);
    pool.start();
    report(0, "ready");
    report(0, WANTED);
    report(1, "ready");
    for (let count = 0; count < 50; count++) for (const name of [QUEUED, AT_ONCE, "exports.stream"]) call(name);
    report(2, "ready");
    report(3, "ready");
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((each) => !each.startsWith("reader"))).toEqual([]);
  });

  test("starts a reader for the first call, and the background worker besides", () => {
    const { pool, call, alive, told } = given(2);
    call(QUEUED);
    pool.start();
    expect(alive()).toEqual(["background 1", "reader 0"]);
    expect(told).toEqual(["reader 0: search.find"]);
  });

  test("a reader has one queued call at a time; the others wait for it in their order", () => {
    const { call, report, told } = given(1);
    const first = call(QUEUED);
    report(0, "ready");
    call("products.page");
    call("search.suggest");
    expect(told).toEqual(["reader 0: search.find"]);
    first.done();
    expect(told).toEqual(["reader 0: search.find", "reader 0: products.page"]);
  });

  test("where a server answers, a reader has several", () => {
    const { call, report, told } = given(1, 3);
    for (let count = 0; count < 5; count++) call(QUEUED);
    report(0, "ready");
    expect(told.length).toBe(3);
  });

  test("starts another reader for calls beside each other, and uses it once it is ready", () => {
    const { call, report, alive, told } = given(2);
    call(QUEUED);
    report(0, "ready");
    expect(alive()).toEqual(["reader 0"]);
    call(QUEUED);
    call(QUEUED);
    expect(alive()).toEqual(["reader 0", "reader 1"]);
    expect(told).toEqual(["reader 0: search.find"]);
    report(1, "ready");
    expect(told).toEqual(["reader 0: search.find", "reader 1: search.find"]);
  });

  test("what waits by itself is sent at once, to the reader with the least in progress", () => {
    const { call, report, told } = given(2);
    call(QUEUED);
    report(0, "ready");
    call(QUEUED);
    report(1, "ready");
    const second = call(AT_ONCE);
    call(AT_ONCE);
    expect(told.slice(2)).toEqual(["reader 0: media.make-thumbnails", "reader 1: media.make-thumbnails"]);
    second.done();
    call("exports.stream");
    expect(told.at(-1)).toBe("reader 0: exports.stream");
  });

  test("a call that is given up before its turn is not sent", () => {
    const { call, report, told } = given(1);
    const first = call(QUEUED);
    report(0, "ready");
    const second = call("search.similar");
    call("search.suggest");
    expect([first.isWaiting?.(), second.isWaiting?.()]).toEqual([false, true]);
    second.done();
    first.done();
    expect(told).toEqual(["reader 0: search.find", "reader 0: search.suggest"]);
  });

  test("refuses a call when those that wait would take longer than two seconds, and takes it again afterwards", async () => {
    const { pool, call, report } = given(1);
    const slow = call(QUEUED);
    report(0, "ready");
    await Bun.sleep(100);
    slow.done();
    // Each is now expected to take 100 ms: of thirty some would wait for longer than two seconds.
    const waiting: ReturnType<typeof call>[] = [];
    const refused = await refusal(
      Promise.resolve().then(() => {
        for (let count = 0; count < 30; count++) waiting.push(call(QUEUED));
      }),
    );
    expect(refused).toMatchObject({ code: "SYSTEM_SERVICE_UNAVAILABLE" });
    const { options } = refused as unknown as { options: { headers: Record<string, string> } };
    expect(Number(options.headers["retry-after"])).toBeGreaterThan(1);
    expect(waiting.length).toBeGreaterThan(2);
    // What is not queued is not refused.
    call(AT_ONCE);
    for (const each of waiting) each.done();
    expect(() => pool.take({ call: named(QUEUED), tenantId: "t" })).not.toThrow();
  });

  test("starts an on-demand worker for a job that waits, and no second one while the first is free", () => {
    const { pool, report, alive } = given(2);
    pool.start();
    report(0, WANTED);
    report(0, WANTED);
    expect(alive()).toEqual(["background 0", "on-demand 1"]);
    report(1, BUSY);
    report(1, WANTED);
    expect(alive()).toEqual(["background 0", "on-demand 1", "on-demand 2"]);
  });

  test("a job that waits for servers of others gets a thread of its own, and the next one only when that has no free slot", () => {
    const { pool, report, alive } = given(2);
    const wanted: ThreadReport = { wanted: "outside" };
    pool.start();
    report(0, WANTED);
    report(0, wanted);
    report(2, { ...FREE, outside: 3 });
    report(0, wanted);
    expect(alive()).toEqual(["background 0", "on-demand 1", "outside 2"]);
    report(2, { ...FREE, outside: 4 });
    for (let times = 0; times < 3; times++) report(2, wanted);
    expect(alive()).toEqual(["background 0", "on-demand 1", "outside 2", "outside 3"]);
  });

  test("starts no more on-demand workers than it may, with any readers", () => {
    const { pool, call, report, alive } = given(1);
    pool.start();
    call(QUEUED);
    report(0, WANTED);
    report(2, BUSY);
    report(0, WANTED);
    report(2, WANTED);
    expect(alive()).toEqual(["background 0", "on-demand 2", "reader 1"]);
  });

  test("ends an on-demand worker that had nothing to do for a while, never the background worker", async () => {
    const { pool, report, alive, told } = given(2);
    pool.start();
    report(0, "ready");
    report(0, WANTED);
    report(1, "ready");
    report(1, BUSY);
    report(1, FREE);
    await until(() => told.includes("on-demand 1: stop"));
    report(1, "stopped");
    expect(alive()).toEqual(["background 0"]);
    expect(told).toEqual(["on-demand 1: stop"]);
  });

  test("a reader on its way out gets no call, and another takes its place", async () => {
    const { call, report, alive, told } = given(1);
    call(QUEUED).done();
    report(0, "ready");
    await until(() => told.includes("reader 0: stop"));
    call(QUEUED);
    expect(told).toEqual(["reader 0: search.find", "reader 0: stop", "reader 1: search.find"]);
    expect(alive()).toEqual(["reader 0", "reader 1"]);
  });

  test("keeps a reader whose call is not answered", async () => {
    const { call, report, told } = given(1);
    const requests = call(QUEUED);
    report(0, "ready");
    await Bun.sleep(20);
    expect(told).not.toContain("reader 0: stop");
    requests.done();
    await until(() => told.includes("reader 0: stop"));
    expect(told).toContain("reader 0: stop");
  });

  test("stops when every thread has stopped", async () => {
    const { pool, call, report, alive } = given(2);
    pool.start();
    report(0, WANTED);
    call(QUEUED);
    const stopped = pool.stop();
    for (const index of [0, 1, 2]) report(index, "stopped");
    await stopped;
    expect(alive()).toEqual([]);
  });
});
