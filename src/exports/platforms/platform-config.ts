import type { FieldProblem } from "../../http/output/errors.ts";
import { isRefusedAddress, type Outbound } from "../../outbound/outbound.ts";
import { isFolder } from "../../remote-files/remote-folder.ts";
import { hiddenTexts, maskNested, unmaskNested } from "../../secrets/nested.ts";
import { secretsWantedAgain } from "../../secrets/secret-again.ts";
import { isSecretName, MASK } from "../../text/recognise-secrets.ts";
import { CONFIG_FIELDS, type PlatformType } from "./platform-types.ts";

/** Where a platform is and how to get in, by the names of the API. Stored encrypted as a whole. */
export type PlatformConfig = Record<string, unknown>;

// What a tenant adds of its own may be one as well.
const isOwn = (type: PlatformType, name: string) => !(name in CONFIG_FIELDS[type]);
const isSecret = (type: PlatformType, name: string) =>
  CONFIG_FIELDS[type][name]?.isSecret === true || (isOwn(type, name) && isSecretName(name));

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== "";

/** The configuration as answers show it. */
export const maskedConfig = (type: PlatformType, config: PlatformConfig): PlatformConfig =>
  Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      isSecret(type, name) && isGiven(value) ? MASK : isOwn(type, name) ? maskNested(value) : value,
    ]),
  );

/** What of a configuration a server is sent as a secret. */
export const secretsIn = (type: PlatformType, config: PlatformConfig): string[] =>
  Object.entries(config).flatMap(([name, value]) =>
    isSecret(type, name) && typeof value === "string" ? [value] : isOwn(type, name) ? hiddenTexts(value) : [],
  );

type Check = (value: unknown, outbound: Pick<Outbound, "readUrl">) => Omit<FieldProblem, "field"> | undefined;
const WRONG = { type: "wrong_type" } as const;
const REFUSED = { type: "invalid_value", key: "export_platforms.address" } as const;
const TEXT_MAX = 16_384;
const text: Check = (value) => {
  if (typeof value !== "string") return WRONG;
  return value.length > TEXT_MAX ? { type: "too_long" } : undefined;
};
const CHECKS: Record<(typeof CONFIG_FIELDS)[PlatformType][string]["kind"], Check> = {
  text,
  flag: (value) => (typeof value === "boolean" ? undefined : WRONG),
  port: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535 ? undefined : { type: "out_of_range" },
  url: (value, outbound) => text(value, outbound) ?? (isRefusedAddress(outbound, String(value)) ? REFUSED : undefined),
  host: (value, outbound) =>
    text(value, outbound) ??
    (isRefusedAddress(outbound, `http://${String(value).includes(":") ? `[${value}]` : value}`) ? REFUSED : undefined),
  folder: (value, outbound) =>
    text(value, outbound) ??
    (isFolder(String(value)) ? undefined : { type: "invalid_value", key: "export_platforms.folder" }),
};

/** What is wrong with the values that are there: a draft may lack some. */
function problemsOf(type: PlatformType, config: PlatformConfig, outbound: Pick<Outbound, "readUrl">): FieldProblem[] {
  return Object.entries(CONFIG_FIELDS[type]).flatMap(([name, { kind }]) => {
    const value = config[name];
    const problem = isGiven(value) ? CHECKS[kind](value, outbound) : undefined;
    return problem ? [{ field: `config.${name}`, ...problem }] : [];
  });
}

/** The fields without which nothing can be sent. */
export function missingIn(type: PlatformType, config: PlatformConfig): string[] {
  const missing = Object.entries(CONFIG_FIELDS[type])
    .filter(([name, { isNeeded }]) => isNeeded && !isGiven(config[name]))
    .map(([name]) => name);
  if (type === "sftp" && !isGiven(config["password"]) && !isGiven(config["private_key"])) missing.push("password");
  // The only mode that the client of FTP knows.
  if (type === "ftp" && config["passive"] === false) missing.push("passive");
  return missing;
}

/** A configuration with what its type takes when nothing is said. */
export const withDefaults = (type: PlatformType, config: PlatformConfig): PlatformConfig => ({
  ...Object.fromEntries(
    Object.entries(CONFIG_FIELDS[type]).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  ),
  ...Object.fromEntries(Object.entries(config).filter(([, value]) => isGiven(value))),
});

/** What of a configuration says where its secrets are sent, with what the type takes when nothing is said. */
const destinationOf = (type: PlatformType, config: PlatformConfig): PlatformConfig =>
  Object.fromEntries(
    Object.entries(withDefaults(type, config)).filter(
      ([name]) => !isSecret(type, name) && name in CONFIG_FIELDS[type] && !CONFIG_FIELDS[type][name]?.isBeside,
    ),
  );

/**
 * Reads a configuration that takes the place of `before`; a masked secret stays what it was, unless it would be sent
 * elsewhere than before. Answers what is wrong with it too.
 */
export function readConfig(
  type: PlatformType,
  sent: PlatformConfig,
  { before, outbound }: { before: PlatformConfig; outbound: Pick<Outbound, "readUrl"> },
): { config: PlatformConfig; problems: FieldProblem[] } {
  const { host, ...rest } = sent;
  const named = type === "cloud_drive" && host !== undefined ? { base_url: host, ...rest } : sent;
  const unchanged = Object.keys(named).filter((name) => isSecret(type, name) && named[name] === MASK);
  const own = Object.keys(named).filter((name) => isOwn(type, name) && !unchanged.includes(name));
  const config = {
    ...named,
    ...Object.fromEntries(unchanged.map((name) => [name, before[name]])),
    ...Object.fromEntries(own.map((name) => [name, unmaskNested(named[name], before[name])])),
  };
  const problems = problemsOf(type, config, outbound);
  problems.push(
    ...secretsWantedAgain({
      before: destinationOf(type, before),
      after: destinationOf(type, config),
      beside: [],
      unchanged: unchanged.filter((name) => isGiven(before[name])).map((name) => `config.${name}`),
    }),
  );
  return { config, problems };
}
