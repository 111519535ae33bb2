import { describe, expect, test } from "bun:test";
import { ThreadPool, type ThreadReport } from "../../src/thread-pool.ts";

/** A pool whose threads do what the test says. `alive` are the indexes of those that run, `told` is what they were sent. */
function given(threads: number) {
  const hear: ((report: ThreadReport) => void)[] = [];
  const alive = new Set<number>();
  const told: string[] = [];
  const pool = new ThreadPool({
    threads,
    idleMs: 1,
    spawn: (index, listener) => {
      hear[index] = listener;
      alive.add(index);
      return {
        send: (message) => void told.push(`${index}: ${message === "stop" ? "stop" : message.ask}`),
        end: () => void alive.delete(index),
      };
    },
  });
  const ask = (name: string, stream = false) => {
    const thread = pool.take({ stream });
    thread.send({ ask: name, tenantId: "t", input: null, stream, port: new MessageChannel().port1 }, []);
    return thread;
  };
  const report = (index: number, what: ThreadReport) => hear[index]?.(what);
  return { pool, ask, report, alive: () => [...alive].toSorted(), told };
}

const until = async (condition: () => boolean) => {
  const endsAtMs = performance.now() + 5_000;
  while (!condition() && performance.now() < endsAtMs) await Bun.sleep(1);
};
const BUSY: ThreadReport = { bulk: 1, quick: 0 };
const FREE: ThreadReport = { bulk: 0, quick: 0 };

describe("ThreadPool", () => {
  test("starts one thread, and only once", () => {
    const { pool, alive } = given(2);
    pool.start();
    pool.start();
    expect(alive()).toEqual([0]);
  });

  test("starts the first thread for an ask that comes before", () => {
    const { pool, ask, alive, told } = given(2);
    ask("a");
    pool.start();
    expect(alive()).toEqual([0]);
    expect(told).toEqual(["0: a"]);
  });

  test("starts another thread for asks beside each other, and uses it once it is ready", () => {
    const { pool, ask, report, alive, told } = given(2);
    pool.start();
    report(0, "ready");
    ask("a");
    expect(alive()).toEqual([0]);
    ask("b");
    expect(alive()).toEqual([0, 1]);
    ask("c");
    report(1, "ready");
    ask("d");
    expect(alive()).toEqual([0, 1]);
    expect(told).toEqual(["0: a", "0: b", "0: c", "1: d"]);
  });

  test("a stream goes to a helper that has nothing to do, other asks to the attendant", () => {
    const { pool, ask, report, told } = given(2);
    pool.start();
    report(0, "ready");
    ask("a", true).done();
    report(0, "wanted");
    report(1, "ready");
    ask("b", true).done();
    ask("c").done();
    report(1, BUSY);
    ask("d", true).done();
    expect(told).toEqual(["0: a", "1: b", "0: c", "0: d"]);
  });

  test("asks go to the thread with the least in hand", () => {
    const { pool, ask, report, told } = given(2);
    pool.start();
    report(0, "ready");
    const first = ask("a");
    ask("b").done();
    report(1, "ready");
    first.done();
    report(1, BUSY);
    ask("c");
    expect(told.at(-1)).toBe("0: c");
  });

  test("starts a helper for a job that waits, and no second one while the first is free", () => {
    const { pool, report, alive } = given(2);
    pool.start();
    report(0, "wanted");
    report(0, "wanted");
    expect(alive()).toEqual([0, 1]);
    report(1, BUSY);
    report(1, "wanted");
    expect(alive()).toEqual([0, 1, 2]);
  });

  test("starts no more helpers than it may", () => {
    const { pool, report, alive } = given(1);
    pool.start();
    report(0, "wanted");
    report(1, BUSY);
    report(0, "wanted");
    report(1, "wanted");
    expect(alive()).toEqual([0, 1]);
  });

  test("ends a helper that had nothing to do for a while, never the first thread", async () => {
    const { pool, report, alive, told } = given(2);
    pool.start();
    report(0, "ready");
    report(0, "wanted");
    report(1, "ready");
    report(1, BUSY);
    report(1, FREE);
    await until(() => told.includes("1: stop"));
    report(1, "stopped");
    expect(alive()).toEqual([0]);
    expect(told).toEqual(["1: stop"]);
  });

  test("a helper on its way out gets no ask, and another takes its place", async () => {
    const { pool, ask, report, alive, told } = given(1);
    pool.start();
    report(0, "ready");
    report(0, "wanted");
    report(1, "ready");
    await until(() => told.includes("1: stop"));
    ask("a");
    ask("b");
    expect(told).toEqual(["1: stop", "0: a", "0: b"]);
    report(0, "wanted");
    expect(alive()).toEqual([0, 1, 2]);
  });

  test("keeps a helper whose ask is not answered", async () => {
    const { pool, ask, report, told } = given(2);
    pool.start();
    report(0, "ready");
    ask("a");
    ask("b");
    report(1, "ready");
    const asked = ask("c");
    expect(told.at(-1)).toBe("1: c");
    await Bun.sleep(5);
    expect(told).not.toContain("1: stop");
    asked.done();
    await until(() => told.includes("1: stop"));
    expect(told).toContain("1: stop");
  });

  test("stops when every thread has stopped", async () => {
    const { pool, report, alive } = given(2);
    pool.start();
    report(0, "wanted");
    const stopped = pool.stop();
    report(0, "stopped");
    report(1, "stopped");
    await stopped;
    expect(alive()).toEqual([]);
  });
});
