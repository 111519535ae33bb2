import process from "node:process";
import { Command, Option } from "commander";
import version from "../package.json" with { type: "json" };
import { printConfig } from "./cli/config.ts";
import { demo } from "./cli/demo.ts";
import { serve } from "./cli/serve.ts";
import { ConfigError, flagOf, readConfig, type Sources } from "./config.ts";
import { SETTING_NAMES, SETTINGS } from "./settings.ts";
import { CannotStart } from "./threads.ts";

/** Gives a command one flag for each setting. */
function withSettings(command: Command): Command {
  for (const name of SETTING_NAMES) {
    const { env, fallback, description } = SETTINGS[name];
    const preset = fallback === undefined ? "" : `, default ${fallback}`;
    command.addOption(new Option(`--${flagOf(name)} <value>`, `${description} (${env}${preset})`));
  }
  return command.option("--config <file>", "A file of NAME=value lines (CATALOGD_CONFIG)");
}

/** The settings of one call: commander turns `--data-dir` into `dataDir`, we keep the flag's own name. */
function sourcesOf(command: Command): Sources {
  const options: Record<string, string> = command.opts();
  const camel = (flag: string) => flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const flags = Object.fromEntries(SETTING_NAMES.map((name) => [flagOf(name), options[camel(flagOf(name))]]));
  return { flags, file: options["config"] };
}

const program = new Command("catalogd")
  .description("Product information management in one self-hosted binary")
  .version(version.version);

withSettings(program.command("serve", { isDefault: true }).description("Run the service")).action((_, command) =>
  serve(readConfig(sourcesOf(command))),
);
withSettings(program.command("config").description("Show every setting and where its value comes from")).action(
  (_, command) => printConfig(sourcesOf(command)),
);
withSettings(
  program
    .command("demo")
    .description("Run the service on a temporary folder and show an import, a search and an export"),
).action((_, command) => demo(sourcesOf(command)));

try {
  await program.parseAsync(process.argv);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof CannotStart)) throw error;
  process.stderr.write(`catalogd: ${error.message}\n`);
  process.exit(1);
}
