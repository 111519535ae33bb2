import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../servers/service.ts";

test("a service that was started answers the console as its sources or its binary have it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-console-"));
  const service = await startService({ folder, env: { CATALOGD_LOG_LEVEL: "warn" } });
  try {
    const page = await fetch(`${service.url}/`);
    const [file] = /\/console\/[^"]+/.exec(await page.text()) ?? [""];
    expect([page.status, (await fetch(service.url + file)).status]).toEqual([200, 200]);
  } finally {
    await service.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
});
