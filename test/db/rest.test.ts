import { expect, test } from "bun:test";
import { restOf, trimHeap } from "../../db/local/rest.ts";

test("restOf releases after much use, as soon as there is little, and shrinks after a long rest", () => {
  let released = 0;
  let shrunk = 0;
  const rest = restOf(
    () => void released++,
    () => void shrunk++,
  );
  const looks = (...busyMs: number[]) =>
    busyMs.map((each) => {
      rest.look(each);
      return released;
    });
  try {
    // Before anything was done there is nothing to release.
    expect(looks(0, 99)).toEqual([0, 0]);
    expect(looks(100, 1_000, 99, 0, 99)).toEqual([0, 0, 1, 1, 1]);
    expect(shrunk).toBe(0);
    expect(looks(100, 0, 0, 0, 0)).toEqual([1, 2, 2, 2, 2]);
    expect(shrunk).toBe(0);
    expect(looks(0, 0, 0, 0)).toEqual([2, 3, 3, 3]);
    expect(shrunk).toBe(1);
  } finally {
    rest.end();
  }
});

test("trimHeap works where there is such a function, and is no error where there is none", async () => {
  expect(await trimHeap()).toBeUndefined();
  expect(await trimHeap()).toBeUndefined();
});
