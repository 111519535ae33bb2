import { makeBundle } from "../../identity/operator/diagnostics/make-bundle.ts";
import type { ConsoleCommand } from "./console-command.ts";
import { INSTANCE_COMMANDS } from "./instance-commands.ts";
import { KEY_COMMANDS } from "./key-commands.ts";
import { TENANT_COMMANDS } from "./tenant-commands.ts";
import { USER_COMMANDS } from "./user-commands.ts";

/** What `catalogd diagnostics` asks the service for: a command of its own, without a group. */
const DIAGNOSTICS: ConsoleCommand = {
  group: "diagnostics",
  verb: "make",
  description: "Describe the service for those who are asked for help",
  options: [],
  run: (services) => makeBundle(services),
};

/** All commands for the running service from its own machine. */
export const CONSOLE_COMMANDS: ConsoleCommand[] = [
  ...TENANT_COMMANDS,
  ...USER_COMMANDS,
  ...KEY_COMMANDS,
  ...INSTANCE_COMMANDS,
  DIAGNOSTICS,
];

/** What each group of commands is about. */
export const CONSOLE_GROUPS: Record<string, string> = {
  tenant: "Manage tenants, their licences and modules",
  user: "Manage users and their roles",
  key: "Manage API keys",
  secrets: "Manage the encryption key of stored secrets",
  audit: "Verify the audit log",
};
