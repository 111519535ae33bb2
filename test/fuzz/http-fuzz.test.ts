import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { resolve } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { document, OPERATIONS, type Schema } from "../sweeps/operations.ts";
import { Ids } from "./ids.ts";
import { type FuzzedRequest, Requests } from "./requests.ts";

/**
 * `npm run test:fuzz`: valid, nearly valid and damaged requests over HTTP to the binary, for `FUZZ_SECONDS`. `FUZZ_SEED`
 * repeats a run, as far as the answers come in the same order.
 */
const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? sized(90, 300));
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_122);
const BINARY = resolve("out/catalogd");
const CALLERS = 6;
/** A request that is not answered by then is a fault: `.ci/run` gives it what other steps leave of the machine. */
const ANSWER_MS = 180_000;
const FAULTS_MAX = 20;

/** Source: mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function randomBy(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

let service: StartedService;
let rights: Record<string, string>;
const statuses = new Map<number, number>();
const reached = new Set<string>();
const faults: string[] = [];
const ids = new Ids(OPERATIONS);
const requests = new Requests(OPERATIONS, ids, randomBy(SEED));
let sent = 0;

beforeAll(async () => {
  if (!existsSync(BINARY)) throw new Error("out/catalogd is missing: npm run build");
  service = await startService({ folder: temporaryFolder(), command: [BINARY], env: { CATALOGD_LOG_LEVEL: "error" } });
  rights = { "x-api-key": await newApiKey(service.url) };
}, ANSWER_MS);
afterAll(() => service.kill("SIGTERM"));

/** Sends the head and half of the body, and closes the connection. */
const breakOff = ({ operation, url, headers, body }: FuzzedRequest) =>
  new Promise<void>((done) => {
    const { port } = new URL(service.url);
    const bytes = Buffer.from(body ?? "");
    const lines = Object.entries({ host: "x", ...rights, ...headers, "content-length": String(bytes.length + 1) });
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => undefined);
    socket.on("close", () => done());
    const head = `${operation.method} ${url.slice("http://localhost".length)} HTTP/1.1\r\n`;
    const named = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(Buffer.concat([Buffer.from(`${head}${named}\r\n`), bytes]), () =>
      setTimeout(() => socket.destroy(), 5),
    );
  });

/** Sends a request and notes what must not be. */
async function send(request: FuzzedRequest): Promise<void> {
  sent++;
  if (request.isBrokenOff) return breakOff(request);
  const { operation, url, headers, body, what } = request;
  const from = operation.credential === "session" ? await session() : rights;
  try {
    const response = await fetch(url.replace("http://localhost", service.url), {
      method: operation.method,
      headers: { ...from, ...headers },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body !== undefined && { body: body as string }), // bytes are a body as well
    });
    const text = await response.text();
    note(request, response.status, text);
  } catch (error) {
    // A header that cannot be sent at all is no fault of the service; a connection that it closes is seen by its end.
    if (Object(error).name === "TimeoutError")
      faults.push(`${operation.name}, ${what}: no answer to ${String(body).slice(0, 300)}`);
  }
}

function note({ operation, what, url, body }: FuzzedRequest, status: number, text: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500 && status !== 503) {
    faults.push(`${operation.name}, ${what}: ${status} ${text.slice(0, 300)} to ${url} ${String(body).slice(0, 300)}`);
  }
  if (status >= 300) return;
  reached.add(operation.name);
  if (text.startsWith("{") || text.startsWith("[")) ids.learn(operation, JSON.parse(text));
}

let token: Promise<Record<string, string>> | undefined;
/** A session for what a key may not do; a new one whenever the last was ended. */
function session(): Promise<Record<string, string>> {
  token ??= logIn();
  return token;
}
async function logIn(): Promise<Record<string, string>> {
  const response = await fetch(`${service.url}/api/v1/auth/login/json`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "admin@example.com", password: "correct-horse-1" }),
  });
  const { access_token: access } = (await response.json()) as { access_token?: string };
  return { authorization: `Bearer ${access}` };
}

const pathsOf = (served: Schema) => Object.keys(served["paths"] as Schema).sort();

test(
  "the binary serves the operations that are fuzzed",
  async () => {
    const served = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as Schema;
    const known = pathsOf(document).filter((path) => !path.startsWith("/api/v1/operator"));
    expect(pathsOf(served).filter((path) => !path.startsWith("/api/v1/operator"))).toEqual(known);
  },
  ANSWER_MS,
);

test(
  `the process lives, and no request is answered with an error of ours (seed ${SEED}, ${SECONDS} s)`,
  async () => {
    process.stdout.write(`fuzz: seed ${SEED}, ${SECONDS} s, ${OPERATIONS.length} operations\n`);
    const endsAtMs = performance.now() + SECONDS * 1_000;
    for (const request of requests.first()) await send(request);
    const goesOn = () => performance.now() < endsAtMs && faults.length < FAULTS_MAX && !isMissing;
    let isMissing = false;
    void service.exited.then(() => {
      isMissing = true;
    });
    const caller = async () => {
      while (goesOn()) await send(requests.next());
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const counts = [...statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, count]) => `${count} × ${status}`);
    process.stdout.write(`fuzz: ${sent} requests, ${reached.size} operations reached; ${counts.join(", ")}\n`);

    if (isMissing) throw new Error(`The service ended:\n${service.output().slice(-3_000)}`);
    expect(faults).toEqual([]);
    expect((await fetch(`${service.url}/api/v1/health/live`)).status).toBe(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain("catalogd_uncaught_errors_total 0");
    expect(reached.size).toBeGreaterThan(OPERATIONS.length / 3);
  },
  SECONDS * 1_000 + 2 * ANSWER_MS,
);
