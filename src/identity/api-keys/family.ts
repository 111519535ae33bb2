import { family } from "../../runtime/family.ts";

export const apiKeys = family({
  tags: [{ name: "API Keys", description: "Keys of programs, with scopes." }],
  routes: async () => [(await import("./routes.ts")).apiKeyRoutes],
  mutations: () => Promise.all([import("./api-key.ts"), import("./rotate-api-key.ts")]),
});
