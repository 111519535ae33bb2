import { answers, family } from "../runtime/family.ts";
import { testCall } from "./calls.ts";

export const connectors = family({
  routes: async () => [
    (await import("./platform-routes.ts")).platformRoutes,
    (await import("./inbound-routes.ts")).inboundRoutes,
    (await import("./sync-routes.ts")).syncRoutes,
    (await import("./routes.ts")).connectorRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./apply-pulled.ts"),
      import("./change-connector.ts"),
      import("./live.ts"),
      import("./pulled-images.ts"),
      import("./receive-delivery.ts"),
      import("./synchronise.ts"),
      import("./tokens.ts"),
    ]),
  calls: [answers(testCall, async () => (await import("../../workers/connectors/test.ts")).test)],
});
