import { readFileSync } from "node:fs";
import { Glob } from "bun";

/**
 * What is written for one process, by folder or file: tests that move the clock, look into the application, count its queries, or
 * have servers of their own that no resolver knows; and those that refuse a changed key at the very next request, which other
 * processes do within a second.
 */
const ONE_PROCESS: readonly string[] = [];

/** The files of tests that send requests through the application, but for those that need it in their own process. */
export function allFiles(): string[] {
  const left = ["cluster/", "crash/", "fuzz/", "released/", "runtimes/", ...ONE_PROCESS];
  return [...new Glob("**/*.test.ts").scanSync("test")]
    .filter((name) => !/\.(?:process|load)\.test\.ts$/.test(name) && !left.some((each) => name.startsWith(each)))
    .filter((name) =>
      /\b(?:newTenant|clientWith|send)\b[^;]*from "[./]+harness\.ts"/.test(readFileSync(`test/${name}`, "utf8")),
    )
    .map((name) => `./test/${name}`)
    .toSorted();
}
