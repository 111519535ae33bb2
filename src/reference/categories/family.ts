import { family } from "../../runtime/family.ts";

export const categories = family({
  tags: [{ name: "Categories", description: "The tree that products are sorted into." }],
  routes: async () => [(await import("./routes.ts")).categoryRoutes],
  mutations: () => Promise.all([import("./change-category.ts")]),
  expansions: { category: async () => (await import("./category.ts")).categoriesById },
});
