import { family } from "../runtime/family.ts";

export const documents = family({
  routes: async () => [(await import("./routes.ts")).documentIndexRoutes],
  mutations: () => Promise.all([import("./change-documents.ts")]),
});
