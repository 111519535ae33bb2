import { family } from "../runtime/family.ts";

export const apiKeys = family({
  routes: async () => [(await import("./routes.ts")).apiKeyRoutes],
  mutations: () => Promise.all([import("./api-key.ts"), import("./rotate-api-key.ts")]),
});
