import { hostname, userInfo } from "node:os";
import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { serviceUrl } from "../commands/healthcheck.ts";
import { ADDRESS, CommandRefused, callService } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import { columns } from "../print-table.ts";
import { openApi } from "./api-client.ts";
import { apiAddress } from "./connection.ts";
import { DEFAULT_PROFILE, readProfiles, writeProfiles } from "./profiles.ts";

/** What was typed after `catalogd login`. */
export interface LoginFlags {
  url?: string;
  key?: string;
  keyStdin?: boolean;
  profile?: string;
  tenant?: string;
  json?: boolean;
}

/** A key of this terminal's own, which the service makes for who owns its data folder. Throws `CommandRefused`. */
async function keyFromSocket(config: Config, tenant: string | undefined): Promise<string> {
  const name = `terminal of ${userInfo().username} on ${hostname()}`;
  const input = { name, scopes: ["all"], ...(tenant !== undefined && { tenant }) };
  const made = (await callService(config, { group: "key", verb: "create" }, input)) as { key: string };
  return made.key;
}

/** Where the service of the data folder listens. Throws `CommandRefused`. */
async function addressFromSocket(config: Config): Promise<string> {
  const { url } = (await callService(config, ADDRESS, {})) as { url: string };
  return url;
}

/**
 * `catalogd login`: keeps a service and a key under a name. Without `--url` the service is that of the data folder, which
 * makes a key for it. Throws `CommandRefused`, also for a key that the service does not take.
 */
export async function login(config: Config, flags: LoginFlags): Promise<void> {
  const name = flags.profile ?? DEFAULT_PROFILE;
  const given = flags.keyStdin === true ? (await text(stdin)).trim() : flags.key;
  if (flags.url !== undefined && given === undefined) {
    throw new CommandRefused(
      "Give the key of that service on standard input with --key-stdin, or with --key",
      EXIT.usage,
    );
  }
  const url = flags.url ?? (given === undefined ? await addressFromSocket(config) : serviceUrl(config));
  const key = given ?? (await keyFromSocket(config, flags.tenant));
  await openApi({ url: apiAddress(url), key }, () => undefined).json("GET", "/products", { query: { per_page: 1 } });
  const path = writeProfiles(new Map([...readProfiles(), [name, { url, key }]]));
  const shown = { profile: name, url, file: path };
  stdout.write(flags.json === true ? `${JSON.stringify(shown)}\n` : `${name}: ${url}, kept in ${path}\n`);
}

/** `catalogd profiles`: what is kept, without the keys; `remove` forgets one. Throws `CommandRefused`. */
export function showProfiles({ remove, json }: { remove?: string; json?: boolean }): void {
  const profiles = readProfiles();
  if (remove !== undefined) {
    if (!profiles.delete(remove)) throw new CommandRefused(`There is no profile "${remove}"`, EXIT.usage);
    writeProfiles(profiles);
  }
  const rows = [...profiles].map(([profile, { url, key }]) => ({ profile, url, key: `…${key.slice(-4)}` }));
  const lines =
    rows.length === 0 ? ["(none)"] : columns([["profile", "url", "key"], ...rows.map((row) => Object.values(row))]);
  stdout.write(json === true ? `${JSON.stringify(rows)}\n` : `${lines.join("\n")}\n`);
}

/** Adds `login` and `profiles`. */
export function addLogin(
  program: Command,
  configOf: (command: Command) => Config,
  withSettings: (command: Command) => Command,
): void {
  const command = program
    .command("login")
    .description("Keep a service and its key under a name, for the commands that speak to it");
  withSettings(command)
    .option("--url <address>", "Address of the service; without it, the one of the data folder, which makes a key")
    .option("--key-stdin", "Read its key from standard input")
    .option("--key <key>", "Its key; other users of the machine can see arguments")
    .option("--profile <name>", `Under which name; ${DEFAULT_PROFILE} without it`)
    .option("--tenant <id>", "The tenant for which the key is made; optional if there is only one")
    .option("--json", "Print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  catalogd login --data-dir /var/lib/catalogd\n  catalogd login --url https://pim.example.com --key-stdin --profile shop < key.txt",
    )
    .action((flags: LoginFlags, each: Command) => login(configOf(each), flags));
  program
    .command("profiles")
    .description("List the services that catalogd login has kept")
    .option("--remove <name>", "Forget one")
    .option("--json", "Print JSON")
    .addHelpText("after", "\nExamples:\n  catalogd profiles\n  catalogd profiles --remove shop")
    .action(showProfiles);
}
