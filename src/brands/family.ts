import { family } from "../runtime/family.ts";

export const brands = family({
  routes: async () => [(await import("./routes.ts")).brandRoutes],
  mutations: () => Promise.all([import("./brand.ts"), import("./merge-brands.ts")]),
});
