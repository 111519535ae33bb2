import { writeFileSync } from "node:fs";
import { stdout } from "node:process";
import type { Config } from "../../config/config.ts";
import { CommandRefused, callService } from "../control/control-client.ts";

const OWNER_ONLY = 0o600;

/**
 * `catalogd diagnostics`: has the running service describe itself, and prints that or writes it into a new file for its owner
 * alone. Throws `CommandRefused`.
 */
export async function writeDiagnostics(config: Pick<Config, "dataDir">, { to }: { to?: string }): Promise<void> {
  const bundle = await callService(config, { group: "diagnostics", verb: "make" }, {});
  const text = `${JSON.stringify(bundle, undefined, 2)}\n`;
  if (to === undefined) {
    stdout.write(text);
    return;
  }
  try {
    writeFileSync(to, text, { flag: "wx", mode: OWNER_ONLY });
  } catch (error) {
    throw new CommandRefused(`Cannot write ${to}: ${error instanceof Error ? error.message : error}`);
  }
  stdout.write(`${to}, ${text.length} bytes: read it before you send it\n`);
}
