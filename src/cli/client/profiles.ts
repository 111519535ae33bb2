import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { nearestOf } from "../../../search/edit-distance.ts";
import { profilesPath } from "../../config/environment.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";

/** A service and the key it is asked with. */
export interface Profile {
  url: string;
  key: string;
}

export const DEFAULT_PROFILE = "default";
const MISTYPED_MAX = 3;

const isProfile = (value: unknown): value is Profile => {
  const { url, key } = Object(value) as Record<string, unknown>;
  return typeof url === "string" && typeof key === "string";
};

/** The user's profiles by name; none where there is no file. Throws `CommandRefused` for a file that cannot be read. */
export function readProfiles(): Map<string, Profile> {
  const path = profilesPath();
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw new CommandRefused(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`, EXIT.usage);
  }
  try {
    const entries = Object.entries(Object(JSON.parse(text)) as Record<string, unknown>);
    return new Map(entries.filter((entry): entry is [string, Profile] => isProfile(entry[1])));
  } catch {
    throw new CommandRefused(`${path} is not JSON: mend it, or delete it and say catalogd login again`, EXIT.usage);
  }
}

/** Stores them all, readable by their user alone: they hold keys. */
export function writeProfiles(profiles: ReadonlyMap<string, Profile>): string {
  const path = profilesPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  writeFileSync(part, `${JSON.stringify(Object.fromEntries(profiles), null, 2)}\n`, { mode: 0o600 });
  chmodSync(part, 0o600);
  renameSync(part, path);
  return path;
}

/** The profile of a name. Throws `CommandRefused`, which names the others. */
export function profileOf(name: string): Profile {
  const profiles = readProfiles();
  const profile = profiles.get(name);
  if (profile) return profile;
  const names = [...profiles.keys()];
  const meant = nearestOf(name, names, MISTYPED_MAX);
  const known = names.length === 0 ? "there is none yet: catalogd login makes one" : `there are ${names.join(", ")}`;
  throw new CommandRefused(
    `There is no profile "${name}"${meant === undefined ? `; ${known}` : ` (did you mean "${meant}"?)`}`,
    EXIT.usage,
  );
}
