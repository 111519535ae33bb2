import { describe, expect, test } from "bun:test";
import { networkOf, networksAround } from "../../src/http/gate/caller/network.ts";
import { fairTurns, QueueFull } from "../../src/identity/auth/login/fair-turns.ts";

/** A queue of one at a time whose tasks end on command, in the order they began. */
function given(waitingMax = 6) {
  const turns = fairTurns({ atOnce: 1, waitingMax });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const request = (name: string, from: readonly string[] = [name.slice(0, 1)]) => {
    const task = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    // `a3` is requested by `a`.
    turns.run(from, task).catch((error: unknown) => {
      if (error instanceof QueueFull) refused.push(name);
    });
  };
  /** Ends all that begin, one after the other, until none is left. */
  const finish = async () => {
    for (;;) {
      await Bun.sleep(0);
      const end = ends.shift();
      if (!end) return;
      end();
    }
  };
  return { turns, ask: request, begun, refused, finish };
}

describe("fairTurns", () => {
  test("goes round those who wait, each in its own order", async () => {
    const { ask, begun, finish } = given();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) ask(name);

    await finish();

    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("S-10 a group that fills the queue makes room for the others, newest first", async () => {
    const { ask, begun, refused, finish } = given(4);
    for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) ask(name);
    for (const name of ["b1", "c1", "a7"]) ask(name);

    await finish();

    expect(refused.toSorted()).toEqual(["a4", "a5", "a6", "a7"]);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3"]);
  });

  test("refuses the newcomer where all have as few", async () => {
    const { ask, begun, refused, finish } = given(2);
    for (const name of ["a1", "b1", "c1", "d1"]) ask(name);

    await finish();

    expect([begun, refused]).toEqual([["a1", "b1", "c1"], ["d1"]]);
  });

  for (const [kind, addressOf] of [
    ["24 addresses of a /24", (n: number) => `198.51.100.${n}`],
    ["24 networks of a /56", (n: number) => `2001:db8:1:${(0x200 + n).toString(16)}::1`],
    ["24 networks of a /48", (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`],
  ] as const) {
    test(`S-10 ${kind} leave a newcomer from elsewhere the next turn but one`, async () => {
      const { ask, begun, refused, finish } = given(16);
      const requestFrom = (name: string, address: string) => ask(name, networksAround(networkOf(address)));
      for (let n = 1; n <= 24; n++) requestFrom(`flood${n}`, addressOf(n));
      requestFrom("owner", "203.0.113.7");
      for (let n = 1; n <= 24; n++) requestFrom(`again${n}`, addressOf(n));

      await finish();

      expect(refused).not.toContain("owner");
      expect(begun.indexOf("owner")).toBeLessThanOrEqual(2);
    });
  }

  test("N-3 those preferred have places of their own, and every other turn", async () => {
    const { turns, ask, begun, refused, finish } = given(3);
    for (const name of ["a1", "b1", "c1", "d1", "e1"]) ask(name);
    const preferred = ["x1", "x2", "y1"].map((name) =>
      turns.run([name.slice(0, 1)], async () => void begun.push(name), { isPreferred: true }),
    );

    await finish();
    await Promise.all(preferred);

    expect(refused).toEqual(["e1"]);
    expect(begun).toEqual(["a1", "x1", "b1", "y1", "c1", "x2", "d1"]);
  });

  test("a task that fails gives its place on, and a queue that was full is free again", async () => {
    const { turns } = given(2);
    const failing = () => Promise.reject(new Error("failed"));

    const answers = await Promise.allSettled(["a", "b", "c"].map((from) => turns.run([from], failing)));

    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await turns.run(["a"], () => Promise.resolve(1))).toBe(1);
  });
});
