import { join, resolve } from "node:path";
import process from "node:process";
import { SCOPES } from "../../src/http/gate/credentials/principal.ts";
import { freePort } from "./process.ts";

const READY_MS = 90_000;
/** More connections than a test keeps, and how often they are asked on while the service stops. */
const KEPT_MAX = 32;
const ROUNDS_MAX = 20;
const ROUND_MS = 60;

export interface ServiceOptions {
  folder: string;
  /** How it is started; `PROGRAM` when absent. */
  command?: string[];
  env?: Record<string, string>;
  cwd?: string;
}

/** A catalogd of its own process, on loopback, with rate limits off and a known admin. */
export interface StartedService {
  url: string;
  pid: number;
  /** Everything it printed so far. */
  output(): string;
  exited: Promise<number>;
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<number>;
}

export const ADMIN = { email: "admin@example.com", password: "correct-horse-1" };
/** Bun on the sources. The binary says one line more at its first start: where it unpacks its native parts. */
export const SOURCES = [process.execPath, join(import.meta.dir, "../../src/main.ts")];
const BUILT = process.env["TEST_PROGRAM"];
/** Bun on the sources, or the binary where `TEST_PROGRAM` names it: that starts with a quarter of the work. */
export const PROGRAM = BUILT === undefined ? SOURCES : [resolve(BUILT)];

/**
 * Asks once more on the connections that `fetch` keeps until the service has ended: each answer closes one. A stop waits two
 * seconds for those who keep connections and say nothing.
 */
async function endConnections(url: string, exited: Promise<number>): Promise<void> {
  let isOver = false;
  const end = exited.then(() => {
    isOver = true;
  });
  const request = () => fetch(`${url}/api/v1/health/live`).then((answer) => answer.arrayBuffer());
  for (let round = 0; round < ROUNDS_MAX && !isOver; round++) {
    await Promise.race([end, Promise.allSettled(Array.from({ length: KEPT_MAX }, request))]);
    await Promise.race([end, Bun.sleep(ROUND_MS)]);
  }
}

/** With `TEST_CLUSTER=1`, whether two processes stand for the service: where the test says nothing of how it is set up. */
const isPair = ({ command, cwd, env = {} }: ServiceOptions): boolean =>
  process.env["TEST_CLUSTER"] === "1" && !command && !cwd && env["CATALOGD_DATABASE_URL"] === undefined;

/** Starts a service and waits until it is healthy. It dies with this process, however that ends. */
export async function startService(options: ServiceOptions): Promise<StartedService> {
  if (!isPair(options)) return startAlone(options);
  return (await import("../cluster/service-pair.ts")).startPair(options, startAlone);
}

async function startAlone({ folder, command = PROGRAM, env = {}, cwd }: ServiceOptions): Promise<StartedService> {
  const port = await freePort();
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    cwd: cwd ?? folder,
    env: {
      ...process.env,
      CATALOGD_DATA_DIR: join(folder, "data"),
      CATALOGD_PORT: String(port),
      CATALOGD_RATE_LIMIT_DISABLED: "1",
      CATALOGD_BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
      CATALOGD_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  let output = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const text of stream) output += decoder.decode(text, { stream: true });
  };
  void collect(child.stdout).catch(() => undefined);
  void collect(child.stderr).catch(() => undefined);
  const url = `http://127.0.0.1:${port}`;
  const givesUpAtMs = performance.now() + READY_MS;
  while (!(await fetch(`${url}/api/v1/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > givesUpAtMs) {
      child.kill(9);
      throw new Error(`The service did not start:\n${output}`);
    }
    await Bun.sleep(10);
  }
  return {
    url,
    pid: child.pid,
    output: () => output,
    exited: child.exited,
    kill: (signal) => {
      child.kill(signal);
      if (signal === "SIGTERM") void endConnections(url, child.exited);
      return child.exited;
    },
  };
}

/** Logs in and makes an API key with every scope. */
export async function newApiKey(url: string): Promise<string> {
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await response.json()) as any;
  };
  const { access_token: token } = await post("/auth/login/json", ADMIN);
  const { key } = await post("/api-keys", { name: "test", scopes: SCOPES }, { authorization: `Bearer ${token}` });
  return key;
}
