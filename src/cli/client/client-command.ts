import { stderr, stdout } from "node:process";
import type { Command } from "commander";
import { resultLines } from "../print-table.ts";
import { type Api, openApi } from "./api-client.ts";
import { connectionOf } from "./connection.ts";

/** What was typed: `--per-page 5` is `perPage`. A flag that may stand several times is a list. */
export type Given = Record<string, string | boolean | string[] | undefined>;

/** What a command runs with. */
export interface ClientCall {
  api: Api;
  /** The arguments in their order; one that may stand several times is a list. */
  words: (string | string[] | undefined)[];
  given: Given;
  /** Prints the result: with `--json` as it is, else as a table of these fields. */
  show(result: unknown, fields?: readonly string[]): void;
  /** A line for the person at the keyboard, beside the result. */
  note(line: string): void;
}

/** A command that speaks to a running service through its API. */
export interface ClientCommand {
  /** `products`; what it is about. */
  group?: string;
  /** With its arguments: `get <product>`. */
  usage: string;
  description: string;
  /** By commander's flags: `--supplier <code>`, with what they are. */
  options?: readonly (readonly [flags: string, description: string, isMany?: "many"])[];
  examples: readonly string[];
  /** Returns what the process ends with; what is no number is 0. */
  run(call: ClientCall): Promise<unknown>;
}

const note = (line: string) => void stderr.write(`${line}\n`);

const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];

/** Flags that say which service is asked, of every command. */
function withConnection(command: Command): Command {
  return command
    .option("--url <address>", "Address of the service (CATALOGD_URL)")
    .option("--key <key>", "API key (CATALOGD_KEY); other users of the machine can see arguments")
    .option("--profile <name>", "A profile that catalogd login has kept (CATALOGD_PROFILE)")
    .option("--json", "Print JSON");
}

/** Adds one to its group. */
export function addClientCommand(parent: Command, each: ClientCommand, settle: (code: number) => void): Command {
  const command = parent.command(each.usage).description(each.description);
  for (const [flags, description, many] of each.options ?? []) {
    if (many) command.option(flags, description, collect);
    else command.option(flags, description);
  }
  withConnection(command);
  command.addHelpText("after", `\nExamples:\n${each.examples.map((line) => `  ${line}`).join("\n")}`);
  return command.action(async (...typed: unknown[]) => {
    const words = typed.slice(0, command.registeredArguments.length) as ClientCall["words"];
    const given: Given = command.opts();
    const api = openApi(connectionOf(given as { url?: string; key?: string; profile?: string }), note);
    const show: ClientCall["show"] = (result, fields) => {
      const lines = given["json"] === true ? [JSON.stringify(result)] : resultLines(result, fields);
      if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
    };
    const code = await each.run({ api, words, given, show, note });
    if (typeof code === "number") settle(code);
  });
}
