import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { freePort } from "../../servers/process.ts";

/** Runs the commands that install and start catalogd in a folder, until its first key has read the catalog. */
export async function startAsPrinted(commands: string, cwd: string): Promise<void> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = Bun.spawn(["timeout", "300", "bash", "-euc", commands], {
    cwd,
    env: { ...process.env, CATALOGD_PORT: new URL(url).port, npm_config_audit: "false" },
    stdout: "ignore",
    stderr: "pipe",
    // Its own group, so that npm's children end with it.
    detached: true,
  });
  const login = join(cwd, "data/first-login.txt");
  while (!(existsSync(login) && (await fetch(`${url}/health`).catch(() => undefined))?.ok)) {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text());
    await Bun.sleep(50);
  }
  const [key = ""] = /pm_live_\w+/.exec(await Bun.file(login).text()) ?? [];
  const { status } = await fetch(`${url}/api/v1/products`, { headers: { "x-api-key": key } });
  process.kill(-child.pid, "SIGTERM");
  await child.exited;
  if (status !== 200) throw new Error(`The first key was answered ${status}`);
}
