import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { backupsAmidChanges } from "./amid-changes.ts";

const TEST_MS = 480_000;
const BACKUPS = 20;

test(
  "each of twenty backups amid imports, erasures and uploads has what was acknowledged at its moment",
  async () => {
    const { faults, backups, products, images, rows } = await backupsAmidChanges(temporaryFolder(), BACKUPS);
    expect(faults).toEqual([]);
    expect(backups).toBe(BACKUPS);
    expect(Math.min(products, images, rows)).toBeGreaterThan(BACKUPS);
  },
  TEST_MS,
);
