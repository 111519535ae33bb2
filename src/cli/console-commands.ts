import type { ConsoleCommand } from "./console-command.ts";
import { INSTANCE_COMMANDS } from "./instance-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { TENANT_COMMANDS } from "./tenant-commands.ts";
import { USER_COMMANDS } from "./user-commands.ts";

/** Everything that is asked of the running service from its own machine. */
export const CONSOLE_COMMANDS: ConsoleCommand[] = [
  ...TENANT_COMMANDS,
  ...USER_COMMANDS,
  ...KEY_COMMANDS,
  ...INSTANCE_COMMANDS,
];

/** What each group of commands is about. */
export const CONSOLE_GROUPS: Record<string, string> = {
  tenant: "Make tenants, suspend their licences, switch their modules",
  user: "Invite users and decide what they may do",
  key: "Make and revoke API keys",
  secrets: "The key that encrypts stored secrets",
  audit: "The log of who did what",
};
