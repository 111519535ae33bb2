import { expect } from "bun:test";
import process from "node:process";
import { sized } from "../sized.ts";

/** For a suite, and for one of its tests: of two processes each waits for the other's lease where it would go on at once. */
export const SUITE_MS = sized(280_000, 3_600_000);
const TEST_MS = sized(60_000, 900_000);

/** Runs test files with two processes behind a plain proxy in place of the application or of the service; all must pass. */
export async function passWithTwoProcesses(files: readonly string[]): Promise<void> {
  const command = [
    process.execPath,
    "test",
    "--path-ignore-patterns=",
    "--no-isolate",
    `--timeout=${TEST_MS}`,
    ...files,
  ];
  const tests = Bun.spawn(command, {
    env: { ...process.env, TEST_CLUSTER: "1" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const output = await new Response(tests.stderr).text();
  const failed = output.split("\n").filter((line) => line.startsWith("(fail)"));
  if (failed.length > 0) process.stderr.write(output.replaceAll(/^\(pass\).*\n/gm, ""));
  expect({ failed, exitCode: await tests.exited }).toEqual({ failed: [], exitCode: 0 });
  const [, passed = 0] = /^ *(\d+) pass$/m.exec(output) ?? [];
  expect(Number(passed)).toBeGreaterThanOrEqual(files.length);
}
