import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/**
 * Runs `bun test` with the arguments it was given and ends with the one line that a machine reads: `N passed, N failed`. A
 * skipped or unwritten test counts as failed, and so does a run that found no test or ended without a summary. What failed
 * is shown again at the end.
 */
/** For one test: a busy machine is no fault of the program. */
const TIMEOUT_MS = 60_000;
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** What `bun test` says on its last lines: ` 12 pass`, ` 1 skip`, ` 1 todo`, ` 2 fail`. */
function countsOf(output: string): { passed: number; failed: number } {
  const lines = output.replaceAll(ANSI, "").split("\n");
  const count = (word: string): number => {
    const line = lines.findLast((each) => new RegExp(`^ *\\d+ ${word}$`).test(each));
    return Number.parseInt(line ?? "0", 10);
  };
  return { passed: count("pass"), failed: count("fail") + count("skip") + count("todo") };
}

/** This number of lines before the name of a failed test are shown again: its error, and where in the test it arose. */
const LINES_PER_FAILURE = 25;
const FAILURES_SHOWN = 10;
/** More than this number of files with a failure are no accident. */
const FILES_TRIED_AGAIN = 3;
/** What these find comes seldom and counts each time. */
const NEVER_AGAIN = /^test\/(?:crash|fuzz)\//;

/** Where Linux has files in memory, and how much of it must be free. */
const MEMORY = "/dev/shm";
const MEMORY_FREE_MIN = 4 * 1024 ** 3;

/**
 * Where the tests write. `TEST_IN_MEMORY=1` has it in memory, where there is enough: thousands of small databases wait for
 * the disk at each commit, and no test is about what a disk keeps.
 */
function placeOfTests(): string {
  if (process.env["TEST_IN_MEMORY"] !== "1") return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_FREE_MIN ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

interface Failure {
  file: string;
  /** The error and the name of the test, as `bun test` printed them. */
  text: string;
}

function failuresOf(output: string): Failure[] {
  const failures: Failure[] = [];
  let file = "";
  let before: string[] = [];
  for (const line of output.replaceAll(ANSI, "").split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break; // where Bun itself repeats the names
    if (/^test\/\S+:$/.test(line)) file = line.slice(0, -1);
    if (/^\((pass|skip|todo)\) /.test(line)) before = [];
    else before.push(line);
    if (!line.startsWith("(fail) ")) continue;
    failures.push({ file, text: before.slice(-LINES_PER_FAILURE).join("\n") });
    before = [];
  }
  return failures;
}

/** Runs `bun test`, shows what it prints, and returns how it ended and what it said of its tests. */
async function runTests(args: string[]): Promise<{ exitCode: number; output: string }> {
  const folder = mkdtempSync(join(placeOfTests(), "catalogd-tests-"));
  chmodSync(folder, 0o755); // some tests run a service as another user
  const tests = Bun.spawn([process.execPath, "test", `--timeout=${TIMEOUT_MS}`, ...args], {
    env: { ...process.env, TEST_FOLDER: folder },
    stdout: "inherit",
    stderr: "pipe",
  });
  const decoder = new TextDecoder();
  let output = "";
  for await (const chunk of tests.stderr) {
    process.stderr.write(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  const exitCode = await tests.exited;
  rmSync(folder, { recursive: true, force: true });
  return { exitCode, output };
}

/**
 * The files that pass when they are run once more by themselves: another test or a busy machine disturbed them. They count
 * as passed, and are named so that they can be mended.
 */
async function unsteadyOf(failures: readonly Failure[]): Promise<string[]> {
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length > FILES_TRIED_AGAIN) return [];
  const unsteady: string[] = [];
  for (const file of files) {
    if (NEVER_AGAIN.test(file)) continue;
    process.stdout.write(`Once more, by itself: ${file}\n`);
    const { exitCode, output } = await runTests([IGNORED, `./${file}`]);
    if (exitCode === 0 && countsOf(output).passed > 0) unsteady.push(file);
  }
  return unsteady;
}

const IGNORED = "--path-ignore-patterns=";
const given = process.argv.slice(2);
// The commands name what they run: what `bunfig.toml` leaves out of a plain `bun test` is not left out of them.
const { exitCode, output } = await runTests(
  given.some((each) => each.startsWith(IGNORED)) ? given : [IGNORED, ...given],
);
const { passed, failed } = countsOf(output);
const failures = failuresOf(output);
const unsteady = failures.length > 0 ? await unsteadyOf(failures) : [];
const isUnsteady = ({ file }: Failure) => unsteady.includes(file);
const mended = failures.filter(isUnsteady).length;
const unexplained = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;

for (const failure of failures.slice(0, FAILURES_SHOWN)) {
  const how = isUnsteady(failure) ? "UNSTEADY, passed by itself" : "FAILED";
  process.stdout.write(`${how}: ${failure.file}\n${failure.text}\n`);
}
if (failures.length > FAILURES_SHOWN) process.stdout.write(`and ${failures.length - FAILURES_SHOWN} more\n`);
if (unexplained) process.stdout.write(`bun test ended with ${exitCode} and ${passed} passed tests\n`);
const left = failed - mended + unexplained;
process.stdout.write(`${passed + mended} passed, ${left} failed\n`);
process.exit(left > 0 ? 1 : 0);
