import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { resultLines } from "../print-table.ts";
import type { ConsoleCommand, ConsoleOption } from "./console-command.ts";
import { callService } from "./control-client.ts";

/** The flags of one call by name, as they were typed. */
export type Flags = Record<string, string | boolean | undefined>;

const split = (list: string) =>
  list
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

function inputOf({ name, kind }: ConsoleOption, flags: Flags): unknown {
  const value = flags[name];
  return kind === "list" && typeof value === "string" ? split(value) : value;
}

/**
 * Has the running service do a command and prints what it answers, as columns or with `--json` as JSON. Throws
 * `CommandRefused`.
 */
export async function runConsoleCommand(
  config: { dataDir: string },
  command: ConsoleCommand,
  flags: Flags,
): Promise<void> {
  const input = Object.fromEntries(command.options.map((option) => [option.name, inputOf(option, flags)]));
  const password = flags["password-stdin"] === true ? (await text(stdin)).replace(/\r?\n$/, "") : undefined;
  const result = await callService(config, command, password === undefined ? input : { ...input, password });
  stdout.write(flags["json"] === true ? `${JSON.stringify(result)}\n` : `${resultLines(result).join("\n")}\n`);
}
