import { answers, commits, family, runs } from "../runtime/family.ts";
import { exchangeCall, previewCall, publicKeyCall, testCall, webhooksCall } from "./calls.ts";

export const connectors = family({
  tags: [
    { name: "Connectors", description: "Shops and marketplaces that are kept in step." },
    {
      name: "Shop Consent and Webhooks",
      description: "What an owner agrees to in a shop, and the webhooks that it sends.",
    },
    {
      name: "Shop Categories and SKUs",
      description: "Which of ours are meant by the categories and SKUs of a shop, and what its orders hold.",
    },
  ],
  routes: async () => [
    (await import("./platform-routes.ts")).platformRoutes,
    (await import("./inbound/routes.ts")).inboundRoutes,
    (await import("./sync-routes.ts")).syncRoutes,
    (await import("./preview-routes.ts")).previewRoutes,
    (await import("./category-routes.ts")).categoryRoutes,
    (await import("./consent/routes.ts")).consentRoutes,
    (await import("./consent/routes.ts")).consentCallback,
    (await import("./registration/routes.ts")).shopWebhookRoutes,
    (await import("./orders/unknown-routes.ts")).unknownCodeRoutes,
    (await import("./orders/order-routes.ts")).shopOrderRoutes,
    (await import("./routes.ts")).connectorRoutes,
  ],
  mutations: () =>
    Promise.all([
      import("./engine/pull/apply-pulled.ts"),
      import("./change-connector.ts"),
      import("./engine/push/live.ts"),
      import("./engine/shop/map-categories.ts"),
      import("./engine/pull/pulled-images.ts"),
      import("./inbound/receive-delivery.ts"),
      import("./inbound/shop-reports.ts"),
      import("./consent/keep-consent.ts"),
      import("./registration/note-webhooks.ts"),
      import("./orders/assign-code.ts"),
      import("./orders/note-orders.ts"),
      import("./engine/pull/scheduled-pulls.ts"),
      import("./engine/synchronise.ts"),
      import("./engine/requests/tokens.ts"),
      import("./engine/requests/works.ts"),
    ]),
  calls: [
    answers(previewCall, async () => (await import("../../workers/connectors/preview.ts")).preview),
    answers(exchangeCall, async () => (await import("../../workers/connectors/exchange-code.ts")).exchangeCode),
    answers(publicKeyCall, async () => (await import("../../workers/connectors/public-key.ts")).readPublicKey),
    answers(testCall, async () => (await import("../../workers/connectors/test.ts")).test),
    answers(webhooksCall, async () => (await import("../../workers/connectors/register-webhooks.ts")).registerWebhooks),
  ],
  jobs: {
    "connectors.fetch-images": runs(async () => (await import("../../workers/connectors/fetch-images.ts")).fetchImages),
    "connectors.live": runs(async () => (await import("../../workers/connectors/live.ts")).live, {
      failed: async () => (await import("./engine/push/live.ts")).restAfterFailure,
    }),
    "connectors.read-news": runs(async () => (await import("../../workers/connectors/read-news.ts")).readNews),
    "connectors.scheduled-pull": commits(
      async () => (await import("./engine/pull/scheduled-pulls.ts")).beginScheduledPull,
    ),
    "connectors.sync": runs(async () => (await import("../../workers/connectors/sync.ts")).sync, {
      failed: async () => (await import("./engine/synchronise.ts")).failSync,
    }),
  },
});
