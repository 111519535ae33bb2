import { randomBytes, timingSafeEqual } from "node:crypto";
import { findConnector } from "../../../db/connectors/connectors.ts";
import type { Reader } from "../../../db/ports.ts";
import { listSecrets } from "../../../db/secrets/secrets.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { ApiError, invalidBody, required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { SecretUnreadable } from "../../secrets/secret-box.ts";
import { exchangeCall, testCall } from "../calls.ts";
import { noteTest } from "../change-connector.ts";
import { openCredentials, placeOf, sealCredentials } from "../credentials.ts";
import { findPlatform } from "../engine/platforms.ts";
import { publicOrigin } from "../engine/shop/shop-webhook.ts";
import { askConsent, CONSENT_FIELD, keepConsent, takeConsent } from "./keep-consent.ts";

/** Where platforms send the browser of an owner back to. */
const CALLBACK = "/api/v1/connectors/oauth/callback";
const NONCE_BYTES = 32;
/** An owner signs in there, and may look for a second factor. */
const VALID_MS = 30 * 60_000;
const STATE = /^([\w-]{1,64})\.([0-9a-f-]{36})\.([\w-]{43})$/;

interface AskedFor {
  nonce: string;
  endsAtMs: number;
}

/** The address at which platforms reach this service. Throws PUBLIC_ADDRESS_NEEDED. */
function redirectOf({ config }: Services): string {
  const origin = publicOrigin(config);
  if (origin === null) throw new ApiError("PUBLIC_ADDRESS_NEEDED");
  return `${origin}${CALLBACK}`;
}

/**
 * The page at which the owner of a connector's shop agrees, until `endsAtMs`. Throws NOT_FOUND, CAPABILITY_NOT_SUPPORTED,
 * PUBLIC_ADDRESS_NEEDED, and VALIDATION_FAILED naming the credentials that are missing.
 */
export async function askOwner(
  { services, db, write }: { services: Services; db: Reader & { tenantId: string }; write: BoundWrite },
  id: string,
): Promise<{ address: string; redirect: string; endsAtMs: number }> {
  const { tenantId } = db;
  const connector = required(await findConnector(db, id), "connector", id);
  const consent = findPlatform(connector.platformId)?.consent;
  if (!consent) throw new ApiError("CAPABILITY_NOT_SUPPORTED");
  const redirect = redirectOf(services);
  const credentials = await openCredentials(services, db, id);
  const missing = consent.needs.filter((name) => (credentials[name] ?? "") === "");
  if (missing.length > 0) {
    throw invalidBody(missing.map((name) => ({ field: `credentials.${name}`, type: "missing" })));
  }
  const asked: AskedFor = {
    nonce: randomBytes(NONCE_BYTES).toString("base64url"),
    endsAtMs: services.now() + VALID_MS,
  };
  const place = { tenantId, place: placeOf(id), field: CONSENT_FIELD };
  await write(askConsent, { id, sealed: services.secrets.seal(place, JSON.stringify(asked)) });
  const state = `${tenantId}.${id}.${asked.nonce}`;
  return { address: consent.addressOf(credentials, { state, redirect }), redirect, endsAtMs: asked.endsAtMs };
}

/** What was asked, if it was; `undefined` also when no key opens it. */
async function askedOf({ services, db, id }: { services: Services; db: Reader & { tenantId: string }; id: string }) {
  const stored = (await listSecrets(db, placeOf(id))).find(({ field }) => field === CONSENT_FIELD);
  if (!stored) return undefined;
  try {
    const place = { tenantId: db.tenantId, place: placeOf(id), field: CONSENT_FIELD };
    // Written by `askOwner`.
    return JSON.parse(services.secrets.open(place, stored)) as AskedFor;
  } catch (error) {
    if (error instanceof SecretUnreadable) return undefined;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The connector that a state was made for, as long as it counts. It counts once. */
async function connectorOf(services: Services, state: string) {
  const [, tenantId = "", id = "", nonce = ""] = STATE.exec(state) ?? [];
  if (nonce === "") return undefined;
  const db = services.reader(tenantId);
  const connector = await findConnector(db, id);
  const asked = connector && (await askedOf({ services, db, id }));
  if (!connector || !asked || !isSame(asked.nonce, nonce) || asked.endsAtMs <= services.now()) return undefined;
  return { db: Object.assign(db, { tenantId }), connector };
}

/** What became of a consent. */
export type ConsentEnd = "connected" | "unknown_state" | "declined" | { error: string };

/** Takes what a platform sends the browser of an owner back with: the code becomes credentials, which are tried. */
export async function takeAnswer(services: Services, query: URLSearchParams): Promise<ConsentEnd> {
  const found = await connectorOf(services, query.get("state") ?? "");
  if (!found) return "unknown_state";
  const { db, connector } = found;
  const { id, platformId } = connector;
  const { tenantId } = db;
  const consent = findPlatform(platformId)?.consent;
  const credentials = await openCredentials(services, db, id);
  if (!consent || consent.verifies?.(credentials, query) === false) return "unknown_state";
  if (!(await services.write(takeConsent, tenantId, { id }))) return "unknown_state";
  const code = consent.codeIn(query);
  if (code === undefined) return "declined";
  const given = { id, code, redirect: redirectOf(services), query: query.toString() };
  const { error, brought } = await services.call(exchangeCall, tenantId, given);
  if (error !== null) return { error };
  const place = { tenantId, connectorId: id, platformId };
  const sealed = await sealCredentials(services, place, { ...credentials, ...brought });
  const version = await services.write(keepConsent, tenantId, {
    ...{ id, version: connector.version, credentials: sealed },
  });
  if (version === null) return "unknown_state";
  const tried = await services.call(testCall, tenantId, { id });
  await services.write(noteTest, tenantId, { id, version, error: tried.error, priceTax: tried.facts?.priceTax });
  return tried.error === null ? "connected" : { error: tried.error };
}
