import { afterAll, expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { type StartedService, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";
import { callerAt, logIn } from "./caller.ts";

const sqld = await startSqld();
afterAll(() => sqld.stop());
const started: StartedService[] = [];
afterAll(() => Promise.all(started.map((service) => service.kill("SIGTERM"))));

async function start(secretKey: string | undefined): Promise<StartedService> {
  const own = secretKey === undefined ? {} : { CATALOGD_SECRET_KEY: secretKey };
  const env = { CATALOGD_DATABASE_URL: sqld.url, ...own };
  const service = await startService({ folder: temporaryFolder(), env });
  started.push(service);
  return service;
}
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const refusalOf = (starting: Promise<unknown>): Promise<string> => starting.then(() => "it started", String);

test("a process with another secret key refuses to start, says how to mend it, and leaves the signing keys", async () => {
  const { url } = await start(keyOf(1));
  const { body } = await logIn(url);
  const session = callerAt(url, { authorization: `Bearer ${body.access_token}` });

  for (const [key, words] of [
    [keyOf(2), "Set CATALOGD_SECRET_KEY to that of the processes which use this server"],
    [undefined, "secret.key is not there"],
  ] as const) {
    const refused = await refusalOf(start(key));
    expect(refused).toContain(words);
    expect(refused).not.toContain("at instanceKey");
  }

  expect((await session("GET", "/auth/me")).status).toBe(200);
  const again = await start(keyOf(1));
  const there = callerAt(again.url, { authorization: `Bearer ${body.access_token}` });
  expect((await there("GET", "/auth/me")).status).toBe(200);
}, 60_000);
