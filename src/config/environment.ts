import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Threads get the environment of the process, and load native parts before their first message. */
const NATIVE = "_CATALOGD_NATIVE_FOLDER";
/** Where the runtime looks for the folder of temporary files. */
const TEMPORARY = "TMPDIR";

/** Where the native parts of the binary are unpacked; `undefined`: not decided. */
export const nativeFolder = (): string | undefined => process.env[NATIVE];

/** Says so to this thread and to all that are started from now on. */
export function setNativeFolder(folder: string): void {
  process.env[NATIVE] = folder;
}

/** Has temporary files written elsewhere, by this thread and by all that are started from now on. */
export function setTemporaryFolder(folder: string): void {
  process.env[TEMPORARY] = folder;
}

/** Whether to write colours: on a terminal, unless the environment says otherwise. Source: no-color.org, force-color.org */
export function wantsColors(isTerminal: boolean): boolean {
  const { NO_COLOR: no = "", FORCE_COLOR: force } = process.env;
  if (no !== "") return false;
  if (force !== undefined) return force !== "0" && force !== "false";
  return isTerminal;
}

/** Variables of the terminal as a client. They are no settings of the service. */
export const CLIENT_VARIABLES = ["CATALOGD_URL", "CATALOGD_KEY", "CATALOGD_PROFILE"] as const;

/** What the environment says of the service to speak to; what is empty is not set. */
export function clientEnvironment(): { url?: string; key?: string; profile?: string } {
  const [url, key, profile] = CLIENT_VARIABLES.map((name) => process.env[name]?.trim() ?? "");
  return { ...(url && { url }), ...(key && { key }), ...(profile && { profile }) };
}

/** The user's file of profiles. Source: XDG Base Directory Specification; `%APPDATA%` on Windows. */
export function profilesPath(): string {
  const { XDG_CONFIG_HOME: config, APPDATA: roaming } = process.env;
  const base = process.platform === "win32" ? roaming : config;
  return join(base || join(homedir(), ".config"), "catalogd", "profiles.json");
}

/** Whether this is `npm run dev` or the sources as they are, and not `npm start` or the binary. */
export const isDevelopment = (): boolean => process.env["NODE_ENV"] !== "production";
