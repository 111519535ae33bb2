import process from "node:process";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";

/** What each command or group of them is about. Only one that is called is loaded. */
const CLIENT_WORDS: Record<string, string> = {
  import: "Import a product file through a running service",
  export: "Export products or suppliers into a file",
  search: "Search products by words",
  products: "List, show and change products",
  prices: "Show prices of products",
  jobs: "Show imports, exports and syncs, and how far they are",
  connectors: "Show connected shops, and send to them",
  webhooks: "Follow deliveries of webhooks, and send them again",
  api: "Call any operation of the API",
};
const LOGIN_WORDS: Record<string, string> = {
  login: "Keep a service and its key under a name, for the commands above",
  profiles: "List the services that catalogd login has kept",
};
const HEADING = "A running service, through its API:";

interface Wanted {
  isNamed: (word: string) => boolean;
  configOf: (command: Command) => Config;
  withSettings: (command: Command) => Command;
}

async function addCommands(program: Command, isNamed: Wanted["isNamed"]): Promise<void> {
  const [{ CLIENT_COMMANDS }, { addClientCommand }] = await Promise.all([
    import("./client-commands.ts"),
    import("./client-command.ts"),
  ]);
  const settle = (code: number) => {
    process.exitCode = code;
  };
  for (const [word, description] of Object.entries(CLIENT_WORDS)) {
    const own = CLIENT_COMMANDS.filter(({ group, usage }) => (group ?? usage.split(" ")[0]) === word);
    const isGroup = own.some(({ group }) => group !== undefined);
    const parent = isGroup ? program.command(word).description(description).helpGroup(HEADING) : program;
    if (!isNamed(word) && isGroup) continue;
    for (const each of own) {
      const command = addClientCommand(parent, each, settle);
      if (!isGroup) command.helpGroup(HEADING);
    }
  }
}

/** Adds the commands that speak to a running service; what they are made of is loaded when one of them is called. */
export async function addClient(program: Command, wanted: Wanted): Promise<void> {
  const { isNamed, configOf, withSettings } = wanted;
  if (Object.keys(CLIENT_WORDS).some(isNamed)) await addCommands(program, isNamed);
  else {
    for (const [word, text] of Object.entries(CLIENT_WORDS)) program.command(word).description(text).helpGroup(HEADING);
  }
  if (Object.keys(LOGIN_WORDS).some(isNamed)) {
    (await import("./login-command.ts")).addLogin(program, configOf, withSettings);
    return;
  }
  for (const [word, text] of Object.entries(LOGIN_WORDS)) program.command(word).description(text).helpGroup(HEADING);
}
