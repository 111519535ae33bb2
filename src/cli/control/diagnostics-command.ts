import { makeBundle } from "../../identity/operator/diagnostics/make-bundle.ts";
import type { ConsoleCommand } from "./console-command.ts";

/** What `catalogd diagnostics` asks the service for: a command of its own, without a group. */
export const DIAGNOSTICS: ConsoleCommand = {
  group: "diagnostics",
  verb: "make",
  description: "Describe the service for those who are asked for help",
  options: [],
  run: (services) => makeBundle(services),
};
