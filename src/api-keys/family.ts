import { family } from "../runtime/family.ts";

export const apiKeys = family({
  routes: async () => [(await import("./routes.ts")).apiKeyRoutes],
  mutations: () =>
    Promise.all([
      import("./create-api-key.ts"),
      import("./revoke-api-key.ts"),
      import("./rotate-api-key.ts"),
      import("./update-api-key.ts"),
    ]),
});
