import { answers, family } from "../runtime/family.ts";
import { attemptCall } from "./calls.ts";

export const webhooks = family({
  tags: [{ name: "Webhooks", description: "Be told when something changes: subscriptions, deliveries, signatures." }],
  routes: async () => [(await import("./routes.ts")).webhookRoutes],
  mutations: () =>
    Promise.all([
      import("./change-webhook.ts"),
      import("./emit-test.ts"),
      import("./expire-held.ts"),
      import("./lease-queues.ts"),
      import("./replay-deliveries.ts"),
      import("./retry-delivery.ts"),
      import("./rotate-webhook-secret.ts"),
      import("./settle-deliveries.ts"),
      import("./sweep-deliveries.ts"),
    ]),
  calls: [answers(attemptCall, async () => (await import("../../workers/webhooks/retry-attempt.ts")).attempt)],
});
