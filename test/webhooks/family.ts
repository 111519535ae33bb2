import { testFamily } from "../sweeps/test-families.ts";

export const webhooks = testFamily({
  behind: ["products"],
  /** A webhook with a failed test in its log. */
  seed: {
    make: async ({ tenant, canary }) => {
      const { body: webhook } = await tenant.post("/webhooks", {
        name: `Webhook ${canary}`,
        // No one listens there.
        url: "https://r9.receiver.test:1/hook",
        events: ["product.deleted"],
      });
      await tenant.post(`/webhooks/${webhook.id}/test`);
      const { body: logs } = await tenant.get(`/webhooks/${webhook.id}/logs`);
      return { webhook_id: webhook.id, log_id: logs.items[0].id };
    },
  },
});
