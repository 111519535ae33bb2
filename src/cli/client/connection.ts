import { clientEnvironment } from "../../config/environment.ts";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";
import { DEFAULT_PROFILE, type Profile, profileOf, readProfiles } from "./profiles.ts";

const HOW =
  'name one with --url and --key (CATALOGD_URL, CATALOGD_KEY), or keep it with "catalogd login" and name it with --profile';

/** The address of the API below which paths are: `https://pim.example.com/api/v1`. Throws `CommandRefused`. */
export function apiAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new CommandRefused(`--url ${url}: write it as https://pim.example.com`, EXIT.usage);
  }
  const path = parsed.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  return `${parsed.origin}${path}/api/v1`;
}

/**
 * Which service a command speaks to, and with which key: the flags', the environment's, else the profile's. Throws
 * `CommandRefused`.
 */
export function connectionOf(flags: { url?: string; key?: string; profile?: string }): Profile {
  const env = clientEnvironment();
  // A profile that was typed is meant, regardless of the environment.
  const { url, key } = flags.profile === undefined ? { ...env, ...flags } : flags;
  if (url !== undefined && key !== undefined) return { url: apiAddress(url), key };
  const name = flags.profile ?? env.profile;
  const stored = name === undefined ? readProfiles().get(DEFAULT_PROFILE) : profileOf(name);
  // A key is for one service: it is not shown to another that a flag names.
  if (url !== undefined && (stored === undefined || apiAddress(stored.url) !== apiAddress(url))) {
    throw new CommandRefused(
      `There is no key for ${url}: give it with --key (CATALOGD_KEY), or say catalogd login`,
      EXIT.usage,
    );
  }
  if (stored === undefined) throw new CommandRefused(`There is no service to speak to: ${HOW}`, EXIT.usage);
  return { url: apiAddress(stored.url), key: key ?? stored.key };
}
