import { expect } from "bun:test";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { SOURCES } from "./service.ts";

/** Starts a service that cannot start, and returns the one sentence that it ends with. It says no stack and ends with `exitCode`. */
export async function refusedStart(
  env: Record<string, string>,
  { exitCode = 1, command = SOURCES }: { exitCode?: number; command?: string[] } = {},
): Promise<string> {
  const folder = temporaryFolder();
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    cwd: folder,
    env: { ...process.env, CATALOGD_PORT: "0", CATALOGD_DATA_DIR: `${folder}/data`, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const said = await new Response(child.stderr).text();
  expect([said, await child.exited]).toEqual([said, exitCode]);
  expect(said).not.toMatch(/^\s+at |node_modules|\.ts:\d+/m);
  const lines = said.split("\n").filter((line) => line !== "");
  expect([said, lines.length]).toEqual([said, 1]);
  return said.replace(/^catalogd: /, "").trimEnd();
}
