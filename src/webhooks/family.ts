import { family } from "../runtime/family.ts";

export const webhooks = family({
  routes: async () => [(await import("./routes.ts")).webhookRoutes],
  mutations: () =>
    Promise.all([
      import("./change-webhook.ts"),
      import("./emit-test.ts"),
      import("./expire-held.ts"),
      import("./lanes.ts"),
      import("./replay-deliveries.ts"),
      import("./retry-delivery.ts"),
      import("./rotate-webhook-secret.ts"),
      import("./settle-deliveries.ts"),
      import("./sweep-deliveries.ts"),
    ]),
});
