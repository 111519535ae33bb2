import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { editDistance } from "../../search/edit-distance.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "./settings.ts";

type Parsed = { [K in SettingName]: ReturnType<(typeof SETTINGS)[K]["parse"]> };
/** The settings that have no default, and so may be absent. */
type Absent =
  | "databaseUrl"
  | "apiUrl"
  | "corsOrigins"
  | "databaseToken"
  | "s3Endpoint"
  | "s3AccessKey"
  | "s3SecretKey"
  | "metricsToken"
  | "bootstrapAdminPassword"
  | "smtpUrl"
  | "outboundAllow"
  | "publicUrl"
  | "operatorKey"
  | "meilisearchEmbedder"
  | "meilisearchKey"
  | "meilisearchUrl"
  | "secretKey";

/** Every setting's value, as plain data: it is handed to the threads. */
export type Config = { [K in Exclude<SettingName, Absent>]: Parsed[K] } & { [K in Absent]: Parsed[K] | undefined };

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
export const flagOf = (name: SettingName): string =>
  SETTINGS[name].env.slice("CATALOGD_".length).toLowerCase().replaceAll("_", "-");

/** A config file: `NAME=value` lines, `#` comments; names with or without the prefix. */
function readFile(path: string | undefined): Record<string, string> {
  if (path === undefined) return {};
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError(`Cannot read the config file ${path}: ${error instanceof Error ? error.message : error}`);
  }
  const values: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ""] = /^\s*([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name) values[name.toUpperCase().replace(/^CATALOGD_/, "")] = value;
  }
  return values;
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
    const { env: variable, fallback } = SETTINGS[name];
    const candidates: [string | undefined, Origin][] = [
      [flags[flagOf(name)], "flag"],
      [env[variable], "environment"],
      [fromFile[variable.slice("CATALOGD_".length)], "file"],
      [fallback, "default"],
    ];
    // What is empty is not set: that is how a compose file leaves a variable that its machine does not have.
    const isSet = ([each]: [string | undefined, Origin]) => each !== undefined && each.trim() !== "";
    const [text, origin] = candidates.find(isSet) ?? [undefined, "default" as const];
    return { text, origin };
  };
  // Built from every name, so no key is missing.
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, find(name)])) as Record<SettingName, SettingText>;
}

const VARIABLES: ReadonlySet<string> = new Set(["CATALOGD_CONFIG", ...SETTING_NAMES.map((name) => SETTINGS[name].env)]);
/** So few letters may differ in a name that is taken for a misspelt one. */
const MISSPELT_MAX = 3;

/** What is called like a setting and is none, with the setting it may be meant for. */
export function unknownSettings({ env = process.env, file }: Sources = {}): { name: string; meant: string | null }[] {
  const inFile = Object.keys(readFile(file ?? env["CATALOGD_CONFIG"])).map((name) => `CATALOGD_${name}`);
  const names = new Set([...Object.keys(env).filter((name) => name.startsWith("CATALOGD_")), ...inFile]);
  const unknown = [...names].filter((name) => !VARIABLES.has(name)).toSorted();
  return unknown.map((name) => {
    const near = [...VARIABLES].flatMap((variable) => {
      const distance = editDistance(name, variable, MISSPELT_MAX);
      return distance === undefined ? [] : [{ variable, distance }];
    });
    const [nearest] = near.toSorted((one, other) => one.distance - other.distance);
    return { name, meant: nearest?.variable ?? null };
  });
}

/** Reads every setting once, at start. Nothing else may read the environment. Throws `ConfigError`. */
export function readConfig(sources: Sources = {}): Config {
  const texts = settingTexts(sources);
  const parse = (name: SettingName): unknown => {
    const { text } = texts[name];
    if (text === undefined) return undefined;
    try {
      return SETTINGS[name].parse(text);
    } catch (error) {
      const shown = "secret" in SETTINGS[name] ? "" : `: it is "${text}"`;
      throw new ConfigError(`${SETTINGS[name].env} ${error instanceof Error ? error.message : error}${shown}`);
    }
  };
  // Each value comes from the parser of its own name.
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, parse(name)])) as unknown as Config;
}

export const databasePath = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "catalogd.db");
export const filesPath = ({ dataDir }: Pick<Config, "dataDir">) => join(dataDir, "files");
