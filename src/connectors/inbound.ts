import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { listReceivers } from "../../db/connectors/receivers.ts";
import { EVERY_TENANT } from "../../db/ports.ts";
import { readJsonObject, readRawBody } from "../http/input/body.ts";
import { ApiError, invalidParameter } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { openCredentials } from "./credentials.ts";
import { deliveryOf, type Effect } from "./inbound-effects.ts";
import { receiveDelivery } from "./receive-delivery.ts";

export interface InboundPlatform {
  id: string;
  /** Headers by what they say; the first that is there counts. */
  signature: readonly string[];
  topic: readonly string[];
  delivery: readonly string[];
  /** Where the platform says which shop it is of. */
  shop: readonly string[];
  /** Whether a delivery without a topic is refused. */
  needsTopic: boolean;
  verifies(credentials: Record<string, string>, sent: { signature: string; bytes: Uint8Array }): boolean;
}

/** Whether two texts are the same, in a time that does not tell how far they are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac("sha256", "catalogd compares").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const signedBy = (secret: string | undefined, bytes: Uint8Array): string =>
  createHmac("sha256", secret ?? "")
    .update(bytes)
    .digest("base64");
const hmac: InboundPlatform["verifies"] = ({ webhook_secret: secret }, { signature, bytes }) =>
  secret !== undefined && secret !== "" && isSame(signedBy(secret, bytes), signature);

const named = (platform: string, letter: string, ...ends: string[]) =>
  ends.flatMap((end) => [`x-${platform}-${end}`, `x-platform-${letter}-${end}`]);

/** The platforms that send webhooks, by the letter that the contract gives them. */
export const INBOUND: Readonly<Record<string, InboundPlatform>> = {
  a: {
    id: "shopify",
    signature: named("shopify", "a", "hmac-sha256"),
    topic: named("shopify", "a", "topic"),
    delivery: named("shopify", "a", "webhook-id"),
    shop: ["x-shopify-shop-domain"],
    needsTopic: true,
    verifies: hmac,
  },
  b: {
    id: "woocommerce",
    signature: [...named("wc", "b", "webhook-signature"), "x-woocommerce-webhook-signature"],
    topic: [...named("wc", "b", "webhook-topic"), "x-woocommerce-webhook-topic"],
    delivery: [...named("wc", "b", "webhook-delivery-id"), "x-woocommerce-webhook-delivery-id"],
    shop: ["x-wc-webhook-source"],
    needsTopic: true,
    verifies: hmac,
  },
  c: {
    id: "wizishop",
    signature: ["x-webhook-token"],
    topic: [],
    delivery: named("wizishop", "c", "webhook-id"),
    shop: [],
    needsTopic: false,
    verifies: ({ webhook_token: token }, { signature }) => Boolean(token) && isSame(token ?? "", signature),
  },
  d: {
    id: "prestashop",
    signature: ["authorization"],
    topic: [],
    delivery: named("prestashop", "d", "webhook-id"),
    shop: [],
    needsTopic: false,
    verifies: ({ webhook_username: user = "", webhook_password: password }, { signature }) => {
      const [, given = ""] = /^basic\s+(.+)$/i.exec(signature) ?? [];
      return Boolean(password) && isSame(Buffer.from(given, "base64").toString("utf8"), `${user}:${password}`);
    },
  },
};

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

/** Who sent this: the connector whose secret verifies it. Throws CONNECTOR_WEBHOOK_NOT_CONFIGURED and INVALID_WEBHOOK_SIGNATURE. */
async function receiverOf(
  services: Services,
  platform: InboundPlatform,
  request: Request,
  bytes: Uint8Array,
): Promise<Receiver> {
  const candidates = await listReceivers(services.reader(EVERY_TENANT), platform.id);
  if (candidates.length === 0) {
    // The contract has the code with 401 where a password is asked for.
    const status = platform.id === "prestashop" ? 401 : undefined;
    throw new ApiError("CONNECTOR_WEBHOOK_NOT_CONFIGURED", { ...NOT_CONFIGURED, status });
  }
  const signature = headerOf(request, platform.signature);
  if (signature !== undefined) {
    for (const { tenantId, id } of candidates) {
      const credentials = await openCredentials(services, services.reader(tenantId), id);
      if (platform.verifies(credentials, { signature, bytes })) return { tenantId, connectorId: id };
    }
  }
  throw new ApiError("INVALID_WEBHOOK_SIGNATURE");
}

function required(request: Request, names: readonly string[]): string {
  const value = headerOf(request, names);
  if (value === undefined) throw invalidParameter([{ field: names[0] ?? "header", type: "missing" }]);
  return value;
}

/** WooCommerce says hello to a new webhook in a form that is not signed. */
const isPing = ({ id }: InboundPlatform, bytes: Uint8Array): boolean =>
  id === "woocommerce" && bytes.length < 100 && /^webhook_id=\d+$/.test(new TextDecoder().decode(bytes).trim());

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
  if (isPing(platform, bytes) && headerOf(request, platform.signature) === undefined) return { status: "ignored" };
  const { tenantId, connectorId } = await receiverOf(services, platform, request, bytes);
  const deliveryId = required(request, platform.delivery).slice(0, 200);
  const topic = platform.needsTopic ? required(request, platform.topic) : null;
  const effect: Effect = deliveryOf(platform.id, topic, await readJsonObject(bytes));
  const { status, jobId } = await services.write(receiveDelivery, tenantId, { connectorId, deliveryId, effect });
  return { status, ...(jobId !== null && { job_id: jobId }) };
}
