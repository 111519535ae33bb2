import { family } from "../../runtime/family.ts";

export const tax = family({
  tags: [
    {
      name: "Tax",
      description: "Which prices contain tax, and the rates by which they are compared with those that do not.",
    },
  ],
  routes: async () => [(await import("./routes.ts")).taxRoutes, (await import("./tax-rate-routes.ts")).taxRateRoutes],
  words: ["tax", "tax-rates"],
  mutations: () => Promise.all([import("./set-tax.ts"), import("./tax-rate.ts")]),
});
