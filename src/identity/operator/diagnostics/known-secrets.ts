import type { Config } from "../../../config/config.ts";
import { SETTING_NAMES, SETTINGS, type SettingName } from "../../../config/settings.ts";
import { isSecretName, MASK } from "../../../text/recognise-secrets.ts";
import { redactSecrets } from "../../../text/redact.ts";

/** Who logs in, in an address anywhere in a text; what a tenant has entered is in no setting. */
const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"]+@/gi;
const API_KEY = /\bpm_(?:live|test)_\w+/g;
const BEARER = /\b(Bearer|Basic) [\w.~+/=-]{8,}/gi;

/** Who logs in by an address, as it stands there and as it is sent. */
function inAddress(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password } = new URL(address);
  return [username, password].flatMap((each) => [each, decodeURIComponent(each)]);
}

/** The texts under names of secrets in a value of any depth. */
function named(value: unknown, isSecret: boolean): string[] {
  if (typeof value === "string") return isSecret ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => named(each, isSecret || isSecretName(name)));
}

function ofSetting(name: SettingName, value: unknown): string[] {
  if (!("secret" in SETTINGS[name])) return typeof value === "string" ? inAddress(value) : [];
  if (name === "meilisearchEmbedder") return named(value, false);
  if (typeof value === "string") return [value, ...inAddress(value)];
  return named(value, true);
}

/** Every secret of the settings. */
const secretsOf = (config: Config): string[] =>
  SETTING_NAMES.flatMap((name) => ofSetting(name, config[name])).filter((each) => each !== "");

/** What masks the secrets of the settings, and what looks like one, in every text of a value. Names of fields stay. */
export function openMasking(config: Config): <T>(value: T) => T {
  const secrets = secretsOf(config);
  const maskText = (text: string) =>
    // One after the other: all pairs of them, as one could ask `redactSecrets` for, are in no log.
    secrets
      .reduce((left, secret) => redactSecrets(left, [secret]), text)
      .replaceAll(USER_INFO, `$1${MASK}@`)
      .replaceAll(API_KEY, MASK)
      .replaceAll(BEARER, `$1 ${MASK}`);
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mask(each)]));
  };
  return <T>(value: T) => mask(value) as T; // texts stay texts
}
