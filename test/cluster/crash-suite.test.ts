import { test } from "bun:test";
import { Glob } from "bun";
import { sized } from "../sized.ts";
import { passWithTwoProcesses, SUITE_MS } from "./suite.ts";

/** Kills amid calls of a model and orders; the others of this folder kill amid imports, pushes and deliveries. */
const PART = ["single-run", "take-orders"];
/** It kills upgrades of a file and starts no service; `rolling-upgrade.test.ts` is that of two processes. */
const ONE_PROCESS = ["upgrade"];
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
