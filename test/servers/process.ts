import { chmodSync } from "node:fs";
import { createServer } from "node:net";
import process from "node:process";

const READY_MS = 60_000;

/** A port nobody listens on now. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });

export interface StartedProcess {
  process: Bun.Subprocess;
  stop(): Promise<void>;
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
    stop: async () => {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}
