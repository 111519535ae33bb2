import { expect, test } from "bun:test";
import { turnsOf } from "../../src/http/gate/limits/event-loop-turns.ts";

test("a few go on in each turn of the event loop, in their order, also when more come later", async () => {
  const turn = turnsOf(2);
  const deleted: number[] = [];
  const come = (number: number) => void turn().then(() => deleted.push(number));
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  for (const number of [1, 2, 3, 4, 5]) come(number);
  expect(deleted).toEqual([]);
  await nextTurn();
  expect(deleted).toEqual([1, 2]);
  come(6);
  await nextTurn();
  expect(deleted).toEqual([1, 2, 3, 4]);
  for (let passed = 0; passed < 3; passed++) await nextTurn();
  expect(deleted).toEqual([1, 2, 3, 4, 5, 6]);
  come(7);
  await nextTurn();
  expect(deleted.at(-1)).toBe(7);
});
