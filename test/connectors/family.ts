import { testFamily } from "../sweeps/test-families.ts";

export const connectors = testFamily({
  behind: ["products"],
  /** A connector to a shop without a server, with a synchronisation in progress. */
  seed: {
    shared: { "connectors/platform_id": "woocommerce" },
    make: async ({ tenant, canary }) => {
      const { body: connector } = await tenant.post("/connectors", {
        platform_id: "woocommerce",
        name: `Shop ${canary}`,
        description: `For ${canary}`,
        credentials: {
          store_url: "https://r9.receiver.test:1",
          consumer_key: "ck_1",
          consumer_secret: "cs_1",
          webhook_secret: `secret ${canary}`,
        },
      });
      const { body: sync } = await tenant.post(`/connectors/${connector.id}/sync/push-stock`);
      return { connector_id: connector.id, "sync/job_id": sync.job_id };
    },
    bodies: () => ({ createConnector: { platform_id: "woocommerce", name: "Another" } }),
  },
  lasting: {
    because:
      "an order of a shop, which news forget 400 days after the last of its own, and what belongs to a connector or a product",
    tables: [
      "oversold",
      "shop_code",
      "shop_level",
      "shop_news",
      "shop_order",
      "shop_order_feed",
      "shop_order_line",
      "shop_webhook",
      "platform_work",
    ],
  },
});
