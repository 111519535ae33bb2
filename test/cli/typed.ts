import { expect } from "bun:test";
import process from "node:process";
import { services } from "../harness.ts";

/** Runs the program as somebody at a keyboard would. */
export async function catalogd(args: string[], { input = "", dataDir = services.config.dataDir } = {}) {
  const child = Bun.spawn([process.execPath, "src/main.ts", ...args, "--data-dir", dataDir], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, exitCode };
}

/** The result of a command that must work. */
export async function result(...args: string[]) {
  const { out, err, exitCode } = await catalogd([...args, "--json"]);
  expect([err, exitCode]).toEqual(["", 0]);
  return JSON.parse(out);
}
