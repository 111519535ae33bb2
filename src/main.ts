import process from "node:process";
import { Command, Option } from "commander";
import version from "../package.json" with { type: "json" };
import { printConfig } from "./cli/config.ts";
import type { ConsoleCommand } from "./cli/console-command.ts";
import { CONSOLE_COMMANDS, CONSOLE_GROUPS } from "./cli/console-commands.ts";
import { CommandRefused } from "./cli/control-client.ts";
import { type Flags, runConsoleCommand } from "./cli/run-console-command.ts";
import { ConfigError, flagOf, readConfig, type Sources, unknownSettings } from "./config/config.ts";
import { SETTING_NAMES, SETTINGS } from "./config/settings.ts";
import { CannotStart } from "./runtime/cannot-start.ts";

const CONFIG_FILE = "A file of NAME=value lines (CATALOGD_CONFIG)";

/** Whether the command line has a word: only a command that is called needs its options, and they are slow to make. */
const isNamed = (word: string): boolean => process.argv.includes(word);

/** Gives a command one flag for each setting. */
function withSettings(command: Command): Command {
  for (const name of SETTING_NAMES) {
    const { env, fallback, description } = SETTINGS[name];
    const preset = fallback === undefined ? "" : `, default ${fallback}`;
    command.addOption(new Option(`--${flagOf(name)} <value>`, `${description} (${env}${preset})`));
  }
  return command.option("--config <file>", CONFIG_FILE);
}

/** The settings of one call: commander turns `--data-dir` into `dataDir`, we keep the flag's own name. */
function sourcesOf(command: Command): Sources {
  const options: Record<string, string> = command.opts();
  const camel = (flag: string) => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const flags = Object.fromEntries(SETTING_NAMES.map((name) => [flagOf(name), options[camel(flagOf(name))]]));
  return { flags, file: options["config"] };
}

/** `--password-stdin` is `passwordStdin` to commander. */
const camel = (flag: string) => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Adds a command that the running service does. */
function addConsoleCommand(group: Command, each: ConsoleCommand): void {
  const command = group.command(each.verb).description(each.description);
  for (const { name, description, kind, isRequired } of each.options) {
    const option = new Option(kind === "switch" ? `--${name}` : `--${name} <value>`, description);
    command.addOption(option.makeOptionMandatory(isRequired === true));
  }
  if (each.takesPassword) command.option("--password-stdin", "Read the password from standard input");
  command.option("--json", "Print JSON");
  command.option("--data-dir <value>", SETTINGS.dataDir.description).option("--config <file>", CONFIG_FILE);
  command.action((options: Record<string, string | boolean>) => {
    const names = [...each.options.map(({ name }) => name), "password-stdin", "json"];
    const flags: Flags = Object.fromEntries(names.map((name) => [name, options[camel(name)]]));
    return runConsoleCommand(readConfig(sourcesOf(command)), each, flags);
  });
}

const program = new Command("catalogd")
  .description("Product information management in one self-hosted binary")
  .version(version.version);

withSettings(program.command("serve", { isDefault: true }).description("Run the service")).action(async (_, command) =>
  (await import("./cli/serve.ts")).serve(readConfig(sourcesOf(command)), unknownSettings(sourcesOf(command))),
);
const config = program.command("config").description("Show all settings and the source of each value");
if (isNamed("config")) withSettings(config).action((_, command) => printConfig(sourcesOf(command)));
const demo = program
  .command("demo")
  .description("Run the service in a temporary folder and demonstrate an import, searches, an image and an export");
if (isNamed("demo")) {
  withSettings(demo).action(async (_, command) => (await import("./cli/demo/demo.ts")).demo(sourcesOf(command)));
}

for (const [name, description] of Object.entries(CONSOLE_GROUPS)) {
  const group = program.command(name).description(description);
  if (!isNamed(name)) continue;
  for (const each of CONSOLE_COMMANDS) if (each.group === name) addConsoleCommand(group, each);
}

try {
  await program.parseAsync(process.argv);
} catch (error) {
  const isForPeople = [ConfigError, CannotStart, CommandRefused].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isForPeople)) throw error;
  process.stderr.write(`catalogd: ${error.message}\n`);
  process.exit(1);
}
