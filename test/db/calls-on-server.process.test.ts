import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { CALLS_ENV, makeCalls } from "../runtimes/calls.ts";
import { startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";

test("the main job runs on a libSQL server as it does on a file", async () => {
  const sqld = await startSqld();
  const service = await startService({
    folder: temporaryFolder(),
    env: { ...CALLS_ENV, CATALOGD_DATABASE_URL: sqld.url },
  });
  const failed: string[] = [];
  let made = 0;
  for await (const { name, error } of makeCalls(service.url)) {
    made++;
    if (error !== undefined) failed.push(`${name}: ${error}`);
  }
  expect(failed).toEqual([]);
  expect(made).toBeGreaterThan(10);
  expect(await service.kill("SIGTERM")).toBe(0);
  await sqld.stop();
}, 120_000);
