import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startService } from "../test/servers/service.ts";
import { writePackage } from "./write-package.ts";

/**
 * Writes the TypeScript client of the API into `clients/typescript/`, ready for `npm pack`. `--url` names a running service
 * whose client it is; without it one is started for that. `--out` names another folder.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { url: { type: "string" }, out: { type: "string", default: "clients/typescript" } },
});

async function readClient(url: string): Promise<string> {
  const answer = await fetch(`${url}/docs/client.ts`);
  if (!answer.ok) throw new Error(`${url}/docs/client.ts answered ${answer.status}`);
  return answer.text();
}

async function readOwn(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-client-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ folder, env: { CATALOGD_LOG_LEVEL: "warn" } });
  const client = await readClient(service.url);
  await service.kill("SIGTERM");
  return client;
}

const files = await writePackage(values.url === undefined ? await readOwn() : await readClient(values.url), values.out);
stdout.write(`${files.join("\n")}\n`);
process.exit();
