import type { Platform } from "./define-platform.ts";
import type { PlatformError } from "./platform-error.ts";

const NOT_THERE = new Set([404, 410]);
/** What a platform answered in words of HTTP alone; adapters that know more say it themselves. */
const BARE = /^The platform (?:answered|refused the credentials) /;
const REDIRECTS = 300;
const REFUSALS = 400;

/** Where no API answers: another page, another address, or nothing. */
const isElsewhere = ({ status = 0 }: PlatformError): boolean =>
  NOT_THERE.has(status) || (status > 0 && status < REFUSALS);

const addressIn = ({ credentials }: Platform, given: Readonly<Record<string, string>>) =>
  Object.keys(credentials).find((name) => credentials[name]?.format === "uri" && (given[name] ?? "") !== "");

/** What is wrong with an address at which no API answered. */
function noApi({ name, guide }: Platform, field: string, address: string, status: number | undefined): string {
  const isPlain = /^http:/i.test(address);
  const moved =
    status !== undefined && status >= REDIRECTS && status < REFUSALS ? ", which sends on to another one" : "";
  const mend = isPlain ? "give it with https://" : (guide.en.fields[field] ?? "give the address of the shop itself");
  return `There is no API of ${name} at ${address}${moved} (${field}): ${mend}`;
}

/**
 * Why a connector cannot be used, as its owner understands it: which credential is to be looked at, and where it is found. `said`
 * is what its platform said, without secrets.
 */
export function whatIsWrong(
  platform: Platform,
  given: Readonly<Record<string, string>>,
  { error, said }: { error: PlatformError; said: string },
): string {
  if (!BARE.test(said) || error.reason === "unreachable") return said;
  const field = addressIn(platform, given);
  if (error.reason === "refused") {
    return field !== undefined && isElsewhere(error) ? noApi(platform, field, given[field] ?? "", error.status) : said;
  }
  const names = Object.keys(platform.credentials).filter(
    (name) => (given[name] ?? "") !== "" && !/^webhook_|_url$/.test(name),
  );
  return `${said}. Copy ${names.join(", ")} again, whole, and see that they have the rights that the guide of ${platform.name} names`;
}
