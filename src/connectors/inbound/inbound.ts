import { createHash } from "node:crypto";
import {
  listReceivers,
  listReceiversById,
  listReceiversByKey,
  type Receiver,
} from "../../../db/connectors/receivers.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { readJsonObject, readRawBody } from "../../http/input/body.ts";
import { ApiError, invalidParameter } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { SecretUnreadable } from "../../secrets/secret-box.ts";
import { openCredentials } from "../credentials.ts";
import type { Platform, SentWebhook, WebhookSender } from "../engine/define-platform.ts";
import { listPlatforms, webhookPlaceOf } from "../engine/platforms.ts";
import { publicOrigin } from "../engine/shop/shop-webhook.ts";
import { deliveryOf } from "./effects.ts";
import type { Claim, InboundLimits } from "./limits.ts";
import type { PublicKeys } from "./public-keys.ts";
import { receiveDelivery } from "./receive-delivery.ts";
import { receiverKey } from "./receiver-key.ts";

/** A platform that sends webhooks. */
export type InboundPlatform = Platform & { webhook: WebhookSender };

/** The platforms that send webhooks. */
export const INBOUND: readonly InboundPlatform[] = listPlatforms().flatMap(({ webhook, ...platform }) =>
  webhook ? [{ ...platform, webhook }] : [],
);

/** Headers of a platform, also by the name that the contract gives them: `x-platform-a-topic`. */
const namesOf = ({ letter }: WebhookSender, names: readonly string[]): readonly string[] =>
  letter === undefined
    ? names
    : [...names, ...names.map((name) => name.replace(/^x-[a-z]+-/, `x-platform-${letter}-`))];

const headerOf = (request: Request, names: readonly string[]): string | undefined =>
  names.map((name) => request.headers.get(name)?.trim()).find((value) => value !== undefined && value !== "");

const NOT_CONFIGURED = {
  details: { dependency: "connector_webhook_secret" },
  howToFix: "connectors.store_webhook_secret",
} as const;

type Sent = Omit<SentWebhook, "publicKey">;

/** What deliveries are received with. */
export interface Receiving {
  services: Services;
  keys: PublicKeys;
}

/** What one connector has lost must not stop the others of its platform. */
function nothingUnreadable(error: unknown): Record<string, string> {
  if (error instanceof SecretUnreadable) return {};
  throw error;
}

const credentialsOf = (services: Services, { tenantId, id }: Receiver) =>
  openCredentials(services, services.reader(tenantId), id).catch(nothingUnreadable);

/** The first of some connectors whose secret verifies a delivery. */
async function firstVerified(
  { services, keys }: Receiving,
  { id: platformId, webhook }: InboundPlatform,
  candidates: readonly Receiver[],
  sent: Sent,
): Promise<Receiver | undefined> {
  for (const receiver of candidates) {
    const publicKey = (keyId: string) => keys.of(platformId, receiver, keyId);
    if (await webhook.verifies(await credentialsOf(services, receiver), { ...sent, publicKey })) return receiver;
  }
  return undefined;
}

/**
 * Who sent this: the connector whose secret verifies it. It is looked for where the address names it, then by what the
 * delivery names; a shop that is at another address than its connector says is looked for among a bounded number.
 * Throws CONNECTOR_WEBHOOK_NOT_CONFIGURED and INVALID_WEBHOOK_SIGNATURE.
 */
async function receiverOf(
  receiving: Receiving,
  platform: InboundPlatform,
  { named, name, sent }: { named: string | undefined; name: string; sent: Sent | undefined },
): Promise<Receiver> {
  const { services } = receiving;
  const { id: platformId, webhook } = platform;
  const db = services.reader(EVERY_TENANT);
  const verified = async (candidates: readonly Receiver[]) =>
    sent && (await firstVerified(receiving, platform, candidates, sent));
  if (named !== undefined) {
    const found = await verified(await listReceiversById(db, platformId, named));
    if (found) return found;
    throw new ApiError("INVALID_WEBHOOK_SIGNATURE");
  }
  const key = name === "" ? undefined : await receiverKey(services, platformId, name);
  const found = key && (await verified(await listReceiversByKey(db, platformId, key)));
  if (found) return found;
  const all = await listReceivers(db, platformId);
  // The contract has the code with 401 where a password is required.
  if (all.length === 0) {
    throw new ApiError("CONNECTOR_WEBHOOK_NOT_CONFIGURED", { ...NOT_CONFIGURED, status: webhook.notConfigured });
  }
  // A password has found its connector, or there is none.
  const other = webhook.headers.shop && (await verified(all));
  if (other) return other;
  throw new ApiError("INVALID_WEBHOOK_SIGNATURE");
}

function required(request: Request, names: readonly string[]): string {
  const value = headerOf(request, names);
  if (value === undefined) throw invalidParameter([{ field: names[0] ?? "header", type: "missing" }]);
  return value;
}

/** A hello is short. */
const HELLO_MAX = 100;

const isHello = ({ webhook }: InboundPlatform, bytes: Uint8Array): boolean =>
  bytes.length < HELLO_MAX && webhook.isHello?.(new TextDecoder().decode(bytes).trim()) === true;

/** For which connector a delivery says that it is: the named one, that of a user's password, or that of a shop. */
function claimOf(
  { id, webhook }: InboundPlatform,
  { named, name, signature = "" }: { named: string | undefined; name: string; signature: string | undefined },
): Claim {
  const isGuessable = webhook.headers.shop === undefined && !webhook.isSigned;
  const claimed = named ?? (isGuessable ? webhook.sentUser?.(signature) : name) ?? "";
  return { connector: claimed === "" ? undefined : `${id} ${claimed}`, isGuessable };
}

const DELIVERY_ID_MAX = 200;

/** By what a delivery is known again. Throws when the header that says it is not there. */
function deliveryIdOf(webhook: WebhookSender, request: Request, bytes: Uint8Array): string {
  const content = () => createHash("sha256").update(bytes).digest("base64url");
  if (webhook.headers.delivery.length === 0) return content();
  const id = required(request, namesOf(webhook, webhook.headers.delivery)).slice(0, DELIVERY_ID_MAX);
  return webhook.repeatsDeliveryIds ? `${id} ${content()}` : id;
}

/**
 * Takes a webhook of a platform: verifies who sent it by the bytes as they came, and has its effect once, however often it
 * is sent within a day. `named`: the connector that the address names. Throws RATE_LIMIT_EXCEEDED after too many that
 * nothing has verified.
 */
export async function receive(
  receiving: Receiving,
  platform: InboundPlatform,
  request: Request,
  {
    named,
    token,
    limits,
  }: { named?: string | undefined; token?: string | undefined; limits: ReturnType<InboundLimits["of"]> },
): Promise<{ status: "accepted" | "duplicate" | "ignored"; job_id?: string }> {
  const bytes = await readRawBody(request);
  const { webhook } = platform;
  const { topic: topics, shop } = webhook.headers;
  const signed = namesOf(webhook, webhook.headers.signature);
  const signature = signed.length === 0 ? token : headerOf(request, signed);
  if (signature === undefined && isHello(platform, bytes)) return { status: "ignored" };
  const name = webhook.sentName({ signature: signature ?? "", shop: headerOf(request, shop ?? []) ?? "" });
  const sent = signature === undefined ? undefined : { signature, bytes };
  const { tenantId, id: connectorId } = await limits.guard(claimOf(platform, { named, name, signature }), () =>
    receiverOf(receiving, platform, { named, name, sent }),
  );
  const deliveryId = deliveryIdOf(webhook, request, bytes);
  const topic = topics.length > 0 ? required(request, namesOf(webhook, topics)) : null;
  const delivery = deliveryOf(webhook, topic, await readJsonObject(bytes));
  const { status, jobId } = await receiving.services.write(receiveDelivery, tenantId, {
    connectorId,
    deliveryId,
    ...delivery,
  });
  return { status, ...(jobId !== null && { job_id: jobId }) };
}

/**
 * What a platform is answered that asks whether the address of a connector is ours. Throws CONNECTOR_WEBHOOK_NOT_CONFIGURED where the
 * connector has nothing to prove it by.
 */
export async function answerChallenge(
  services: Services,
  platform: InboundPlatform,
  { connectorId, query }: { connectorId: string; query: URLSearchParams },
): Promise<{ challengeResponse: string }> {
  const origin = publicOrigin(services.config);
  const [receiver] = await listReceiversById(services.reader(EVERY_TENANT), platform.id, connectorId);
  const address = `${origin}${webhookPlaceOf(platform, connectorId)}`;
  const answer =
    receiver &&
    origin !== null &&
    platform.webhook.answersChallenge?.(await credentialsOf(services, receiver), { query, address });
  if (!answer) throw new ApiError("CONNECTOR_WEBHOOK_NOT_CONFIGURED", NOT_CONFIGURED);
  return answer;
}
