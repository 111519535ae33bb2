import { afterAll } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Everything the tests of this process write. A preload's `afterAll` runs once, after the last file. */
const TEST_FOLDER = join(tmpdir(), `catalogd-test-${process.pid}`);

/** A folder of its own, removed when the tests end. */
export function temporaryFolder(): string {
  mkdirSync(TEST_FOLDER, { recursive: true });
  return mkdtempSync(join(TEST_FOLDER, "folder-"));
}

const clean = () => rmSync(TEST_FOLDER, { recursive: true, force: true });
try {
  afterAll(clean);
} catch {
  // No test: a program that uses what tests do, such as the one of many kills.
  process.on("exit", clean);
}
