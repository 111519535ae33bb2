import { expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";

const RUN = new URL("../../.ci/run", import.meta.url).pathname;

/** Runs `.ci/run` with steps of this test in place of its own. */
function run(steps: string) {
  const file = join(temporaryFolder(), "steps.sh");
  writeFileSync(file, steps);
  const { exitCode, stdout } = Bun.spawnSync(["bash", RUN], { env: { ...process.env, CI_STEPS: file } });
  const lines = stdout.toString().trimEnd().split("\n");
  return { exitCode, lines, text: lines.join("\n") };
}

test("the last line is the sum of what all steps count, whether beside each other or not", () => {
  const { exitCode, lines } = run(`
    counts() { echo "1 passed, 1 failed"; echo "$1 passed, 0 failed"; }
    plain() { echo "no count"; }
    { step counts 3; step counts 40; } &
    step plain
    step counts 500
  `);

  expect(lines.at(-1)).toBe("544 passed, 0 failed");
  expect(exitCode).toBe(0);
});

test("every step runs after one has failed, and what failed is repeated at the end", () => {
  const { exitCode, lines, text } = run(`
    tests() { echo "(fail) a test"; echo "7 passed, 2 failed"; return 1; }
    silent() { echo "gone wrong"; return 3; }
    contradiction() { echo "5 passed, 0 failed"; return 1; }
    unsteady() { echo "UNSTEADY, passed by itself: test/a.test.ts"; echo "1 passed, 0 failed"; }
    step tests &
    step silent
    wait
    step contradiction
    step unsteady
  `);

  expect(lines.at(-1)).toBe("13 passed, 4 failed");
  expect(exitCode).toBe(1);
  const [, repeated = ""] = text.split(/=== unsteady: status 0 .*/);
  for (const line of ["(fail) a test", "gone wrong", "UNSTEADY, passed by itself"]) expect(repeated).toContain(line);
  expect(text).toMatch(/^=== silent: status 3 after \d+ s$/m);
});

test("outputs of steps that run beside each other are printed whole", () => {
  const { lines } = run(`
    slow() { for each in 1 2 3 4 5 6 7 8; do echo "$1 $each"; sleep 0.01; done; }
    step slow one &
    step slow two &
    step slow three
  `);

  for (const name of ["one", "two", "three"]) {
    const first = lines.indexOf(`=== slow ${name}`);
    const expected = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => `${name} ${each}`);
    expect(lines.slice(first + 1, first + 9)).toEqual(expected);
  }
});

test("each step of the list is taken once, by one that is free", () => {
  const { lines, text } = run(`
    STEPS=("9 counts 3 0.2" "9 counts 40 0" "9 counts 500 0" "9 counts 1000 0.1")
    counts() { sleep "$2"; echo "$1 passed, 0 failed"; }
    for _ in 1 2 3; do take_steps & done
    wait
  `);

  expect(lines.at(-1)).toBe("1543 passed, 0 failed");
  expect(text.match(/: begins$/gm)).toHaveLength(4);
});

test("a step that is killed counts as failed", () => {
  const { exitCode, lines } = run(`
    step true
    step bash -c 'kill -9 $$'
    step sh -c 'echo "2 passed, 0 failed"; kill -9 $$'
    ( step eval 'kill -9 $BASHPID' ) &
    wait
  `);

  expect(lines.at(-1)).toBe("3 passed, 3 failed");
  expect(exitCode).toBe(1);
});

test("a step that hangs is ended at its limit with all it has started, and its output is shown", () => {
  const { exitCode, lines, text } = run(`
    STEPS=("1 bash ${join(import.meta.dir, "hangs.sh")}" "9 true")
    take_steps
  `);

  expect(lines.at(-1)).toBe("1 passed, 1 failed");
  expect(exitCode).toBe(1);
  const [, shown = ""] = text.split(/^=== bash \S+hangs\.sh$/m);
  expect(shown).toContain("what it said\nended: it took more than 1 s\n");
  const [, child = ""] = /^child (\d+)$/m.exec(text) ?? [];
  // One that no one has asked how it ended is gone as well.
  const file = `/proc/${child}/stat`;
  expect(existsSync(file) ? readFileSync(file, "utf8") : ") Z").toContain(") Z");
});

test("the end shows what each step has taken", () => {
  const { lines } = run(`
    step sleep 1.1
    step bash -c 'echo "3 passed, 0 failed"'
  `);

  const shown = lines.slice(lines.indexOf("=== what each step has taken:") + 1, -1);
  expect(shown.toSorted((one, other) => one.length - other.length)).toEqual([
    expect.stringMatching(/^ +[1-9]\d* s, +\d+ s of a core: sleep 1\.1$/),
    expect.stringMatching(/^ +\d+ s, +\d+ s of a core: bash -c echo/),
  ]);
});
