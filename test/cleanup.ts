import { afterAll } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** What `test/report.ts` made for all its processes, and removes. */
const GIVEN_FOLDER = process.env["TEST_FOLDER"];
/** Everything the tests of this process write. */
const TEST_FOLDER = join(GIVEN_FOLDER ?? tmpdir(), `catalogd-test-${process.pid}`);

/** A folder of its own, removed when the tests end. */
export function temporaryFolder(): string {
  mkdirSync(TEST_FOLDER, { recursive: true });
  return mkdtempSync(join(TEST_FOLDER, "folder-"));
}

const clean = () => rmSync(TEST_FOLDER, { recursive: true, force: true });
if (GIVEN_FOLDER === undefined) {
  try {
    // A preload's `afterAll` runs once, after the last file, but in a parallel run after each.
    afterAll(clean);
  } catch {
    // No test: a program that uses what tests do, such as the one of many kills.
    process.on("exit", clean);
  }
}
