import { expect, test } from "bun:test";
import { resolve } from "node:path";
import process from "node:process";

/** A program with uncaught errors, and what it says at its end. */
const PROGRAM = `
  import { surviveUncaught, UncaughtErrors } from ${JSON.stringify(resolve("src/runtime/uncaught.ts"))};
  import { openLog } from ${JSON.stringify(resolve("src/runtime/log.ts"))};
  const errors = new UncaughtErrors();
  surviveUncaught(openLog("error", "test"), () => errors.add());
  setTimeout(() => { throw new Error("of a timer"); }, 1);
  setTimeout(() => void Promise.reject(new Error("of a promise")), 2);
  const counted = setInterval(() => {
    if (errors.count < 2) return;
    clearInterval(counted);
    process.stdout.write("count " + errors.count);
  }, 5);
`;

test("uncaught errors are logged and counted, and end nothing", async () => {
  const program = Bun.spawn([process.execPath, "-e", PROGRAM], { stdout: "pipe", stderr: "pipe" });
  const said = await new Response(program.stdout).text();
  expect(await program.exited).toBe(0);
  expect(said).toContain("of a timer");
  expect(said).toContain("of a promise");
  expect(said).toEndWith("count 2");
});
