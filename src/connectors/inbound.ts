import { listReceivers } from "../../db/connectors/receivers.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { readJsonObject, readRawBody } from "../http/input/body.ts";
import { ApiError, invalidParameter } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { openCredentials } from "./credentials.ts";
import type { Platform, WebhookSender } from "./define-platform.ts";
import { deliveryOf, type Effect } from "./inbound-effects.ts";
import { listPlatforms } from "./platforms.ts";
import { receiveDelivery } from "./receive-delivery.ts";

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

interface Receiver {
  tenantId: string;
  connectorId: string;
}

/** The host of an address, if it is one. */
const hostOf = (address: string): string =>
  address
    .replace(/^[a-z]+:\/\//i, "")
    .split(/[/:?#]/)[0]
    ?.toLowerCase() ?? "";

interface Verified extends Receiver {
  /** The host of its shop. */
  host: string;
}

/** The connectors whose secret verifies a delivery. */
async function* listVerified(
  services: Services,
  webhook: WebhookSender,
  candidates: readonly { tenantId: string; id: string }[],
  sent: { signature: string; bytes: Uint8Array },
): AsyncGenerator<Verified> {
  for (const { tenantId, id } of candidates) {
    const credentials = await openCredentials(services, services.reader(tenantId), id);
    if (!webhook.verifies(credentials, sent)) continue;
    yield { tenantId, connectorId: id, host: hostOf(credentials[webhook.shopKey ?? ""] ?? "") };
  }
}

/**
 * Who sent this: the connector whose secret verifies it; of several with one secret that of the shop which the platform names.
 * Throws CONNECTOR_WEBHOOK_NOT_CONFIGURED and INVALID_WEBHOOK_SIGNATURE.
 */
async function receiverOf(
  services: Services,
  { id: platformId, webhook }: InboundPlatform,
  request: Request,
  bytes: Uint8Array,
): Promise<Receiver> {
  const candidates = await listReceivers(services.reader(EVERY_TENANT), platformId);
  // The contract has the code with 401 where a password is asked for.
  if (candidates.length === 0) {
    throw new ApiError("CONNECTOR_WEBHOOK_NOT_CONFIGURED", { ...NOT_CONFIGURED, status: webhook.notConfigured });
  }
  const signature = headerOf(request, namesOf(webhook, webhook.headers.signature));
  if (signature === undefined) throw new ApiError("INVALID_WEBHOOK_SIGNATURE");
  const shop = hostOf(headerOf(request, webhook.headers.shop ?? []) ?? "");
  let first: Receiver | undefined;
  for await (const verified of listVerified(services, webhook, candidates, { signature, bytes })) {
    if (shop === "" || verified.host === shop) return verified;
    first ??= verified;
  }
  if (first) return first;
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

/**
 * Takes a webhook of a platform: verifies who sent it by the bytes as they came, and has its effect once, however often it
 * is sent within a day.
 */
export async function receive(
  services: Services,
  platform: InboundPlatform,
  request: Request,
): Promise<{ status: "accepted" | "duplicate" | "ignored"; job_id?: string }> {
  const bytes = await readRawBody(request);
  const { webhook } = platform;
  const { signature, topic: topics, delivery } = webhook.headers;
  const isUnsigned = headerOf(request, namesOf(webhook, signature)) === undefined;
  if (isUnsigned && isHello(platform, bytes)) return { status: "ignored" };
  const { tenantId, connectorId } = await receiverOf(services, platform, request, bytes);
  const deliveryId = required(request, namesOf(webhook, delivery)).slice(0, 200);
  const topic = topics.length > 0 ? required(request, namesOf(webhook, topics)) : null;
  const effect: Effect = deliveryOf(webhook, topic, await readJsonObject(bytes));
  const { status, jobId } = await services.write(receiveDelivery, tenantId, { connectorId, deliveryId, effect });
  return { status, ...(jobId !== null && { job_id: jobId }) };
}
