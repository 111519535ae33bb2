import { family } from "../runtime/family.ts";

export const compliance = family({
  routes: async () => [(await import("./routes.ts")).complianceRoutes],
  mutations: () => Promise.all([import("./change-rule.ts"), import("./documents.ts")]),
});
