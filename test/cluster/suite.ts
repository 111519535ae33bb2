import { expect } from "bun:test";
import process from "node:process";
import { sized } from "../sized.ts";

/** For a suite, and for one of its tests: of two processes each waits for the other's lease where it would go on at once. */
export const SUITE_MS = sized(280_000, 5_400_000);
const TEST_MS = sized(60_000, 900_000);

const namesOf = (output: string, outcome: "pass" | "fail"): string[] =>
  [...output.matchAll(new RegExp(`^\\(${outcome}\\) (.*?)(?: \\[[\\d.]+ms\\])?$`, "gm"))].map(([, name = ""]) => name);

/**
 * Runs test files with two processes behind a plain proxy in place of the application or of the service; all must pass but those that
 * are of one process. One of these that passes is reported: it may be left out of their list; one that is not there fails.
 */
export async function passWithTwoProcesses(
  files: readonly string[],
  ofOneProcess: readonly string[] = [],
): Promise<void> {
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
  await tests.exited;
  const known = new Set(ofOneProcess);
  const [failing, passing] = [namesOf(output, "fail"), namesOf(output, "pass")];
  const failed = failing.filter((name) => !known.has(name));
  // What fails outside a test has no name.
  const [, errors = "0"] = /^ *(\d+) errors?$/m.exec(output) ?? [];
  if (failed.length > 0 || errors !== "0") process.stderr.write(output.replaceAll(/^\(pass\).*\n/gm, ""));
  for (const name of passing.filter((name) => known.has(name))) {
    process.stderr.write(`passes with two processes as well, see of-one-process.ts: ${name}\n`);
  }
  const [, ran = "0"] = /^Ran \d+ tests? across (\d+) files?\./m.exec(output) ?? [];
  const unknown = known.difference(new Set([...failing, ...passing]));
  const seen = { failed: new Set(failed), unknown, errors, ran };
  expect(seen).toEqual({ failed: new Set(), unknown: new Set(), errors: "0", ran: String(files.length) });
}
