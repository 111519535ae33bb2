import { family, runs } from "../../runtime/family.ts";

export const priceAlerts = family({
  tags: [{ name: "Price Alerts", description: "Who is told when a price moves." }],
  routes: async () => [(await import("./routes.ts")).priceAlertRoutes],
  mutations: () => Promise.all([import("./alert.ts"), import("./acknowledge.ts"), import("./digests.ts")]),
  jobs: {
    "price-alerts.mail-digest": runs(
      async () => (await import("../../../workers/price-alerts/mail-digest.ts")).mailDigest,
    ),
  },
});
