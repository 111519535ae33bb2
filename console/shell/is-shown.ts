import { has, may } from "../api/session.ts";
import type { Screen } from "../screens.ts";

/** Whether the menu shows a screen to this person. */
export const isShown = ({ icon, permission, module }: Screen): boolean =>
  icon !== undefined && (permission === undefined || may(permission)) && (module === undefined || has(module));
