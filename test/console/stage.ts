import { afterAll } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { openBrowser } from "../runtimes/browser.ts";
import { startService } from "../servers/service.ts";
import { callerOf } from "./caller.ts";

/** A service of a file's own with a browser and the admin's calls, which end after its tests. */
export async function openStage(env: Record<string, string> = {}) {
  const [service, browser] = await Promise.all([startService({ folder: temporaryFolder(), env }), openBrowser()]);
  afterAll(async () => {
    await browser.close();
    await service.kill("SIGTERM");
  });
  return { service, browser, call: await callerOf(service.url) };
}
