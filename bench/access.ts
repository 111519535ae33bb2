import { join } from "node:path";
import process from "node:process";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { openLocalDatabase } from "../db/local/database.ts";
import { portWrite, serveWrites } from "../db/local/write-port.ts";
import { openWriter } from "../db/local/writer.ts";
import type { AnyMutation } from "../db/ports.ts";
import { readConfig } from "../src/config/config.ts";
import * as FAMILIES from "../src/families.ts";
import { access, openAccess } from "../src/http/gate/access.ts";
import { RateLimiter } from "../src/http/gate/limits/rate-limit.ts";
import { conventions } from "../src/http/input/conventions.ts";
import { openMetrics } from "../src/http/observe/metrics.ts";
import { reviveError } from "../src/http/output/errors.ts";
import { newRawKey } from "../src/identity/api-keys/raw-key.ts";
import { openAuthenticator } from "../src/identity/auth/callers/authenticator.ts";
import { startSession } from "../src/identity/auth/sessions/start-session.ts";
import { createTenant } from "../src/identity/tenants/create-tenant.ts";
import { loadMutations } from "../src/runtime/family.ts";
import { openLog } from "../src/runtime/log.ts";
import { newId } from "../src/runtime/new-id.ts";
import { openSecretBox } from "../src/secrets/secret-box.ts";
import type { Line } from "./table.ts";

const rethrow = (error: unknown) => {
  throw error;
};

const REQUESTS = 20_000;
const ROUNDS = 7;
const URL = "http://localhost/api/v1/bench";

/** The same small GET, open and guarded, behind every convention; and one caller of each kind. */
async function openBench(folder: string) {
  const config = readConfig({ env: { CATALOGD_DATA_DIR: folder, CATALOGD_RATE_LIMITS: LIMITS } });
  const context = { now: Date.now, newId };
  const path = join(folder, "access.db");
  const mutations: ReadonlyMap<string, AnyMutation> = await loadMutations(FAMILIES);
  const writer = await openWriter(path, { mutations, context, wakeJobs: () => undefined, fail: rethrow });
  const line = new MessageChannel();
  serveWrites(line.port1, writer);
  const database = openLocalDatabase(path, portWrite(line.port2, reviveError), undefined);
  const log = openLog("silent", "bench");
  const thread = { ...database, ...context, config, secrets: openSecretBox(config), log };
  // Only what an authenticator asks of the services.
  const authenticator = await openAuthenticator(thread as Parameters<typeof openAuthenticator>[0]);
  const { key, stored } = newRawKey(false);
  const { userId } = await database.write(createTenant, "bench", {
    name: "Bench",
    user: { email: "bench@example.com", passwordHash: "none", role: "admin", locale: "en" },
    apiKey: { name: "Bench", scopes: ["products:read"], isTest: false, kept: stored },
  });
  const sessionId = await database.write(startSession, "bench", { userId });
  const token = await authenticator.signAccessToken({ userId, tenantId: "bench", sessionId, role: "admin" });
  const services = { ...thread, authenticator, addressOf: () => "127.0.0.1" };
  const state = {
    limiter: new RateLimiter(config, Date.now),
    defaultLocale: "en" as const,
    checkAnswers: false,
    expansions: {},
  };
  const response = { 200: Type.Object({ ok: Type.Boolean() }) };
  const guard = { permission: "VIEW_CATALOG", scope: "products:read", tier: "READ_STANDARD" } as const;
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(conventions(services, state, openMetrics(), () => 0))
    .use(
      new Elysia({ prefix: "/api/v1/bench" })
        .use(openAccess(services))
        .get("/open", () => ({ ok: true }), { policy: { credential: "none", tier: "READ_STANDARD" }, response }),
    )
    .use(
      new Elysia({ prefix: "/api/v1/bench" })
        .use(access(services))
        .get("/guarded", () => ({ ok: true }), { policy: { credential: "any", ...guard }, response }),
    );
  return { app, key, token, close: () => database.close() };
}

// The limiter counts, and never refuses.
const LIMITS = JSON.stringify({ READ_STANDARD: { limit: 1_000_000_000, window_s: 60 } });
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** CPU time of one request, in microseconds. */
async function costOf(
  app: { handle(request: Request): Promise<Response> },
  path: string,
  headers: Record<string, string>,
) {
  const before = process.cpuUsage();
  for (let count = 0; count < REQUESTS; count++) {
    const response = await app.handle(new Request(`${URL}${path}`, { headers }));
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    await response.text();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

/** What a credential costs: the CPU time of a guarded GET over that of an open one that sends the same headers. */
export async function measureAccess(folder: string): Promise<Line[]> {
  const { app, key, token, close } = await openBench(folder);
  const costs = { key: [] as number[], token: [] as number[] };
  const headers = { key: { "x-api-key": key }, token: { authorization: `Bearer ${token}` } };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of ["key", "token"] as const) {
      const open = await costOf(app, "/open", headers[kind]);
      costs[kind].push((await costOf(app, "/guarded", headers[kind])) - open);
    }
  }
  close();
  return [
    { work: "an API key, over an open GET", value: median(costs.key), unit: "µs", target: "≤ 10" },
    { work: "an access token, over an open GET", value: median(costs.token), unit: "µs", target: "≤ 10" },
  ];
}
