import { MODULES, type ModuleId } from "../../../http/gate/credentials/principal.ts";

/** The modules that are on: all but those a tenant has switched off. */
export const modulesOn = (modulesOff: string[]): ModuleId[] => MODULES.filter((id) => !modulesOff.includes(id));
