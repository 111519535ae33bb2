import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseEnv } from "node:util";
import { nearestOf } from "../../search/edit-distance.ts";
import { CLIENT_VARIABLES } from "./environment.ts";
import type { SettingValue } from "./setting-values.ts";
import { SETTING_NAMES, SETTINGS, type SettingName, variableOf } from "./settings.ts";

/** Every setting's value, as plain data: it is handed to the threads. */
export type Config = { [K in SettingName]: SettingValue<(typeof SETTINGS)[K]> };

export type Origin = "flag" | "environment" | "file" | "default";
export interface SettingText {
  text: string | undefined;
  origin: Origin;
}

/** What is wrong with the settings, in one sentence for the person who set them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** `CATALOGD_DATA_DIR` is the flag `--data-dir`, and `data_dir` in the file. */
export const flagOf = (name: SettingName): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `data-dir` and `DATA_DIR` are `CATALOGD_DATA_DIR`. */
const nameOf = (written: string) =>
  written
    .toUpperCase()
    .replaceAll("-", "_")
    .replace(/^CATALOGD_/, "");

/** A config file as `.env` files are: `NAME=value`, quotes, `#` comments, `export`; names with or without the prefix. */
function readFile(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`Cannot read the config file ${path}: ${error instanceof Error ? error.message : error}`);
  }
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([name, value]) => [nameOf(name), value ?? ""]));
}

export interface Sources {
  /** By flag name: `data-dir`. */
  flags?: Record<string, string | undefined>;
  env?: Record<string, string | undefined>;
  file?: string | undefined;
}

/** Each setting's text and where it came from. A flag beats the environment, which beats the file. */
export function settingTexts({ flags = {}, env = process.env, file }: Sources = {}): Record<SettingName, SettingText> {
  const fromFile = readFile(file ?? env["CATALOGD_CONFIG"]);
  const find = (name: SettingName): SettingText => {
    const variable = variableOf(name);
    const candidates: [string | undefined, Origin][] = [
      [flags[flagOf(name)], "flag"],
      [env[variable], "environment"],
      [fromFile[variable.slice("CATALOGD_".length)], "file"],
      [SETTINGS[name].fallback, "default"],
    ];
    // What is empty is not set: that is how a compose file leaves a variable that its machine does not have.
    const isSet = ([each]: [string | undefined, Origin]) => each !== undefined && each.trim() !== "";
    const [text, origin] = candidates.find(isSet) ?? [undefined, "default" as const];
    return { text, origin };
  };
  // Built from every name, so no key is missing.
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, find(name)])) as Record<SettingName, SettingText>;
}

const VARIABLES: ReadonlySet<string> = new Set([
  "CATALOGD_CONFIG",
  ...CLIENT_VARIABLES,
  ...SETTING_NAMES.map(variableOf),
]);
/** So few letters may differ in a name that is taken for a misspelt one. */
const MISSPELT_MAX = 3;

/** What is called like a setting and is none, with the setting it may be meant for. */
export function unknownSettings({ env = process.env, file }: Sources = {}): { name: string; meant: string | null }[] {
  const inFile = Object.keys(readFile(file ?? env["CATALOGD_CONFIG"])).map((name) => `CATALOGD_${name}`);
  const names = new Set([...Object.keys(env).filter((name) => name.startsWith("CATALOGD_")), ...inFile]);
  const unknown = [...names].filter((name) => !VARIABLES.has(name)).toSorted();
  return unknown.map((name) => ({ name, meant: nearestOf(name, [...VARIABLES], MISSPELT_MAX) ?? null }));
}

/** A setting's value. Throws `ConfigError`. */
function parseSetting(name: SettingName, { text }: SettingText): unknown {
  if (text === undefined) return undefined;
  try {
    return SETTINGS[name].parse(text);
  } catch (error) {
    const shown = "secret" in SETTINGS[name] ? "" : `: it is "${text}"`;
    throw new ConfigError(`${variableOf(name)} ${error instanceof Error ? error.message : error}${shown}`);
  }
}

/** Everything that is wrong with the settings: unknown names, and values that are not allowed. Throws `ConfigError`. */
export function settingProblems(sources: Sources = {}): { setting: string; problem: string }[] {
  const texts = settingTexts(sources);
  const misspelt = unknownSettings(sources).map(({ name, meant }) => ({
    setting: name,
    problem: `there is no such setting${meant === null ? "" : `; is it ${meant}?`}`,
  }));
  const wrong = SETTING_NAMES.flatMap((name) => {
    try {
      parseSetting(name, texts[name]);
      return [];
    } catch (error) {
      const variable = variableOf(name);
      const said = error instanceof Error ? error.message : String(error);
      return [{ setting: variable, problem: `${said.slice(variable.length + 1)} (${texts[name].origin})` }];
    }
  });
  return [...misspelt, ...wrong];
}

/** Reads every setting once, at start. Nothing else may read the environment. Throws `ConfigError`. */
export function readConfig(sources: Sources = {}): Config {
  const texts = settingTexts(sources);
  const entries = SETTING_NAMES.map((name) => [name, parseSetting(name, texts[name])]);
  // Each value comes from the parser of its own name.
  return Object.fromEntries(entries) as unknown as Config;
}

export const databasePath = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "catalogd.db");
export const filesPath = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "files");
