import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stdout } from "node:process";
import { styleText } from "node:util";
import { type Config, databasePath, filesPath } from "../../config/config.ts";
import { wantsColors } from "../../config/environment.ts";
import { VERSION } from "../version.ts";
import type { Running } from "./open-service.ts";

const OWNER_ONLY = 0o600;
const LABEL_WIDTH = 13;

export const bold = (text: string) => (wantsColors(stdout.isTTY === true) ? styleText("bold", text, PLAIN) : text);
const dim = (text: string) => (wantsColors(stdout.isTTY === true) ? styleText("dim", text, PLAIN) : text);
/** Whether there are colours is decided here. */
const PLAIN = { validateStream: false };

/** A line of the banner. */
export const fact = (label: string, value: string) => `  ${dim(label.padEnd(LABEL_WIDTH))}${value}`;

/** Where files are stored, and which engine searches. */
const modes = (config: Config): [label: string, value: string][] => [
  ["Data folder", resolve(config.dataDir)],
  ["Database", config.databaseUrl ?? `SQLite file ${databasePath(config)}`],
  ["Search", config.meilisearchUrl ? `Meilisearch ${config.meilisearchUrl}` : "built in"],
  ["Files", config.s3Endpoint ? `${config.s3Endpoint}, bucket ${config.s3Bucket}` : `folder ${filesPath(config)}`],
];

type First = NonNullable<Running["first"]>;

/** The link of one use that signs the first admin in. What stands behind `#` reaches no server and no log. */
const linkOf = (url: string, { console }: Config, { linkToken }: First): [label: string, value: string][] =>
  console && linkToken !== undefined ? [["Sign in", `${url}/first-start#token=${linkToken}`]] : [];

/** How to get in. */
export const credentials = (url: string, config: Config, first: First): [label: string, value: string][] => [
  ...linkOf(url, config, first),
  ["E-mail", first.email],
  ["Password", first.password ?? "as set in CATALOGD_BOOTSTRAP_ADMIN_PASSWORD"],
  ["API key", first.apiKey],
];

/** Writes the credentials where only the owner of the data folder reads them. */
function writeCredentials(path: string, all: readonly [label: string, value: string][]): void {
  const lines = all.map(([label, value]) => `${label}: ${value}`);
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
}

/** How to get in after the first start. What is not a terminal may be a log, which stores what is written to it. */
function wayIn({ url, services, first }: Running, showsSecrets: boolean): string[] {
  if (!first)
    return [
      fact(
        "Next",
        `open ${services.config.console ? url : `${url}/docs`}, or run "catalogd --help" for what the command line can do`,
      ),
    ];
  const all = credentials(url, services.config, first);
  const hasLink = linkOf(url, services.config, first).length > 0;
  if (showsSecrets) {
    return [
      bold("First start. Save these credentials: they are not shown again."),
      ...all.map(([label, value]) => fact(label, value)),
      ...(hasLink ? ["", "The link signs you in once, within a day, and asks for a password of your own."] : []),
      "",
      fact("Next", `curl -H "X-API-Key: ${first.apiKey}" ${url}/api/v1/products`),
    ];
  }
  const path = resolve(join(services.config.dataDir, "first-login.txt"));
  writeCredentials(path, all);
  return [
    `First start. ${hasLink ? "A link that signs in once, e-mail" : "E-mail"}, password and API key of the admin are in ${path},`,
    "which only the user that runs catalogd can read. Save them and delete the file.",
  ];
}

/** Where the service is, and how it is set up. */
export const banner = ({ url, services }: Running): string[] => [
  "",
  bold(`catalogd ${VERSION} is running`),
  ...(services.config.console ? [fact("Console", url)] : []),
  fact("API", `${url}/api/v1`),
  fact("Docs", `${url}/docs`),
  fact("Health", `${url}/api/v1/health`),
  ...modes(services.config).map(([label, value]) => fact(label, value)),
  "",
];

/** Says where the service is, and once, on the first start, how to sign in. */
export function printWelcome(running: Running): void {
  const lines = [...banner(running), ...wayIn(running, stdout.isTTY === true)];
  stdout.write(`${lines.join("\n")}\n\n`);
}
