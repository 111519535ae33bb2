import { clockAheadMs } from "../../../db/remote/database.ts";
import type { Config } from "../../config/config.ts";
import { greetMailServer } from "../../mail/smtp.ts";
import { withinMs } from "../../runtime/time-limit.ts";
import { openSearch } from "../../search/open-search.ts";
import { openFiles } from "../../storage/open-files.ts";
import { redactSecrets } from "../../text/redact.ts";
import type { Finding } from "./finding.ts";

const ANSWER_MS = 5_000;
const CLOCK_MAX_MS = 5_000;

interface Server {
  check: string;
  /** The setting that names it. */
  setting: string;
  address: string;
  /** Nothing works without it. */
  isVital: boolean;
  /** A text says more than that it answers. Throws when it does not. */
  ask: () => Promise<unknown>;
}

async function askDatabase({ databaseUrl = "", databaseToken }: Config): Promise<string | undefined> {
  const aheadMs = await clockAheadMs(databaseUrl, databaseToken);
  if (Math.abs(aheadMs) < CLOCK_MAX_MS) return undefined;
  return `its clock is ${Math.round(aheadMs / 1_000)} s ahead of this machine's: set both by NTP`;
}

async function askCollector(url: string): Promise<undefined> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(`${url}/v1/traces`, { method: "POST", headers, body: '{"resourceSpans":[]}', signal });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
}

/** A URL without who logs in. */
function shown(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function serversOf(config: Config): Server[] {
  const { databaseUrl, s3Endpoint, meilisearchUrl, smtpUrl, otlpUrl } = config;
  const server = (check: string, setting: string, url: string | undefined, isVital: boolean, ask: Server["ask"]) =>
    url === undefined ? [] : [{ check, setting, address: shown(url), isVital, ask }];
  const askSearch = () => openSearch(config, Date.now).engine.check();
  return [
    ...server("database server", "CATALOGD_DATABASE_URL", databaseUrl, true, () => askDatabase(config)),
    ...server("object store", "CATALOGD_S3_ENDPOINT", s3Endpoint, true, () => openFiles(config).check()),
    ...server("search server", "CATALOGD_MEILISEARCH_URL", meilisearchUrl, true, askSearch),
    ...server("mail server", "CATALOGD_SMTP_URL", smtpUrl, false, () => greetMailServer(smtpUrl ?? "", ANSWER_MS)),
    ...server("collector", "CATALOGD_OTLP_URL", otlpUrl, false, () => askCollector(otlpUrl ?? "")),
  ];
}

const late = () => new Error(`it does not answer within ${ANSWER_MS / 1_000} s`);

const passwordsIn = (address: string): string[] => {
  const { username = "", password = "" } = URL.canParse(address) ? new URL(address) : {};
  return [decodeURIComponent(password), decodeURIComponent(username)].filter((each) => each !== "");
};

async function examine({ check, setting, address, isVital, ask }: Server, secrets: string[]): Promise<Finding> {
  const startMs = performance.now();
  try {
    const more = await withinMs(ask(), ANSWER_MS, late);
    const latency_ms = Math.round((performance.now() - startMs) * 10) / 10;
    const says = `${address} answers in ${latency_ms} ms`;
    return typeof more !== "string"
      ? { check, status: "ok", says, latency_ms }
      : { check, status: "warning", says: `${says}, but ${more}`, latency_ms };
  } catch (error) {
    const reason = redactSecrets(error instanceof Error ? error.message : String(error), secrets);
    const says = `${address} of ${setting} cannot be used: ${reason}`;
    return { check, status: isVital ? "error" : "warning", says };
  }
}

/** Asks every server that the settings name, at once. */
export function checkServers(config: Config): Promise<Finding[]> {
  const secrets = [config.smtpUrl ?? "", config.databaseUrl ?? ""].flatMap(passwordsIn);
  return Promise.all(serversOf(config).map((server) => examine(server, secrets)));
}
