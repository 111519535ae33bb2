import { family } from "../runtime/family.ts";

export const categories = family({
  routes: async () => [(await import("./routes.ts")).categoryRoutes],
  mutations: () => Promise.all([import("./change-category.ts")]),
});
