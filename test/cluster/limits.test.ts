import { afterAll, expect, test } from "bun:test";
import { callersWithKey } from "./caller.ts";
import { startCluster } from "./cluster.ts";

const LIMIT = 12;
/** Of a call, longer than it takes until the others have heard of it, those at rest too. */
const PAUSE_MS = 6_500;
const READS = { limit: LIMIT, window_s: 600 };
const cluster = await startCluster({
  processes: 2,
  env: { CATALOGD_RATE_LIMIT_DISABLED: "0", CATALOGD_RATE_LIMITS: JSON.stringify({ READ_STANDARD: READS }) },
});
afterAll(() => cluster.stop());

test("a rate limit counts over all processes, but for what comes within a moment", async () => {
  const [here, there] = await callersWithKey(cluster.members.map(({ service }) => service.url));
  if (!here || !there) throw new Error("There are two");
  for (let count = 1; count < LIMIT; count++) expect((await here("GET", "/products")).status).toBe(200);
  // A process at rest looks every 2.5 s, and each reports its own twice a second.
  await Bun.sleep(PAUSE_MS);
  expect((await there("GET", "/products")).status).toBe(200);
  await Bun.sleep(PAUSE_MS);
  for (const call of [here, there]) {
    const { status, body } = await call("GET", "/products");
    expect(status).toBe(429);
    expect(JSON.stringify(body)).toContain(String(LIMIT));
  }
}, 60_000);
