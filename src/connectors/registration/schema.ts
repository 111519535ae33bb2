import { Type } from "@sinclair/typebox";
import type { ShopWebhookRow } from "../../../db/connectors/shop-webhooks.ts";
import { orNull, Time } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { isoOrNull } from "../../text/instant.ts";
import type { Platform } from "../engine/define-platform.ts";
import { webhookPlaceOf } from "../engine/platforms.ts";

const STATES = ["registered", "refused", "unregistered"] as const;
const DELIVERED = ["accepted", "duplicate", "ignored"] as const;

const WEBHOOKS = {
  address: orNull(
    Type.String({ examples: ["https://pim.example/api/v1/connectors/woocommerce/webhook?connector=…"] }),
    "Where the platform sends them; null: it sends none, or this service has no public address (CATALOGD_API_URL).",
  ),
  registers: Type.Boolean({ description: "Whether this service can register them at the platform." }),
  is_signed: Type.Boolean({ description: "Whether the connector has what verifies them; without it all are refused." }),
  webhooks: Type.Array(
    Type.Object({
      topic: Type.String({ examples: ["product.updated"] }),
      state: oneOf(STATES, {
        description:
          "`registered` by this service, `refused` by the platform, or `unregistered`: made by hand, or not at all.",
      }),
      error: orNull(Type.String(), "Why the platform refused it."),
      registered_at: orNull(Time),
      deliveries: Type.Integer({ description: "How many were verified." }),
      last_delivery_at: orNull(Time, "When the last one came."),
      last_status: orNull(oneOf(DELIVERED), "What became of it."),
    }),
  ),
};

/** Webhooks of a connector. */
export const WebhooksBody = Type.Object(WEBHOOKS);
/** What became of registering or removing them. */
export const WebhooksChanged = Type.Object({
  success: Type.Boolean(),
  message: orNull(Type.String(), "Why the platform was not asked or refused, and what to do."),
  ...WEBHOOKS,
});

/** Where a platform sends the webhooks of one connector. */
export const webhookAddress = (platform: Platform, connectorId: string, origin: string): string =>
  `${origin}${webhookPlaceOf(platform, connectorId)}`;

function stateOf({ externalId, error }: ShopWebhookRow): (typeof STATES)[number] {
  if (externalId !== null) return "registered";
  return error === null ? "unregistered" : "refused";
}

/** Every topic that is wanted, and every other of which something came. */
export function webhooksBody(
  platform: Platform,
  connector: { id: string; receiverKey: string | null },
  rows: readonly ShopWebhookRow[],
  origin: string | null,
) {
  const wanted = platform.webhook?.registers?.topics ?? [];
  const known = new Map(rows.map((row) => [row.topic, row]));
  const topics = [...wanted, ...rows.map(({ topic }) => topic).filter((topic) => !wanted.includes(topic))];
  return {
    address: platform.webhook && origin !== null ? webhookAddress(platform, connector.id, origin) : null,
    registers: wanted.length > 0,
    is_signed: connector.receiverKey !== null,
    webhooks: topics.map((topic) => {
      const row = known.get(topic);
      return {
        topic,
        state: row ? stateOf(row) : ("unregistered" as const),
        error: row?.error ?? null,
        registered_at: isoOrNull(row?.registeredAtMs ?? null),
        deliveries: row?.deliveries ?? 0,
        last_delivery_at: isoOrNull(row?.deliveredAtMs ?? null),
        last_status: DELIVERED.find((each) => each === row?.deliveryStatus) ?? null,
      };
    }),
  };
}
