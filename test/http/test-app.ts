import { join } from "node:path";
import { type AnyElysia, Elysia } from "elysia";
import type { AnyMutation } from "../../db/ports.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import type { Authenticator, Principal } from "../../src/http/gate/credentials/principal.ts";
import { routeFinder } from "../../src/http/gate/find-route.ts";
import { RateLimiter } from "../../src/http/gate/limits/rate-limit.ts";
import { storeAnswer } from "../../src/http/gate/write/store-answer.ts";
import { conventions } from "../../src/http/input/conventions.ts";
import { openMetrics } from "../../src/http/observe/metrics.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";
import { addSetting, family, open, resources } from "./test-routes.ts";
import { waitingRoute } from "./waiting-route.ts";

/** Test time, so nothing sleeps: `clock.nowMs += 60_000` is a minute later. */
export const clock = { nowMs: Date.UTC(2026, 0, 1) };

const context = { now: () => clock.nowMs, newId };
const mutations = new Map<string, AnyMutation>([addSetting, storeAnswer].map((each: AnyMutation) => [each.name, each]));
const database = await openFileDatabase(mutations, context, join(temporaryFolder(), "http.db"));

/** Callers by credential: an API key, or the token of a session. */
class TestCallers implements Authenticator {
  readonly keys = new Map<string, Principal>();
  readonly tokens = new Map<string, Principal>();

  rememberedKey(rawKey: string): Principal | undefined {
    return this.keys.get(rawKey);
  }
  byApiKey(rawKey: string): Promise<Principal | undefined> {
    return Promise.resolve(this.keys.get(rawKey));
  }
  refusedKey() {
    return Promise.resolve("gone" as const);
  }
  byAccessToken(token: string): Promise<Principal> {
    const principal = this.tokens.get(token);
    if (principal) return Promise.resolve(principal);
    throw new ApiError(token === "expired" ? "TOKEN_EXPIRED" : "INVALID_TOKEN");
  }
  bySyncKey(): Promise<Principal> {
    throw new ApiError("SCRAPER_SYNC_KEY_NOT_CONFIGURED");
  }
  /** `refresh-<token>` renews the session of that token. */
  byRefreshToken(token: string): Promise<Principal | undefined> {
    return Promise.resolve(this.tokens.get(token.replace("refresh-", "")));
  }
  isCsrfToken(token: string, sessionId: string | null): boolean {
    return token === `csrf-of-${sessionId ?? "nobody"}`;
  }
}

export const principal = (more: Partial<Principal> = {}): Principal => ({
  kind: "api_key",
  tenantId: newId(),
  subjectId: newId(),
  sessionId: null,
  permissions: new Set(),
  scopes: new Set(["products:read", "products:write"]),
  rateLimitPerMinute: null,
  tenant: { licenseStatus: "active", modulesOff: new Set() },
  ...more,
});

/** An app of small routes that uses every convention, and the callers it knows. */
export function testApp(settings: Partial<Config> = {}, { checkAnswers = false } = {}) {
  const config = { ...readConfig({ env: {} }), ...settings };
  const callers = new TestCallers();
  const lines: Record<string, unknown>[] = [];
  const note = (fields: Record<string, unknown>) => void lines.push(fields);
  const address = { now: "192.0.2.1" };
  const services = {
    ...database,
    ...context,
    config,
    authenticator: callers,
    addressOf: () => address.now,
    // What the conventions write of a log: a line's fields.
    log: { info: note, warn: note, error: note } as never,
  };
  const limiter = new RateLimiter(config, context.now);
  const state = { limiter, defaultLocale: config.defaultLocale, checkAnswers, expansions: {} };
  const metrics = openMetrics();
  let whole: AnyElysia | undefined;
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(
      conventions(
        services,
        state,
        metrics,
        routeFinder(() => whole),
      ),
    )
    .use(
      new Elysia({ prefix: "/api/v1" })
        .use(resources(services))
        .use(waitingRoute(services))
        .use(family("/ext")(services))
        .use(family("/appsync")(services))
        .use(open(services)),
    );
  whole = app;
  const send = async (
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: RequestInit["body"] } = {},
  ) => {
    const response = await app.handle(new Request(`http://localhost/api/v1${path}`, { method, ...init }));
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    const body: any = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  };
  const client = (headers: Record<string, string>) => ({
    get: (path: string, more = {}) => send("GET", path, { headers: { ...headers, ...more } }),
    delete: (path: string, more = {}) => send("DELETE", path, { headers: { ...headers, ...more } }),
    put: (path: string, more = {}) => send("PUT", path, { headers: { ...headers, ...more } }),
    post: (path: string, body: unknown, more = {}) =>
      send("POST", path, {
        headers: { "content-type": "application/json", ...headers, ...more },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  });
  return {
    app,
    callers,
    lines,
    metrics,
    limiter: state.limiter,
    address,
    send,
    /** A client with a key of its own. */
    withKey: (more: Partial<Principal> = {}) => {
      const key = `pm_live_${newId()}`;
      callers.keys.set(key, principal(more));
      return client({ "x-api-key": key });
    },
    /** A client with a session of its own. */
    withSession: (more: Partial<Principal> = {}) => {
      const token = newId();
      callers.tokens.set(
        token,
        principal({ kind: "session", scopes: new Set(), permissions: new Set(["VIEW_CATALOG"]), ...more }),
      );
      return client({ authorization: `Bearer ${token}` });
    },
    /** A browser with a session of its own, which it holds as a cookie; `csrf` is that session's token. */
    withCookie: (more: Partial<Principal> = {}) => {
      const token = newId();
      const permissions = new Set(["VIEW_CATALOG", "EDIT_CATALOG"]);
      callers.tokens.set(
        token,
        principal({ kind: "session", sessionId: token, scopes: new Set(), permissions, ...more }),
      );
      const csrf = { "x-csrf-token": `csrf-of-${token}` };
      return { token, csrf, ...client({ cookie: `theme=dark; access_token=${token}` }) };
    },
    stranger: client({}),
  };
}
