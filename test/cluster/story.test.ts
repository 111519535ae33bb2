import { expect, test } from "bun:test";
import { tellStory } from "./story.ts";

/** In small; `npm run test:cluster-story -- --products 500000` has it at any size. */
const SMALL = {
  products: 3_000,
  rows: 2_000,
  written: 4,
  processes: 3,
  seconds: 20,
  killsMs: [2_000, 5_000],
  settlesMs: 120_000,
  readers: 3,
} as const;

test("three processes serve a catalog while they are killed, and nothing is lost, doubled or answered wrongly", async () => {
  const { faults, kills, right, events } = await tellStory(SMALL);
  expect(faults).toEqual([]);
  expect(kills).toBeGreaterThan(2);
  expect(right).toBeGreaterThan(1_000);
  expect(events).toBeGreaterThan(100);
}, 400_000);
