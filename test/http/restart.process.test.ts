import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

test("T31 D0.9 D1-163 a restart of the service does not forget who has asked too often", async () => {
  const folder = temporaryFolder();
  const env = { CATALOGD_RATE_LIMIT_DISABLED: "0", NODE_ENV: "production" };
  const ask = async (url: string) =>
    (
      await fetch(`${url}/api/v1/auth/forgot-password`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "anna@example.com" }),
      })
    ).status;
  const first = await startService({ folder, env });
  const before = [await ask(first.url), await ask(first.url), await ask(first.url)];
  await first.kill("SIGTERM");

  const second = await startService({ folder, env });
  const after = await ask(second.url);
  await second.kill("SIGTERM");

  expect([...before, after]).toEqual([200, 200, 200, 429]);
}, 30_000);
