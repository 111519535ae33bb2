import process from "node:process";
import { Command, type CommanderError, Option } from "commander";
import { nearestOf } from "../search/edit-distance.ts";
import { addClient } from "./cli/client/add-client.ts";
import { checkConfig, printConfig } from "./cli/commands/cli-config.ts";
import type { ConsoleCommand, ConsoleOption } from "./cli/control/console-command.ts";
import { CONSOLE_COMMANDS, CONSOLE_GROUPS } from "./cli/control/console-commands.ts";
import { CommandRefused } from "./cli/control/control-client.ts";
import { type Flags, runConsoleCommand } from "./cli/control/run-console-command.ts";
import type { NamedModel } from "./cli/demo/local-model.ts";
import { addDoctor } from "./cli/doctor/add-doctor.ts";
import { EXIT } from "./cli/exit-codes.ts";
import { versionLine } from "./cli/version.ts";
import { type Config, ConfigError, flagOf, readConfig, type Sources, unknownSettings } from "./config/config.ts";
import { headingOf } from "./config/setting-groups.ts";
import { SETTING_NAMES, SETTINGS, variableOf } from "./config/settings.ts";
import { CannotStart } from "./runtime/cannot-start.ts";

const CONFIG_FILE = "A file of NAME=value lines (CATALOGD_CONFIG)";
/** So few letters may differ in a word that is taken for a mistyped one. */
const MISTYPED_MAX = 3;

/** Whether the command line has a word: only a command that is called needs its options, and they are slow to make. */
const isNamed = (word: string): boolean => process.argv.includes(word) || isCompleting();
/** Whether a shell asks what may stand next: then every command is needed. */
const isCompleting = (): boolean => process.argv[2] === "complete" || process.argv[2] === "completion";

/** Gives a command one flag for each setting. */
function withSettings(command: Command): Command {
  for (const name of SETTING_NAMES) {
    const { fallback, description } = SETTINGS[name];
    const variable = variableOf(name);
    const preset = fallback === undefined ? "" : `, default ${fallback}`;
    const option = new Option(`--${flagOf(name)} <value>`, `${description} (${variable}${preset})`);
    command.addOption(option.helpGroup(headingOf(variable)));
  }
  return command.option("--config <file>", CONFIG_FILE);
}

/** Commander turns `--data-dir` into `dataDir`, we keep the flag's own name. */
const camel = (flag: string) => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The settings of one call, those of the command above included: `config --port 1 check`. */
function sourcesOf(command: Command): Sources {
  const options: Record<string, string> = command.optsWithGlobals();
  const flags = Object.fromEntries(SETTING_NAMES.map((name) => [flagOf(name), options[camel(flagOf(name))]]));
  return { flags, file: options["config"] };
}

/** A flag of a command, with what it must be. A list is checked where it is cut. */
function optionOf({ name, description, kind, isRequired, choices }: ConsoleOption): Option {
  const words = [description, ...(kind === "list" && choices ? [`(any of: ${choices.join(", ")})`] : [])];
  const said = [...words, ...(isRequired ? ["(required)"] : [])].join(" ");
  const option = new Option(kind === "switch" ? `--${name}` : `--${name} <value>`, said);
  if (choices && kind !== "list") option.choices([...choices]);
  return option.makeOptionMandatory(isRequired === true);
}

const examplesOf = (lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;

/** Adds a command that the running service does. */
function addConsoleCommand(group: Command, each: ConsoleCommand): void {
  const command = group.command(each.verb).description(each.description);
  for (const option of each.options) command.addOption(optionOf(option));
  if (each.takesPassword) command.option("--password-stdin", "Read the password from standard input");
  command.option("--json", "Print JSON");
  command.option("--data-dir <value>", SETTINGS.dataDir.description).option("--config <file>", CONFIG_FILE);
  if (each.examples) command.addHelpText("after", examplesOf(each.examples));
  command.action((options: Record<string, string | boolean>) => {
    const names = [...each.options.map(({ name }) => name), "password-stdin", "json"];
    const flags: Flags = Object.fromEntries(names.map((name) => [name, options[camel(name)]]));
    return runConsoleCommand(readConfig(sourcesOf(command)), each, flags);
  });
}

function addConfigCommands(program: Command): void {
  const config = program.command("config").description("Show all settings and the source of each value");
  if (!isNamed("config")) return;
  withSettings(config)
    .option("--json", "Print JSON")
    .addHelpText("after", examplesOf(["catalogd config", "catalogd config check --config /etc/catalogd.env"]))
    .action(({ json }, command) => printConfig(sourcesOf(command), json === true));
  config
    .command("check")
    .description("Find misspelt settings and wrong values; ends with 64 if there are any")
    .action((_, command) => process.exit(checkConfig(sourcesOf(command), command.optsWithGlobals().json === true)));
}

/** What commander says of a command behind options, which it takes for an argument of `serve`. */
const TOO_MANY = /too many arguments for 'serve'/;
const OPTIONS_LAST =
  "error: options come after the command, as in: catalogd user list --data-dir /var/lib/catalogd. See catalogd --help\n";

/** The settings of a command that opens the database by itself, whose driver can be loaded from then on. */
async function configOfCommand(command: Command): Promise<Config> {
  const config = readConfig(sourcesOf(command));
  (await import("./runtime/native-parts.ts")).borrowNativeFolder(config.dataDir);
  return config;
}

function addBackupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description("Back up database and files into one file, while the service runs");
  if (isNamed("backup")) {
    withSettings(backup)
      .option("--to <place>", "A folder or s3://bucket/prefix; without it, the place of CATALOGD_BACKUP_TO")
      .option("--with-key", "Put secret.key into it as well")
      .option("--json", "Print JSON")
      .addHelpText(
        "after",
        examplesOf(["catalogd backup --to /backup", "catalogd backup --to /backup --with-key --json"]),
      )
      .action(async (flags, command) => {
        const config = await configOfCommand(command);
        await (await import("./cli/commands/backup-command.ts")).backUp(config, flags);
      });
  }
  const restore = program.command("restore").description("Check a backup, or put it into an empty data folder");
  if (!isNamed("restore")) return;
  withSettings(restore.argument("<backup>", "What catalogd backup made: a file or s3://…; or the folder of a snapshot"))
    .option("--verify", "Only check it: every checksum, the counts and the database")
    .option("--json", "Print JSON")
    .addHelpText("after", examplesOf(["catalogd restore --verify /backup/catalogd-20261125T023000Z-7d9f3c1e.tar.zst"]))
    .action(async (path: string, flags, command) => {
      const config = await configOfCommand(command);
      await (await import("./cli/commands/restore-command.ts")).restore(config, path, flags);
    });
}

function addOwnCommands(program: Command): void {
  const serve = program.command("serve", { isDefault: true }).description("Run the service (default)");
  serve.configureOutput({ outputError: (text, write) => write(TOO_MANY.test(text) ? OPTIONS_LAST : text) });
  withSettings(serve).action(async (_, command) =>
    (await import("./cli/start/serve.ts")).serve(readConfig(sourcesOf(command)), unknownSettings(sourcesOf(command))),
  );
  const demo = program
    .command("demo")
    .description("Run the service in a temporary folder and demonstrate imports, searches, an image and an export");
  if (isNamed("demo")) {
    withSettings(demo)
      .option("--model <url>", "A model's server of OpenAI's protocol; without it Ollama or LM Studio, where one runs")
      .option("--model-name <name>", "Which of that server's models; without it its first")
      .addHelpText("after", examplesOf(["catalogd demo", "catalogd demo --model http://127.0.0.1:8080/v1"]))
      .action(async (named: NamedModel, command) =>
        (await import("./cli/demo/demo.ts")).demo(sourcesOf(command), named),
      );
  }
  addConfigCommands(program);
  const healthcheck = program
    .command("healthcheck")
    .description("Ask the running service how it is; ends with 0 or 69");
  if (isNamed("healthcheck")) {
    withSettings(healthcheck).action(async (_, command) =>
      (await import("./cli/commands/healthcheck.ts")).checkHealth(readConfig(sourcesOf(command))),
    );
  }
  addBackupCommands(program);
  addDoctor(program, {
    ...{ isNamed, withSettings, examplesOf, configOf: configOfCommand },
    unknownOf: (command) => unknownSettings(sourcesOf(command)),
  });
  program
    .command("version")
    .description("Show version, commit, runtime and platform")
    .action(() => void process.stdout.write(`${versionLine()}\n`));
  program
    .command("licenses")
    .description("Show the licences of all that catalogd is built with")
    .action(async () => void process.stdout.write(await (await import("./cli/licences.ts")).allLicences()));
}

function addConsoleGroups(program: Command): void {
  for (const [name, description] of Object.entries(CONSOLE_GROUPS)) {
    const group = program.command(name).description(description);
    if (!isNamed(name)) continue;
    for (const each of CONSOLE_COMMANDS) if (each.group === name) addConsoleCommand(group, each);
  }
}

/** `catalogd completion bash`, and what the scripts of shells ask. */
async function addCompletion(program: Command): Promise<void> {
  if (!isCompleting()) {
    program.command("completion").description("Print the completion script of a shell: bash, zsh or fish");
    return;
  }
  const { default: complete } = await import("@bomb.sh/tab/commander");
  complete(program, { completionCommandName: "completion" });
}

/** The default command would take a mistyped word for an argument of its own. */
function refuseMistyped(program: Command): void {
  const [, , word = "-"] = process.argv;
  const names = [...program.commands.map((command) => command.name()), "help"];
  if (word.startsWith("-") || names.includes(word)) return;
  const meant = nearestOf(word, names, MISTYPED_MAX);
  program.error(`error: unknown command "${word}"${meant ? ` (did you mean "${meant}"?)` : ""}. See catalogd --help`);
}

/** What a refusal ends with. */
const exitCodeOf = (error: Error) =>
  error instanceof CommandRefused ? error.exitCode : error instanceof ConfigError ? EXIT.usage : EXIT.refused;

const EXAMPLES = [
  "catalogd                                    run the service on the folder data, port 3000",
  "catalogd --port 8080 --data-dir /var/lib/catalogd",
  "catalogd demo                               see imports, searches and exports on throw-away data",
  "catalogd key create --name shop --scopes products:read",
  "catalogd user set-password --user admin@localhost.localdomain",
];

const program = new Command("catalogd")
  .description("Product information management in one self-hosted binary")
  .version(versionLine(), "-v, --version", "Show version, commit, runtime and platform")
  .exitOverride(({ exitCode }: CommanderError) => process.exit(exitCode === 0 ? 0 : EXIT.usage))
  .addHelpText("after", examplesOf(EXAMPLES));

/** Ends quietly when the output is no longer read, as in `catalogd config | head`: a service in good order. */
let isUnheard = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  if (isUnheard) return;
  isUnheard = true;
  if (!process.emit("SIGTERM")) process.exit(0);
});

try {
  addOwnCommands(program);
  addConsoleGroups(program);
  await addClient(program, { isNamed, configOf: (command) => readConfig(sourcesOf(command)), withSettings });
  await addCompletion(program);
  refuseMistyped(program);
  await program.parseAsync(process.argv.map((word) => (word === "-V" ? "-v" : word)));
} catch (error) {
  const isForPeople = [ConfigError, CannotStart, CommandRefused].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isForPeople)) throw error;
  process.stderr.write(`catalogd: ${error.message}\n`);
  process.exit(exitCodeOf(error));
}
