import { Elysia } from "elysia";
import { findConnector } from "../../../db/connectors/connectors.ts";
import { listShopWebhooks } from "../../../db/connectors/shop-webhooks.ts";
import type { Reader } from "../../../db/ports.ts";
import { access } from "../../http/gate/access.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { findPlatform } from "../engine/platforms.ts";
import { publicOrigin } from "../engine/shop/shop-webhook.ts";
import { READ, REGISTER } from "../policies.ts";
import { ConnectorParams } from "../schema.ts";
import { registerWebhooks, removeWebhooks } from "./register-webhooks.ts";
import { WebhooksBody, WebhooksChanged, webhooksBody } from "./schema.ts";

/** `/connectors/{connector_id}/webhooks`: what a shop is to send by itself, and what came of it. */
export function shopWebhookRoutes(services: Services) {
  const bodyOf = async (db: Reader, id: string) => {
    const connector = required(await findConnector(db, id), "connector", id);
    const platform = findPlatform(connector.platformId);
    if (!platform) throw new ApiError("CAPABILITY_NOT_SUPPORTED");
    return webhooksBody(platform, connector, await listShopWebhooks(db, id), publicOrigin(services.config));
  };
  return new Elysia({ prefix: "/connectors/:connector_id/webhooks", tags: ["Shop Consent and Webhooks"] })
    .use(access(services))
    .get("", ({ db, params: { connector_id: id } }) => bodyOf(db, id), {
      policy: READ,
      params: ConnectorParams,
      response: { 200: WebhooksBody },
      detail: {
        operationId: "listConnectorWebhooks",
        summary: "List a connector's webhooks",
        description: "Which topics the shop sends by itself, and when the last delivery of each came.",
      },
    })
    .post(
      "",
      async ({ db, write, params: { connector_id: id } }) => {
        const message = await registerWebhooks({ services, db, write }, id);
        return { success: message === null, message, ...(await bodyOf(db, id)) };
      },
      {
        policy: REGISTER,
        params: ConnectorParams,
        response: { 200: WebhooksChanged },
        detail: {
          operationId: "registerConnectorWebhooks",
          summary: "Register a connector's webhooks",
          description:
            "Makes them at the platform, with the connector's `webhook_secret`, which is made and stored where it has none. Those that are there already are set right: their address, their secret, and whether they are switched on. WooCommerce, Shopify, BigCommerce, Shopware and eBay.",
        },
      },
    )
    .post(
      "/remove",
      async ({ db, write, params: { connector_id: id } }) => {
        const message = await removeWebhooks({ services, db, write }, id);
        return { success: message === null, message, ...(await bodyOf(db, id)) };
      },
      {
        policy: REGISTER,
        params: ConnectorParams,
        response: { 200: WebhooksChanged },
        detail: {
          operationId: "removeConnectorWebhooks",
          summary: "Remove a connector's webhooks",
          description: "Removes them from the platform. A deletion of the connector does it by itself.",
        },
      },
    );
}
