import { answers, family } from "../runtime/family.ts";
import { attemptCall } from "./calls.ts";

export const webhooks = family({
  tags: [{ name: "Webhooks", description: "Be told when something changes: subscriptions, deliveries, signatures." }],
  routes: async () => [(await import("./routes.ts")).webhookRoutes],
  mutations: () =>
    Promise.all([
      import("./change-webhook.ts"),
      import("./send/retry-delivery.ts"),
      import("./send/expire-held.ts"),
      import("./send/lease-queues.ts"),
      import("./send/replay-deliveries.ts"),
      import("./send/settle-deliveries.ts"),
      import("./send/sweep-deliveries.ts"),
    ]),
  calls: [answers(attemptCall, async () => (await import("../../workers/webhooks/attempt.ts")).attempt)],
});
