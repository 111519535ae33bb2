import { type Database, EVERY_TENANT } from "../../db/ports.ts";
import { createApp } from "../../src/app.ts";
import { openAuthenticator } from "../../src/identity/auth/callers/authenticator.ts";
import { claimJobs } from "../../src/jobs/lifecycle.ts";
import { runJob } from "../../workers/run-job.ts";
import { services as local } from "../harness.ts";
import { makeTenant } from "../make-tenant.ts";
import type { Line } from "../servers/line.ts";

/** A service in this process, on the server behind the line, with a tenant and its key. */
export async function openRemoteService(line: Line, database: Database) {
  const thread = { ...local, ...database, config: { ...local.config, databaseUrl: line.url } };
  // The caller is known, as one is that asks all the time: to read it again comes at times that a count must not depend on.
  const authenticator = await openAuthenticator({ ...thread, config: local.config });
  const services = { ...thread, authenticator };
  const app = createApp(services, { checkAnswers: true });
  const tenant = await makeTenant(services, authenticator);
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { "x-api-key": tenant.apiKey, "content-type": "application/json" };
    const isForm = body instanceof FormData;
    const response = await app.handle(
      new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: isForm ? { "x-api-key": tenant.apiKey } : headers,
        // A form is a body too; the declared type of one is enough here.
        ...(body !== undefined && { body: (isForm ? body : JSON.stringify(body)) as string }),
      }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return (await response.json()) as any;
  };
  const runBulkJobs = async () => {
    const { jobs } = await services.write(claimJobs, EVERY_TENANT, { queue: "bulk", owner: "test", limit: 10 });
    line.takeRoundTrips();
    for (const job of jobs) await runJob(services, job, new AbortController().signal);
    return line.takeRoundTrips();
  };
  return { send, runBulkJobs };
}
