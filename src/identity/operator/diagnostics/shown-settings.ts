import type { Config } from "../../../config/config.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../../config/settings.ts";
import { MASK } from "../../../text/recognise-secrets.ts";

/** A setting as those see it who are asked for help. */
export interface ShownSetting {
  setting: string;
  /** `null` when it is not set; masked when it is a secret. */
  value: string | null;
  is_default: boolean;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function defaultOf(name: SettingName): unknown {
  const { fallback, parse } = SETTINGS[name];
  return fallback === undefined ? undefined : parse(fallback);
}

/** Every setting that the service runs with. */
export const shownSettings = (config: Config): ShownSetting[] =>
  SETTING_NAMES.map((name) => {
    const value = config[name];
    const isDefault = JSON.stringify(value) === JSON.stringify(defaultOf(name));
    const shown = value === undefined ? null : "secret" in SETTINGS[name] ? MASK : textOf(value);
    return { setting: SETTINGS[name].env, value: shown, is_default: isDefault };
  });
