import { chmodSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stdout } from "node:process";
import { styleText } from "node:util";
import { type Config, databasePath, filesPath } from "../config/config.ts";
import { wantsColors } from "../config/environment.ts";
import type { Running } from "./open-service.ts";
import { VERSION } from "./version.ts";

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

/** How to get in. */
export const credentials = ({ email, password, apiKey }: First): [label: string, value: string][] => [
  ["E-mail", email],
  ["Password", password ?? "as set in CATALOGD_BOOTSTRAP_ADMIN_PASSWORD"],
  ["API key", apiKey],
];

/** Writes the credentials where only the owner of the data folder reads them. */
function writeCredentials(path: string, first: First): void {
  const lines = credentials(first).map(([label, value]) => `${label}: ${value}`);
  writeFileSync(path, `${lines.join("\n")}\n`, { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
}

/** How to get in after the first start. What is not a terminal may be a log, which stores what is written to it. */
function wayIn({ url, services, first }: Running, showsSecrets: boolean): string[] {
  if (!first) return [fact("Next", `open ${url}/docs, or run "catalogd --help" for what the command line can do`)];
  if (showsSecrets) {
    return [
      bold("First start. Save these credentials: they are not shown again."),
      ...credentials(first).map(([label, value]) => fact(label, value)),
      "",
      fact("Next", `curl -H "X-API-Key: ${first.apiKey}" ${url}/api/v1/products`),
    ];
  }
  const path = resolve(join(services.config.dataDir, "first-login.txt"));
  writeCredentials(path, first);
  return [
    `First start. E-mail, password and API key of the admin are in ${path},`,
    "which only the user that runs catalogd can read. Save them and delete the file.",
  ];
}

/** Where the service is, and how it is set up. */
export const banner = ({ url, services }: Running): string[] => [
  "",
  bold(`catalogd ${VERSION} is running`),
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
