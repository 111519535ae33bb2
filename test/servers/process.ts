import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import process from "node:process";

const READY_MS = 60_000;

/** Below those that Linux gives to connections, a block for each process: two that run beside each other are given no port twice. */
const [FIRST_PORT, BLOCKS, PORTS_PER_BLOCK] = [10_000, 110, 200];
const firstOfBlock = FIRST_PORT + (process.pid % BLOCKS) * PORTS_PER_BLOCK;
let givenPorts = 0;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.on("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A port no one listens on now, and this process was not given lately. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_PER_BLOCK; tries++) {
    const port = firstOfBlock + (givenPorts++ % PORTS_PER_BLOCK);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${firstOfBlock} to ${firstOfBlock + PORTS_PER_BLOCK - 1} are taken`);
}

export interface StartedProcess {
  process: Bun.Subprocess;
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/**
 * Starts a server and waits until `url` answers. It dies with this process, however that ends. A server that does not
 * start fails the test with what it printed.
 */
export async function startProcess(
  command: string[],
  url: string,
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<StartedProcess> {
  const [program = ""] = command;
  if (program.includes("node_modules/@")) chmodSync(program, 0o755);
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "pipe",
    ...(cwd !== undefined && { cwd }),
  });
  const givesUpAtMs = performance.now() + READY_MS;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > givesUpAtMs) {
      child.kill(9);
      throw new Error(`${program} did not start: ${await new Response(child.stderr).text()}`);
    }
    await Bun.sleep(20);
  }
  return {
    process: child,
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await child.exited;
    },
  };
}
