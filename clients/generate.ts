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

async function writeOwn(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "catalogd-client-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const service = await startService({ folder, env: { CATALOGD_LOG_LEVEL: "warn" } });
  const parts = await writePackage(service.url, values.out);
  await service.kill("SIGTERM");
  return parts;
}

const parts = values.url === undefined ? await writeOwn() : await writePackage(values.url, values.out);
stdout.write(`${join(values.out, "client")}: ${parts.length} parts\n`);
process.exit();
