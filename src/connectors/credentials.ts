import type { Reader, Tx } from "../../db/ports.ts";
import { deleteSecrets, listSecrets, putSecret } from "../../db/secrets/secrets.ts";
import type { FieldProblem } from "../http/output/errors.ts";
import { isRefusedAddress, type Outbound } from "../outbound/outbound.ts";
import type { Sealed, SecretBox } from "../secrets/secret-box.ts";
import type { Credential, Platform } from "./engine/define-platform.ts";
import { findPlatform } from "./engine/platforms.ts";
import { type KeyServices, receiverKey } from "./inbound/receiver-key.ts";

/** Where they are stored. */
export const CREDENTIALS_FIELD = "credentials";
const LENGTH_MAX = 4_000;

export const placeOf = (connectorId: string) => `connector/${connectorId}`;

/** Credentials that are stored: encrypted, and what may be known of them. */
export interface SealedCredentials extends Sealed {
  isConfigured: boolean;
  receiverKey: string | null;
}

/** What must be there: what is required, or in its place another choice of it, once that was begun. */
function requiredOf(
  { credentials, choices }: Pick<Platform, "credentials" | "choices">,
  isMissing: (name: string) => boolean,
): string[] {
  const required = Object.keys(credentials).filter((name) => credentials[name]?.isRequired);
  const chosen =
    choices.find((names) => !names.some(isMissing)) ?? choices.find((names) => !names.every(isMissing)) ?? choices[0];
  if (!chosen) return required;
  const others = new Set(choices.flat());
  return [...required.filter((name) => !others.has(name)), ...chosen];
}

/** What is wrong with credentials, by the platform's schema; each problem names `credentials.<field>`. */
export function credentialProblems(
  { credentials, choices }: Platform,
  given: Record<string, unknown>,
  outbound: Pick<Outbound, "readUrl">,
): FieldProblem[] {
  if (Object.keys(given).length === 0) return [];
  const at = (name: string) => `${CREDENTIALS_FIELD}.${name}`;
  const isMissing = (name: string) => given[name] === undefined || given[name] === "";
  const missing = requiredOf({ credentials, choices }, isMissing)
    .filter(isMissing)
    .map((name): FieldProblem => ({ field: at(name), type: "missing" }));
  const wrong = Object.entries(given).flatMap(([name, value]): FieldProblem[] => {
    const problem = problemOf(Object.hasOwn(credentials, name) ? credentials[name] : undefined, value);
    if (problem) return [{ field: at(name), ...problem }];
    const isAddress = credentials[name]?.format === "uri" && value !== "";
    const isRefused = isAddress && isRefusedAddress(outbound, String(value));
    return isRefused ? [{ field: at(name), type: "invalid_value", key: "export_platforms.address" }] : [];
  });
  return [...missing, ...wrong];
}

/** What is wrong with one of them; an empty one is missing. */
function problemOf(known: Credential | undefined, value: unknown): Omit<FieldProblem, "field"> | undefined {
  if (!known) return { type: "invalid_value", key: "validation.unknown_field" };
  if (value === "") return undefined;
  if (known.type === "integer") {
    return Number.isSafeInteger(value) ? undefined : { type: "wrong_type", key: "validation.integer" };
  }
  if (typeof value !== "string") return { type: "wrong_type", key: "validation.string" };
  const isLong = value.length > LENGTH_MAX;
  return isLong ? { type: "too_long", key: "validation.longest", params: { limit: LENGTH_MAX } } : undefined;
}

/** Credentials without the blanks and line breaks that copying leaves around them. */
const trimmed = (credentials: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  );

/** Encrypts credentials. They themselves go no further than here. */
export async function sealCredentials(
  services: KeyServices,
  { tenantId, connectorId, platformId }: { tenantId: string; connectorId: string; platformId: string },
  credentials: Record<string, unknown>,
): Promise<SealedCredentials> {
  const { secrets } = services;
  const webhook = findPlatform(platformId)?.webhook;
  const isVerified = webhook !== undefined && (credentials[webhook.key] ?? "") !== "";
  const place = { tenantId, place: placeOf(connectorId), field: CREDENTIALS_FIELD };
  return {
    ...secrets.seal(place, JSON.stringify(trimmed(credentials))),
    isConfigured: Object.keys(credentials).length > 0,
    receiverKey: isVerified
      ? await receiverKey(services, platformId, webhook.ownName(textsOf(trimmed(credentials))))
      : null,
  };
}

/** A token that other credentials have got is worth nothing any more. */
export async function storeCredentials(tx: Tx, connectorId: string, { keyId, sealed }: Sealed): Promise<void> {
  await deleteSecrets(tx, placeOf(connectorId));
  await putSecret(tx, placeOf(connectorId), { field: CREDENTIALS_FIELD, keyId, sealed, hint: null });
}

export const deleteCredentials = (tx: Tx, connectorId: string) => deleteSecrets(tx, placeOf(connectorId));

/** The credentials of a connector, all as text; empty when it has none. Throws `SecretUnreadable`. */
export async function openCredentials(
  { secrets }: { secrets: SecretBox },
  db: Reader & { tenantId: string },
  connectorId: string,
): Promise<Record<string, string>> {
  const stored = (await listSecrets(db, placeOf(connectorId))).find(({ field }) => field === CREDENTIALS_FIELD);
  if (!stored) return {};
  const text = secrets.open({ tenantId: db.tenantId, place: placeOf(connectorId), field: CREDENTIALS_FIELD }, stored);
  // Sealed from such an object.
  return textsOf(JSON.parse(text) as Record<string, unknown>);
}

const textsOf = (credentials: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, String(value)]));

/** The secret ones of credentials, and what stands beside them in Basic authentication. */
export const secretsOf = (platformId: string, credentials: Readonly<Record<string, string>>): string[] => {
  const known = findPlatform(platformId)?.credentials ?? {};
  return Object.entries(credentials).flatMap(([name, value]) =>
    known[name]?.isSecret || name.endsWith("key") ? [value] : [],
  );
};
