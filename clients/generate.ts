import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startService } from "../test/servers/service.ts";
import { writeClient } from "./write-client.ts";

/**
 * Writes the TypeScript client of the API into `clients/typescript/catalogd.ts`. `--url` names a running service whose
 * description it is made of; without it one is started for that. `--out` names another folder.
 */
const { values } = parseArgs({
  args: argv.slice(2),
  options: { url: { type: "string" }, out: { type: "string", default: "clients/typescript" } },
});

const read = async (url: string): Promise<object> =>
  (await fetch(`${url}/api/v1/openapi.json`)).json() as Promise<object>;

async function describeOwn(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-client-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ folder, env: { CATALOGD_LOG_LEVEL: "warn" } });
  const description = await read(service.url);
  await service.kill("SIGTERM");
  return description;
}

const path = await writeClient(values.url === undefined ? await describeOwn() : await read(values.url), values.out);
stdout.write(`${path}\n`);
process.exit();
