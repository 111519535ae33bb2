import process from "node:process";

/**
 * Runs `bun test` with the arguments it was given and ends with the one line that a machine reads: `N passed, N failed`.
 * A skipped or unwritten test counts as failed, and so does a run that found no test or ended without a summary.
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

/** So many lines before the name of a failed test are told again: its error, and where in the test it arose. */
const LINES_PER_FAILURE = 25;
const FAILURES_TOLD = 10;

/** What failed, again and together: the file, the error and the name of each test, as `bun test` printed them. */
function failuresOf(output: string): string {
  const told: string[] = [];
  let file = "";
  let before: string[] = [];
  for (const line of output.replaceAll(ANSI, "").split("\n")) {
    if (/^\d+ tests? failed:$/.test(line)) break; // where Bun itself repeats the names
    if (/^test\/\S+:$/.test(line)) file = line;
    if (/^\((pass|skip|todo)\) /.test(line)) before = [];
    else before.push(line);
    if (!line.startsWith("(fail) ")) continue;
    told.push([`FAILED in ${file}`, ...before.slice(-LINES_PER_FAILURE)].join("\n"));
    before = [];
  }
  const untold = told.length - FAILURES_TOLD;
  return [...told.slice(0, FAILURES_TOLD), ...(untold > 0 ? [`and ${untold} more`] : [])].join("\n");
}

const tests = Bun.spawn([process.execPath, "test", `--timeout=${TIMEOUT_MS}`, ...process.argv.slice(2)], {
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
const { passed, failed } = countsOf(output);
const unexplained = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
if (failed > 0) process.stdout.write(`${failuresOf(output)}\n`);
if (unexplained) process.stderr.write(`bun test ended with ${exitCode} and ${passed} passed tests\n`);
process.stdout.write(`${passed} passed, ${failed + unexplained} failed\n`);
process.exit(failed + unexplained > 0 ? 1 : 0);
