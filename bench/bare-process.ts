import process from "node:process";

/** The bare server of a process of its own. */
export interface BareServer {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

/** Starts it on a bare catalog. It dies with this process. */
export async function startBareServer(database: string, env: Record<string, string>): Promise<BareServer> {
  const server = Bun.spawn(["setpriv", "--pdeathsig", "KILL", process.execPath, "bench/bare-server.ts", database], {
    stdout: "pipe",
    env,
  });
  const { value } = await server.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  const stop = async () => {
    server.kill(9);
    await server.exited;
  };
  return { pid: server.pid, port, stop };
}

/** Sends bulk writes of one kind. */
export const postTo = (port: number, path: string) => async (body: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { updated } = (await answer.json()) as { updated?: number }; // of the bare server
  if (!updated) throw new Error(`${path} changed nothing: ${answer.status}`);
};

/** Reads its export of this number of rows; in rows a second. */
export async function exportOverHttp(port: number, rows: number): Promise<number> {
  const startedAtMs = performance.now();
  const text = await (await fetch(`http://127.0.0.1:${port}/export`)).text();
  const perSecond = (rows * 1_000) / (performance.now() - startedAtMs);
  if (text.split("\r\n").length !== rows + 1) throw new Error("The bare export is not whole");
  return perSecond;
}
