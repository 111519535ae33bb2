import { MODULES, type ModuleId } from "../../http/gate/credentials/principal.ts";

/** Which modules to switch on and off; the others stay as they are. */
export type ModuleSwitches = { [K in ModuleId]?: boolean | undefined };

/** The modules that are off after some were switched, in the order of the list. */
export const switchModules = (modulesOff: readonly string[], switches: ModuleSwitches): ModuleId[] =>
  MODULES.filter((id) => switches[id] === false || (switches[id] === undefined && modulesOff.includes(id)));

/** Every module, and whether it is on. */
export const moduleStates = (modulesOff: readonly string[]): Record<ModuleId, boolean> =>
  // Made from every module, so none is missing.
  Object.fromEntries(MODULES.map((id) => [id, !modulesOff.includes(id)])) as Record<ModuleId, boolean>;
