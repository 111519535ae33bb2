import process from "node:process";

/** Runs commands as printed; the first that fails ends them. */
export async function runShell(commands: string, options: { env?: Record<string, string>; cwd?: string } = {}) {
  const shell = Bun.spawn(["bash", "-euo", "pipefail", "-c", commands], {
    env: { ...process.env, ...options.env },
    stdout: "pipe",
    stderr: "pipe",
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  const [said, complained] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  return { said, complained, exitCode: await shell.exited };
}

/** What commands have said that went well. */
export function whole({ said, complained, exitCode }: Awaited<ReturnType<typeof runShell>>): string {
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode}: ${said}\n${complained}`);
  return said;
}
