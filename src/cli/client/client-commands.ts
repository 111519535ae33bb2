import { API_COMMAND } from "./api-command.ts";
import type { ClientCommand } from "./client-command.ts";
import { EXPORT_COMMAND } from "./export-command.ts";
import { IMPORT_COMMAND } from "./import-command.ts";
import { PRICE_COMMANDS, PRODUCT_COMMANDS, SEARCH_COMMAND } from "./product-commands.ts";
import { WEBHOOK_COMMANDS } from "./webhook-commands.ts";
import { LISTEN_COMMAND } from "./webhook-listen.ts";
import { WORK_COMMANDS } from "./work-commands.ts";

/** All commands that speak to a service through its API. */
export const CLIENT_COMMANDS: readonly ClientCommand[] = [
  IMPORT_COMMAND,
  EXPORT_COMMAND,
  SEARCH_COMMAND,
  ...PRODUCT_COMMANDS,
  ...PRICE_COMMANDS,
  ...WORK_COMMANDS,
  ...WEBHOOK_COMMANDS,
  LISTEN_COMMAND,
  API_COMMAND,
];
