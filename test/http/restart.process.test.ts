import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { startService } from "../servers/service.ts";

test("T31 D0.9 D1-163 a restart of the service does not lose who has sent too much", async () => {
  const folder = temporaryFolder();
  const env = { CATALOGD_RATE_LIMIT_DISABLED: "0", NODE_ENV: "production" };
  const request = async (url: string) =>
    (
      await fetch(`${url}/api/v1/auth/forgot-password`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "anna@example.com" }),
      })
    ).status;
  const first = await startService({ folder, env });
  const before = [await request(first.url), await request(first.url), await request(first.url)];
  await first.kill("SIGTERM");

  const second = await startService({ folder, env });
  const after = await request(second.url);
  await second.kill("SIGTERM");

  expect([...before, after]).toEqual([200, 200, 200, 429]);
}, 30_000);
