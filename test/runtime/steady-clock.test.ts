import { expect, test } from "bun:test";
import { steadyClock } from "../../src/runtime/steady-clock.ts";

test("starts at the machine's time and goes on when that is set", async () => {
  const wall = { nowMs: 1_700_000_000_000 };
  const now = steadyClock(() => wall.nowMs);
  const first = now();
  wall.nowMs -= 86_400_000;
  await Bun.sleep(20);
  const second = now();

  expect(first).toBeWithin(wall.nowMs + 86_400_000 - 1, wall.nowMs + 86_400_000 + 1_000);
  expect(second).toBeGreaterThan(first);
  expect(second - first).toBeLessThan(10_000);
  expect(Number.isInteger(second)).toBe(true);
});
