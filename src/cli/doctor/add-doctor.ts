import process from "node:process";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import type { Examined } from "./finding.ts";

/** What the program gives its commands. */
interface Program {
  /** Whether the command line names it. */
  isNamed(name: string): boolean;
  withSettings(command: Command): Command;
  examplesOf(lines: readonly string[]): string;
  configOf(command: Command): Promise<Config>;
  /** The settings that do not exist. */
  unknownOf(command: Command): Examined["unknown"];
}

/** Adds `catalogd doctor` and `catalogd diagnostics`. */
export function addDoctor(program: Command, { isNamed, withSettings, examplesOf, configOf, unknownOf }: Program): void {
  const doctor = program
    .command("doctor")
    .description("Check settings, data folder, disk and database; ends with 0, or 1 for what must be mended");
  if (isNamed("doctor")) {
    withSettings(doctor)
      .option("--full", "Check every entry of the database's indexes too, which takes longer")
      .option("--fix", "Mend what can be mended without loss")
      .option("--json", "Print JSON")
      .addHelpText("after", examplesOf(["catalogd doctor --config /etc/catalogd.env", "catalogd doctor --full --json"]))
      .action(async (flags, command) => {
        const config = await configOf(command);
        const { examine } = await import("./doctor.ts");
        process.exitCode = await examine(config, unknownOf(command), flags);
      });
  }
  const diagnostics = program
    .command("diagnostics")
    .description("Describe the running service, without secrets, for those who are asked for help");
  if (!isNamed("diagnostics")) return;
  withSettings(diagnostics)
    .option("--to <file>", "A new file; without it, standard output")
    .addHelpText("after", examplesOf(["catalogd diagnostics --to diagnostics.json --data-dir /var/lib/catalogd"]))
    .action(async (flags, command) => {
      const config = await configOf(command);
      await (await import("../commands/write-diagnostics.ts")).writeDiagnostics(config, flags);
    });
}
