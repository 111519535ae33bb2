import { randomBytes } from "node:crypto";
import { type Connector, findConnector } from "../../../db/connectors/connectors.ts";
import { listShopWebhooks } from "../../../db/connectors/shop-webhooks.ts";
import type { Reader } from "../../../db/ports.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { webhooksCall } from "../calls.ts";
import { openCredentials, sealCredentials } from "../credentials.ts";
import type { Platform } from "../engine/define-platform.ts";
import { findPlatform } from "../engine/platforms.ts";
import { publicOrigin } from "../engine/shop/shop-webhook.ts";
import { keepWebhookSecret, noteWebhooks } from "./note-webhooks.ts";
import { webhookAddress } from "./schema.ts";

const SECRET_BYTES = 32;
/** How long a deletion waits for the shop. */
const LEAVING_MS = 15_000;

/** Who asks, and how what they change is written. */
interface Asked {
  services: Services;
  db: Reader & { tenantId: string };
  write: BoundWrite;
}

/** Throws why webhooks of a connector cannot be registered. */
async function registering({ db }: Asked, id: string) {
  const connector = required(await findConnector(db, id), "connector", id);
  const platform = findPlatform(connector.platformId);
  const registers = platform?.webhook?.registers;
  if (!platform || !registers) throw new ApiError("CAPABILITY_NOT_SUPPORTED");
  if (!connector.isConfigured) throw new ApiError("CONNECTOR_NOT_CONFIGURED");
  return { connector, platform, topics: registers.topics };
}

/** What signs the webhooks that are registered: what the platform signs them with, else what is stored, else a new secret. */
function secretFor({ webhook }: Platform, credentials: Readonly<Record<string, string>>): string | undefined {
  if (!webhook) return undefined;
  const own = credentials[webhook.registers?.signedBy ?? ""] ?? "";
  const stored = credentials[webhook.key] ?? "";
  const given = own === "" ? stored : own;
  if (given !== "") return given;
  return webhook.registers?.signedBy === undefined ? randomBytes(SECRET_BYTES).toString("base64url") : undefined;
}

/** Stores the secret where the connector has none yet: the first delivery comes before the platform has answered. */
async function keepSecret(
  { services, db, write }: Asked,
  { connector, platform }: { connector: Connector; platform: Platform },
): Promise<string> {
  const credentials = await openCredentials(services, db, connector.id);
  const secret = secretFor(platform, credentials);
  const key = platform.webhook?.key ?? "";
  if (secret === undefined) throw new ApiError("CONNECTOR_WEBHOOK_NOT_CONFIGURED");
  if ((credentials[key] ?? "") !== "") return secret;
  const place = { tenantId: db.tenantId, connectorId: connector.id, platformId: platform.id };
  const sealed = await sealCredentials(services, place, { ...credentials, [key]: secret });
  await write(keepWebhookSecret, { id: connector.id, version: connector.version, credentials: sealed });
  return secret;
}

/**
 * Registers the webhooks of a connector at its platform, or sets those right that are there. Returns why the platform refuses
 * all of them, else `null`. Throws CAPABILITY_NOT_SUPPORTED, CONNECTOR_NOT_CONFIGURED, PUBLIC_ADDRESS_NEEDED and, where the
 * platform's own secret is not among the credentials, CONNECTOR_WEBHOOK_NOT_CONFIGURED.
 */
export async function registerWebhooks(asked: Asked, id: string): Promise<string | null> {
  const { services, db, write } = asked;
  const { connector, platform, topics } = await registering(asked, id);
  const origin = publicOrigin(services.config);
  if (origin === null) throw new ApiError("PUBLIC_ADDRESS_NEEDED");
  const secret = await keepSecret(asked, { connector, platform });
  const to = { address: webhookAddress(platform, id, origin), secret };
  const { error, webhooks } = await services.call(webhooksCall, db.tenantId, { id, topics, to });
  if (error === null) await write(noteWebhooks, { id, webhooks });
  return error;
}

/** Removes them from the platform. Returns why it refuses that, else `null`. */
export async function removeWebhooks(asked: Asked, id: string, signal?: AbortSignal): Promise<string | null> {
  const { services, db, write } = asked;
  await registering(asked, id);
  const { error } = await services.call(webhooksCall, db.tenantId, { id, topics: [], to: null }, signal);
  if (error === null) await write(noteWebhooks, { id, webhooks: null });
  return error;
}

/**
 * Removes what was registered for a connector that is about to be deleted. A shop that refuses, or does not answer soon, keeps
 * its webhooks: their deliveries are refused then. Throws PRECONDITION_FAILED.
 */
export async function removeBeforeDeletion(asked: Asked, id: string, expected: string[] | null): Promise<void> {
  const connector = required(await findConnector(asked.db, id), "connector", id);
  requireVersion(expected, connector.version);
  const rows = await listShopWebhooks(asked.db, id);
  if (!rows.some(({ externalId }) => externalId !== null)) return;
  try {
    await removeWebhooks(asked, id, AbortSignal.timeout(LEAVING_MS));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
