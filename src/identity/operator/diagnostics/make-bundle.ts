import process from "node:process";
import type { Static } from "@sinclair/typebox";
import { EVERY_TENANT } from "../../../../db/ports.ts";
import { versionLine } from "../../../cli/version.ts";
import type { Config } from "../../../config/config.ts";
import { SETTING_NAMES, SETTINGS, type SettingName, variableOf } from "../../../config/settings.ts";
import type { Services } from "../../../runtime/services.ts";
import { isoOfMs } from "../../../text/instant.ts";
import { isSecretName, MASK } from "../../../text/recognise-secrets.ts";
import { redactSecrets } from "../../../text/redact.ts";
import { diagnoseCall } from "../calls.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { DiagnosticsBody, ShownSetting } from "./schema.ts";

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
function openMasking(config: Config): <T>(value: T) => T {
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

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function defaultOf(name: SettingName): unknown {
  const { fallback, parse } = SETTINGS[name];
  return fallback === undefined ? undefined : parse(fallback);
}

/** Every setting that the service runs with. */
const shownSettings = (config: Config): Static<typeof ShownSetting>[] =>
  SETTING_NAMES.map((name) => {
    const value = config[name];
    const isDefault = JSON.stringify(value) === JSON.stringify(defaultOf(name));
    const shown = value === undefined ? null : "secret" in SETTINGS[name] ? MASK : textOf(value);
    return { setting: variableOf(name), value: shown, is_default: isDefault };
  });

/** What a worker thread could find out; `null` with the reason when it could not. */
type Attempt<T> = { part: T } | { part: null; reason: string };

/** A part of the service that is down is the reason to ask for a bundle: the rest is shown all the same. */
const attempt = <T>(asked: Promise<T>): Promise<Attempt<T>> =>
  asked.then(
    (part) => ({ part }),
    (error: unknown) => ({ part: null, reason: error instanceof Error ? error.message : String(error) }),
  );

const leftOut = (name: string, attempted: Attempt<unknown>) =>
  attempted.part === null && "reason" in attempted ? [`${name}: ${attempted.reason}`] : [];

const shownJobs = ({ jobs, failures }: Diagnosis) => ({
  states: jobs.map(({ kind, state, count, oldestMs }) => ({ kind, state, count, oldest_at: isoOfMs(oldestMs) })),
  failures: failures.map(({ kind, failedMs, attempts, error }) => ({
    kind,
    failed_at: isoOfMs(failedMs),
    attempts,
    error: error?.slice(0, 1_000) ?? null,
  })),
});

const shownDatabase = ({ engine, schemaVersion, content, files }: Diagnosis) => ({
  sqlite: engine,
  schema_version: schemaVersion,
  tenants: content.tenants,
  products: content.products,
  deleted_products: content.deleted_products,
  stored_files_bytes: content.bytes,
  files_bytes: files,
});

/**
 * What those who are asked for help need to know of the service, without secrets and without anything that tenants have
 * entered. Takes half a minute at most; what cannot be found out in it is named in `left_out`.
 */
export async function makeBundle(services: Services): Promise<Static<typeof DiagnosticsBody>> {
  const { config, now, recentLines, metrics } = services;
  const [diagnosed, health, gauges] = await Promise.all([
    attempt(services.call(diagnoseCall, EVERY_TENANT, {})),
    attempt(services.health()),
    attempt(services.gauges()),
  ]);
  const mask = openMasking(config);
  return {
    created_at: isoOfMs(now()),
    version: versionLine(),
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: process.memoryUsage().rss,
    ...mask({
      settings: shownSettings(config),
      findings: diagnosed.part?.findings ?? [],
      health: health.part ?? {},
      jobs: diagnosed.part === null ? null : shownJobs(diagnosed.part),
      database: diagnosed.part === null ? null : shownDatabase(diagnosed.part),
      ...recentLines.list(),
      metrics: await metrics.text(gauges.part ?? {}),
      left_out: [
        ...leftOut("jobs, database and findings", diagnosed),
        ...leftOut("health", health),
        ...leftOut("some of the metrics", gauges),
      ],
    }),
  };
}
