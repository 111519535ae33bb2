import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Config, readConfig, type Sources } from "../../config/config.ts";
import { openLog } from "../../runtime/log.ts";
import { startService, stopOnSignals } from "../serve.ts";
import { printWelcome } from "../welcome.ts";
import { openClient, say } from "./client.ts";
import { startCompetitor } from "./competitor.ts";
import { startEmbedder } from "./embedder.ts";
import { demoSteps } from "./steps.ts";

/** A folder that goes when the process ends, nothing shared with any other data, and a way to the demo's own server. */
function demoConfig(sources: Sources): Config {
  const dataDir = mkdtempSync(join(tmpdir(), "catalogd-demo-"));
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  return {
    ...readConfig(sources),
    dataDir,
    databaseUrl: undefined,
    databaseToken: undefined,
    s3Endpoint: undefined,
    meilisearchUrl: undefined,
    smtpUrl: undefined,
    secretKey: undefined,
    outboundAllow: { ranges: ["127.0.0.1/32"], names: [] },
    logLevel: "warn",
  };
}

/** `catalogd demo`: starts on an empty temporary folder, shows the main job over HTTP, and stays running to try. */
export async function demo(sources: Sources): Promise<void> {
  const config = demoConfig(sources);
  const log = openLog(config.logLevel, "http");
  const running = await startService(config, log);
  stopOnSignals(running, config, log);
  const { email = "", password = config.bootstrapAdminPassword ?? "", apiKey = "" } = running.first ?? {};
  const client = openClient(running.url, { "x-api-key": apiKey });
  const steps = demoSteps({ embedderUrl: await startEmbedder(), shopUrl: await startCompetitor(), email, password });
  for (const [index, [title, take]] of steps.entries()) {
    say(`\n${index + 1}. ${title}`);
    await take(client);
  }
  printWelcome(running, true);
  say(`The data is in ${config.dataDir} and goes when you stop with Ctrl-C.`);
}
