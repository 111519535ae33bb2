import { describe, expect, test } from "bun:test";
import { fairTurns, QueueFull } from "../../src/auth/fair-turns.ts";

/** A queue of one at a time whose tasks end when they are told to, in the order they began. */
function given(waitingMax = 6) {
  const turns = fairTurns({ atOnce: 1, waitingMax });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string) => {
    const task = () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    // `a3` is asked by `a`.
    turns.run(name.slice(0, 1), task).catch((error: unknown) => {
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
  return { turns, ask, begun, refused, finish };
}

describe("fairTurns", () => {
  test("goes round those who wait, each in its own order", async () => {
    const { ask, begun, finish } = given();
    for (const name of ["a1", "a2", "a3", "b1", "c1", "b2"]) ask(name);

    await finish();

    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  });

  test("S-10 whoever fills the queue makes room for the others, newest first", async () => {
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

  test("a task that fails gives its place on, and a queue that was full is free again", async () => {
    const { turns } = given(2);
    const failing = () => Promise.reject(new Error("failed"));

    const answers = await Promise.allSettled(["a", "b", "c"].map((from) => turns.run(from, failing)));

    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(await turns.run("a", () => Promise.resolve(1))).toBe(1);
  });
});
