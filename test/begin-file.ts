import process from "node:process";
import { plugin } from "bun";

/** What moves on with each file of one process begins again: the clock and the work of test/harness.ts. */
const BEGIN = "await globalThis.beginTestFile?.(); ";
/**
 * What a plain `bun test` does without, which `test/report.ts` says on the command line: 60 seconds for a test. Bun takes no
 * time limit from its settings, and one that a preload sets holds for the first file only; so each file sets it by itself.
 */
const LIMIT = 'import { setDefaultTimeout as limitEachTest } from "bun:test"; limitEachTest(60_000); ';
const isPlain = process.env["TEST_FOLDER"] === undefined;

plugin({
  name: "the beginning of each file of tests",
  setup: (build) => {
    build.onLoad({ filter: /\/test\/.*\.test\.ts$/ }, async ({ path }) => ({
      contents: (isPlain ? LIMIT : "") + BEGIN + (await Bun.file(path).text()),
      loader: "ts",
    }));
  },
});
