import { test } from "bun:test";
import { Glob } from "bun";
import { sized } from "../sized.ts";
import { passWithTwoProcesses, SUITE_MS } from "./suite.ts";

/** Kills amid calls of a model and orders; the others of this folder kill amid imports, pushes and deliveries. */
const PART = ["single-run", "take-orders"];
/** What two processes do not have: a folder that the files of a catalog are in, and one that is upgraded in place. */
const ONE_PROCESS = ["imports", "upgrade"];
const all = [...new Glob("*.test.ts").scanSync("test/crash")]
  .map((name) => name.replace(".test.ts", ""))
  .filter((name) => !ONE_PROCESS.includes(name))
  .toSorted();

test(
  "tests that kill the service pass where two processes stand for it, one of which is killed at a time",
  async () => {
    await passWithTwoProcesses(sized(PART, all).map((name) => `./test/crash/${name}.test.ts`));
  },
  SUITE_MS,
);
