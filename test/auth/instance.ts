import { Buffer } from "node:buffer";
import { scryptSync } from "node:crypto";
import { join } from "node:path";
import { type AnyMutation, EVERY_TENANT, mutation } from "../../db/ports.ts";
import { createApp } from "../../src/app.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import type { Config } from "../../src/config/config.ts";
import * as FAMILIES from "../../src/families.ts";
import { openPasswords } from "../../src/identity/auth/accounts/passwords.ts";
import { openAuthenticator } from "../../src/identity/auth/callers/authenticator.ts";
import type { Role } from "../../src/identity/auth/callers/permissions.ts";
import { startSession } from "../../src/identity/auth/sessions/start-session.ts";
import { createTenant } from "../../src/identity/tenants/create-tenant.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { loadMutations } from "../../src/runtime/family.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { openFollowers } from "../../src/runtime/open-streams.ts";
import type { Services } from "../../src/runtime/services.ts";
import { runJob } from "../../workers/run-job.ts";
import { temporaryFolder } from "../cleanup.ts";
import { openFileDatabase } from "../db/databases.ts";
import { CHEAP, services as shared } from "../harness.ts";
import { addUser } from "../make-tenant.ts";

const MUTATIONS = await loadMutations(FAMILIES);

export const PASSWORD = "Correct horse 1 battery";
/** A hash of it that costs next to nothing, so that tests may log in often. */
const PASSWORD_HASH = `$scrypt$ln=1,r=1,p=1$AAAA$${scryptSync(PASSWORD, Buffer.from("AAAA", "base64"), 32, { N: 2, r: 1, p: 1 }).toString("base64").replaceAll("=", "")}`;

/** What an operator does. */
const suspend = mutation("test.suspend-licence", (tx, _: undefined) =>
  tx.run("update tenant set license_status = 'suspended' where tenant_id = :tenant", {}),
);
const ALL_MUTATIONS = new Map<string, AnyMutation>([...MUTATIONS, [addUser.name, addUser], [suspend.name, suspend]]);

/** Sends requests as a browser does: it keeps the cookies it is given, by name, for any path. */
function browserOf(app: { handle(request: Request): Promise<Response> }) {
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await app.handle(request);
    const setCookies = response.headers.getSetCookie();
    for (const each of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (each.includes("Max-Age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    const answer: any = JSON.parse((await response.text()) || "null");
    return { status: response.status, headers: response.headers, setCookies, body: answer };
  }
  return {
    cookies,
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send("POST", path, body, headers),
    logIn: (email: string, password = PASSWORD) => send("POST", "/auth/login/json", { email, password }),
  };
}

/** An instance with a database and a clock of its own; its passwords cost next to nothing. */
export async function newInstance(
  settings: Partial<Config> = {},
  {
    path = join(temporaryFolder(), "catalogd.db"),
    mutations = [] as AnyMutation[],
    passwords = openPasswords(CHEAP),
  } = {},
) {
  const clock = { nowMs: Date.now() };
  const context = { now: () => clock.nowMs, newId };
  const database = await openFileDatabase(
    new Map([...ALL_MUTATIONS, ...mutations.map((each) => [each.name, each] as const)]),
    context,
    path,
  );
  const thread = { ...shared, ...database, ...context, config: { ...shared.config, ...settings } };
  const services: Services = {
    ...thread,
    authenticator: await openAuthenticator(thread, passwords),
    cache: new AnswerCache(thread.search.engine),
    followers: openFollowers(),
  };
  const app = createApp(services, { checkAnswers: true });
  return {
    path,
    clock,
    services,
    app,
    newBrowser: () => browserOf(app),
    /** A tenant whose admin has `PASSWORD`. */
    newAccount: async (locale = "en") => {
      const tenantId = newId();
      const email = `${tenantId}@example.com`;
      const user = { email, passwordHash: PASSWORD_HASH, role: "admin" as const, locale };
      const { userId } = await services.write(createTenant, tenantId, { name: "Example Ltd", user });
      return { tenantId, userId, email };
    },
    /** The bearer header of a new user of a role. */
    bearerOf: async (tenantId: string, role: Role) => {
      const userId = newId();
      await services.write(addUser, tenantId, { id: userId, role });
      const sessionId = await services.write(startSession, tenantId, { userId });
      const token = await services.authenticator.signAccessToken({ userId, tenantId, sessionId, role });
      return { authorization: `Bearer ${token}` };
    },
    suspend: async (tenantId: string) => {
      await services.write(suspend, tenantId, undefined);
      services.authenticator.drop(tenantId);
    },
    /** Runs every job that is ready, with other settings if need be, until none is left. */
    runJobs: async (more: Partial<Services> = {}) => {
      for (;;) {
        const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "quick", owner: "test", limit: 10 });
        if (jobs.length === 0) return;
        for (const job of jobs) await runJob({ ...services, ...more }, job, new AbortController().signal);
      }
    },
  };
}
