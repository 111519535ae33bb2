import { expect, test } from "bun:test";
import { restOf, trimHeap } from "../../db/local/rest.ts";

test("restOf releases once after much use, as soon as there is little", () => {
  let released = 0;
  const rest = restOf(() => void released++);
  const looks = (...calls: number[]) =>
    calls.map((count) => {
      for (let call = 0; call < count; call++) rest.note();
      rest.look();
      return released;
    });
  try {
    // Before anything was read there is nothing to release.
    expect(looks(0, 119)).toEqual([0, 0]);
    expect(looks(120, 1_000, 119, 0, 119)).toEqual([0, 0, 1, 1, 1]);
    expect(looks(120, 0, 0)).toEqual([1, 2, 2]);
  } finally {
    rest.end();
  }
});

test("trimHeap works where there is such a function, and is no error where there is none", async () => {
  expect(await trimHeap()).toBeUndefined();
  expect(await trimHeap()).toBeUndefined();
});
