import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { backupsAmidChanges } from "./amid-changes.ts";

const TEST_MS = 480_000;
const BACKUPS = 20;

test(
  "each of twenty backups amid imports, erasures and uploads has what was acknowledged at its moment",
  async () => {
    const story = await backupsAmidChanges(temporaryFolder(), { backups: BACKUPS });
    const { faults, seconds, products, images, rows } = story;
    expect(faults).toEqual([]);
    expect(seconds).toHaveLength(BACKUPS);
    expect(Math.min(products, images, rows)).toBeGreaterThan(BACKUPS);
  },
  TEST_MS,
);
